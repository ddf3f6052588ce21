// Turns what the parts of a program's run have changed into the changes that undo them. Must not read from the service.
import { undoRecords } from '../../../import/undo.ts';
import type { RecordInput, ScheduleInput } from '../../../program/run.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { planOf } from '../../../schedule/schedule-plan.ts';
import { undoPlacements } from '../../../schedule/undo.ts';
import type { WrittenPart } from './find.ts';
import type { FinalPart } from './undo-notices.ts';

/** What undoes each part of the run, and what cannot be undone. */
export function undoParts({ run, event, baseUrl }: RunHeader, parts: readonly WrittenPart[], withdraws: boolean) {
  const finals: FinalPart[] = [];
  let changes = 0;
  const partOf = (name: string) => parts.find((part) => part.resource === name);
  const records = (name: 'speakers' | 'submissions'): RecordInput | undefined => {
    const part = partOf(name);
    if (part === undefined) return undefined;
    const undo = undoRecords(part.written, withdraws && name === 'submissions');
    finals.push({ resource: name, rows: undo.final });
    changes += undo.changes.length;
    if (undo.changes.length === 0) return undefined;
    return { file: `run ${run}, ${name}`, changes: undo.changes };
  };
  const sessions = (): ScheduleInput | undefined => {
    const written = partOf('sessions')?.written;
    if (written === undefined) return undefined;
    const undo = undoPlacements(written, []);
    finals.push({ resource: 'sessions', rows: undo.final });
    changes += undo.changes.length;
    if (undo.changes.length === 0) return undefined;
    const file = `run ${run}, sessions`;
    const makePlan: MakePlan = (program) => ({
      ...{ ...planOf(undoPlacements(written, program).changes), file, event, baseUrl },
    });
    return { file, makePlan };
  };
  const undone = { sessions: sessions(), submissions: records('submissions'), speakers: records('speakers') };
  return { undone, finals, changes };
}
