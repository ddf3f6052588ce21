// Prints the report of autoplace, for people or as JSON. Must not word what it lists.

import { amount } from '../../../../contract/amount.ts';
import type { DocumentOf } from '../../../../contract/document.ts';
import type { Issue } from '../../../../schedule/autoplace/issues.ts';
import type { Placing } from '../../../../schedule/autoplace/placing.ts';
import type { AutoplaceReport } from '../../../../schedule/autoplace/report.ts';
import type { Context } from '../../../context.ts';
import { say, write } from '../../../io.ts';
import { jsonText } from '../../../output/json.ts';
import { toLine } from '../../../output/terminal-text.ts';
import type { autoplaceReport } from './report-schema.ts';
import {
  changeLines,
  leftOutHeading,
  leftOutText,
  stayingText,
  totalsText,
  unknownText,
} from './report-words.ts';

/** What the search has found. */
export interface SearchOutcome {
  readonly placing: Placing;
  readonly report: AutoplaceReport;
  readonly steps: number;
  readonly seed: number;
}

/** The report is on standard output, unless the schedule file is. */
export async function printReport(
  context: Context<{ readonly out: string }>,
  outcome: SearchOutcome,
): Promise<void> {
  const { io, flags } = context;
  if ((await context.format()) === 'json')
    return write(io.stdout, jsonText(io.stdout, reportJson(outcome), 2));
  const text = `${reportLines(outcome).join('\n')}\n`;
  if (flags.out !== '-') await write(io.stdout, text);
  else if (!context.global.quiet) await say(io, text);
}

/** At most 30 lines. */
export function reportLines({ placing, report, steps, seed }: SearchOutcome): readonly string[] {
  const { zone, options } = placing.input;
  const issues = (list: readonly Issue[]) => list.map(({ message }) => toLine(message));
  const staying = report.leftOut.flatMap(({ title, inEvent }) =>
    inEvent === undefined ? [] : stayingText(title, inEvent, zone),
  );
  const emptied = report.emptied.map(({ talk, room, start }) => {
    return stayingText(talk.session.title, { room, start }, zone);
  });
  const unknown = unknownText(report.unknown);
  const sections = [
    section(stayingHeading, staying),
    section(emptiedHeading, emptied),
    changeLines('Placed', report.places, zone),
    changeLines('Moved', report.places, zone),
    section('Broken:', issues(report.broken)),
    section(leftOutHeading(report), report.leftOut.map(leftOutText)),
    section('Not met:', issues(report.unmet)),
  ].filter((lines) => lines.length > 0);
  const end = [
    totalsText(report, options.keep),
    ...(unknown === undefined ? [] : [unknown]),
    `Seed ${seed}, ${amount(steps, 'step')}.`,
  ];
  return [...inLines(sections, mostLines - end.length), ...end];
}

const mostLines = 30;

const stayingHeading = 'Stay in the event until `plenary sessions unplace`; a talk there clashes:';

const emptiedHeading =
  'Kept where the event has them, although their rows are empty; --keep none places them anew:';

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

/** Divides the lines that there are among the sections. */
function inLines(sections: readonly (readonly string[])[], most: number): readonly string[] {
  let left = most;
  return sections.flatMap(([heading = '', ...lines], at) => {
    // What cannot be applied comes first, and has the most lines.
    const room = Math.max(1, Math.floor(left / Math.min(at + 2, sections.length - at)) - 1);
    const shown = withinRoom(lines, room);
    left -= 1 + shown.length;
    return [heading, ...shown.map((line) => `  ${line}`)];
  });
}

/** With how many others there are, if not all lines have room. */
function withinRoom(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines;
  const shown = lines.slice(0, room - 1);
  const more = lines.length - shown.length;
  if (shown.length === 0) return [`${more} (--json lists all)`];
  return [...shown, `… and ${more} more (--json lists all)`];
}

function reportJson({
  placing,
  report,
  steps,
  seed,
}: SearchOutcome): DocumentOf<typeof autoplaceReport> {
  const { talks } = placing.input;
  const withTitles = (issue: Issue) => ({
    ...issue,
    talks: issue.talks.map((index) => talks[index]?.session.title ?? ''),
  });
  return {
    schemaVersion: '2.0',
    seed,
    steps,
    counts: report.counts,
    places: changedFirst(report.places).map((place) => {
      const { talk, room, start, change } = place;
      const { title, submissionId: id = null } = talk.session;
      const isRowEmpty = report.emptied.includes(place);
      return { title, id, line: talk.row?.line ?? null, room, start, change, isRowEmpty };
    }),
    leftOut: report.leftOut.map(({ index, inEvent = null, blockers, ...talk }) => ({
      ...talk,
      blockers: blockers.map(({ code, what, count }) => ({ code, what, count })),
      inEvent,
      line: talks[index]?.row?.line ?? null,
    })),
    unmet: report.unmet.map(withTitles),
    broken: report.broken.map(withTitles),
    longTracks: placing.longTracks,
    unknown: report.unknown,
  };
}

function changedFirst(places: AutoplaceReport['places']): AutoplaceReport['places'] {
  return places.toSorted((a, b) => Number(a.change === 'kept') - Number(b.change === 'kept'));
}
