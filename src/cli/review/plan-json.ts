// Writes a plan as its JSON document, in pieces, because it may have a hundred thousand changes.

import { describeMapping } from '../../columns/mapping-report.ts';
import { minuteMs, type PlanDocument } from '../../plans/plan-document.ts';
import type { SchedulePlan } from '../../schedule/plan/plan.ts';
import { commandText } from './command-name.ts';
import type { Plan } from './plan.ts';

/** The plan as JSON, in pieces: its changes come last. */
export function* planJson({ subject, ...plan }: Plan): IterableIterator<string> {
  const { command, event, baseUrl, files, folder, undoes } = subject;
  const schedule = plan.run.sessions?.schedule;
  const head: Omit<PlanDocument, 'changes'> = {
    schemaVersion: '2.0',
    baseUrl,
    event,
    command: commandText(command),
    files: Object.values(files).flatMap((file) => file ?? []),
    ...(folder !== undefined && { folder }),
    ...(undoes !== undefined && { undoes }),
    counts: plan.counts,
    rejects: plan.rejects,
    clashes: plan.clashes,
    warnings: plan.warnings,
    next: plan.next.map((command) => ({ command })),
    ...(plan.mapping && describeMapping(plan.mapping)),
    ...(schedule?.sharedRooms && { sharedRooms: schedule.sharedRooms }),
    ...minutesIn(schedule),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "changes": [`;
  let before = '\n    ';
  let piece = '';
  for (const change of plan.changes()) {
    piece += `${before}${JSON.stringify(change)}`;
    before = ',\n    ';
    // Writing each change on its own would take longer than planning it.
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${before.startsWith(',') ? '\n  ' : ''}]\n}\n`;
}

/** Nothing, if all durations are those of the service. */
function minutesIn(schedule: SchedulePlan | undefined): Pick<PlanDocument, 'minutes'> {
  const { changes = [], durationsMs = [] } = schedule ?? {};
  // A new session has its own with its change.
  const isNew = new Set(
    changes.map(({ names }) => (names.id === undefined ? names.key : undefined)),
  );
  const ofExisting = [...durationsMs].filter(([name]) => !isNew.has(name));
  if (ofExisting.length === 0) return {};
  return { minutes: Object.fromEntries(ofExisting.map(([id, ms]) => [id, ms / minuteMs])) };
}

const pieceSize = 65_536;
