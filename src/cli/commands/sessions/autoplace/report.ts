// Prints the report of autoplace, for people or as JSON. Must not word what it lists.
import type { DocumentOf } from '../../../../contract/document.ts';
import { alternativesOf } from '../../../../schedule/autoplace/alternatives.ts';
import type { Positions } from '../../../../schedule/autoplace/issue.ts';
import type { Placing } from '../../../../schedule/autoplace/placing.ts';
import { type AutoplaceReport, isMove } from '../../../../schedule/autoplace/report.ts';
import type { Context } from '../../../context.ts';
import { say, write } from '../../../io.ts';
import { jsonText } from '../../../output/json.ts';
import { amount } from '../../../output/text.ts';
import type { autoplaceReport } from './report-schema.ts';
import { whyLines } from './why-words.ts';
import {
  issueText,
  keptText,
  leftOutHeading,
  leftOutLines,
  moreText,
  movedHeading,
  movedText,
  totalsText,
  unknownText,
} from './words.ts';

/** What the search has found. */
export interface SearchOutcome {
  readonly placing: Placing;
  readonly positions: Positions;
  readonly report: AutoplaceReport;
  readonly why: number | undefined;
  readonly steps: number;
  readonly seed: number;
}

const shown = 20;

/** The report is on standard output, unless the schedule file is. */
export async function printReport(context: Context<{ readonly out: string }>, outcome: SearchOutcome): Promise<void> {
  const { io, flags } = context;
  const { placing, positions, report, why, steps, seed } = outcome;
  const titleOf = (index: number) => placing.input.talks[index]?.session.title ?? '';
  const alternatives = why === undefined ? undefined : alternativesOf(placing, positions, why);
  if ((await context.format()) === 'json') {
    await write(io.stdout, jsonText(io.stdout, reportJson(outcome, titleOf, alternatives), 2));
    return;
  }
  const moved = report.places.filter(({ change }) => change === 'moved');
  const names = { titleOf, zone: placing.input.zone };
  const kept = keptText(report, placing.options.keep);
  const unknown = unknownText(report.unknown);
  const talk = placing.input.talks[why ?? -1];
  const lines = [
    ...section(
      movedHeading(moved, placing.input.zone),
      moved.map((place) => movedText(place, placing.input.zone)),
    ),
    ...section(
      'Broken:',
      report.broken.map((issue) => issueText(issue, names)),
    ),
    ...section(leftOutHeading(report), leftOutLines(report)),
    ...section(
      'Not met:',
      // Those that were moved are listed.
      report.unmet.filter((issue) => !isMove(issue)).map((issue) => issueText(issue, names)),
    ),
    totalsText(report),
    ...(unknown === undefined ? [] : [unknown]),
    ...(kept === undefined ? [] : [kept]),
    `Seed ${seed}, ${amount(steps, 'step')}.`,
    ...(talk === undefined ? [] : whyLines(talk, why ?? -1, report, alternatives ?? [], names)),
  ];
  const text = `${lines.join('\n')}\n`;
  if (flags.out !== '-') await write(io.stdout, text);
  else if (!context.global.quiet) await say(io, text);
}

/** Lines below a heading, as many as are shown. */
function section(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > shown ? [moreText(lines.length - shown)] : [];
  return [heading, ...[...lines.slice(0, shown), ...more].map((line) => `  ${line}`)];
}

function reportJson(
  { placing, report, steps, seed, why }: SearchOutcome,
  titleOf: (index: number) => string,
  alternatives: ReturnType<typeof alternativesOf> | undefined,
): DocumentOf<typeof autoplaceReport> {
  const withTitles = <T extends { readonly talks: readonly number[]; readonly by?: readonly number[] }>(issue: T) => ({
    ...issue,
    talks: issue.talks.map(titleOf),
    ...(issue.by !== undefined && { by: issue.by.map(titleOf) }),
  });
  return {
    schemaVersion: '1.0',
    ...{ seed, steps, counts: report.counts },
    places: report.places.map(({ talk: { session, row }, room, start, change }) => {
      const { title, submissionId = null } = session;
      return { title, submissionId, line: row?.line ?? null, room, start, change };
    }),
    leftOut: report.leftOut.map(({ index, ...talk }) => ({
      ...talk,
      line: placing.input.talks[index]?.row?.line ?? null,
    })),
    unmet: report.unmet.map(withTitles),
    broken: report.broken.map(withTitles),
    longTracks: placing.longTracks,
    unknown: report.unknown,
    ...(alternatives !== undefined && {
      alternatives: {
        title: titleOf(why ?? 0),
        places: alternatives.map(({ room, start, displaced, missingMinutes, ...changes }) => ({
          ...{ room, start, missingMinutes },
          exchangedWith: displaced?.isExchange ? titleOf(displaced.index) : null,
          displaced:
            displaced === undefined
              ? null
              : {
                  title: titleOf(displaced.index),
                  room: displaced.to?.room ?? null,
                  start: displaced.to?.start ?? null,
                },
          breaks: changes.breaks.map(withTitles),
          worse: changes.worse.map(withTitles),
          better: changes.better.map(withTitles),
          meets: changes.meets.map(withTitles),
        })),
      },
    }),
  };
}
