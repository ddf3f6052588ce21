// Owns `sessions check`, and the notices about what was found, also before a session is placed.
import { amount } from '../../../contract/amount.ts';
import { checkAlone, checkSessions, type SessionCheck } from '../../../schedule/clashes/check.ts';
import { type ClashReport, clashText } from '../../../schedule/clashes/clash-report.ts';
import { listedPairs } from '../../../schedule/clashes/overlaps.ts';
import { readAlone } from '../../../schedule/match/filed-sessions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, ReadingFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { clashError } from '../../review/clash-errors.ts';
import { shownAtMost } from '../../review/show.ts';
import { clashOptions } from './clash-options.ts';
import { noticeCalledOff, noticeUnplaced } from './file-notices.ts';
import { readPlaced } from './placed-sessions.ts';
import type { ScheduleFlag } from './schedule-file.ts';

/** @throws {ConflictError} if sessions clash */
export async function checkEvent(
  context: Context<ClashFlags & ReadingFlags & ScheduleFlag>,
): Promise<void> {
  const options = { ...(await clashOptions(context)), timeZone: await context.timeZone() };
  const { defaultDurationMs } = options;
  const placed = await readPlaced(context, defaultDurationMs);
  const { submissions, inFile, alone, rooms, file } = placed;
  let checked: SessionCheck;
  if (alone === undefined) checked = checkSessions(submissions, options, inFile);
  else {
    const read = readAlone(alone.rows, defaultDurationMs, rooms);
    checked = checkAlone(read, options);
    await noticeUnplaced(context, alone.file, read.unplaced);
    await noticeCalledOff(context, alone.file, read.calledOff);
  }
  await printCheck(context, checked);
  const error = clashError({ ...checked, file }, context.flags.failOn);
  if (error !== undefined) throw error;
}

/**
 * With `--json`, everything that was found; as CSV or NDJSON, the clashes; otherwise notices only.
 */
async function printCheck(context: Context, checked: SessionCheck): Promise<void> {
  const { sessions, clashes, clashCounts, warnings } = checked;
  const format = await context.format();
  if (format === 'json') {
    const counts = { sessions, clashes: clashCounts.total };
    await printRecord(context, { schemaVersion: '2.0', counts, clashes, warnings });
  } else if (format !== 'table') {
    const rows = clashes.map((clash) => (format === 'ndjson' ? { ...clash } : flat(clash)));
    await printRecords(context, oneBatch(rows), {
      noun: 'clashes',
      defaultFields: [],
    });
  }
  await context.notice(
    `${amount(sessions, 'session')}, ${amount(clashCounts.total, 'clash', 'clashes')}.`,
  );
  await noticeFound(context, checked);
}

function flat({ code, what, sessions: [a, b] }: ClashReport): Readonly<Record<string, unknown>> {
  return {
    code,
    what,
    id: a.id,
    title: a.title,
    start: a.start,
    end: a.end,
    otherId: b?.id ?? null,
    otherTitle: b?.title ?? null,
    otherStart: b?.start ?? null,
    otherEnd: b?.end ?? null,
  };
}

/** The warnings; the clashes as well, if they do not end the command. */
export async function noticeFound(
  context: Context<Some<ClashFlags>>,
  {
    warnings,
    clashes,
    clashCounts: { total },
  }: Pick<SessionCheck, 'warnings' | 'clashes' | 'clashCounts'>,
): Promise<void> {
  for (const { message } of warnings.slice(0, shownAtMost)) {
    await context.notice(`Warning: ${toLine(message)}.`);
  }
  if (warnings.length > shownAtMost)
    await context.notice(`… ${moreText(warnings.length, warnings.length)}.`);
  if (context.flags.failOn !== 'never') return;
  // What the service refuses is an error.
  const accepted = clashes.filter(({ code }) => code !== 'service');
  const count = total - (clashes.length - accepted.length);
  for (const clash of accepted.slice(0, shownAtMost)) {
    await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  }
  if (count > shownAtMost) await context.notice(`… ${moreText(count, accepted.length)}.`);
}

/** @param listed how many of them JSON lists */
function moreText(count: number, listed: number): string {
  const more = `and ${count - shownAtMost} more`;
  if (listed === count) return `${more}; --json lists them all`;
  return `${more}; --json lists the first ${listedPairs} of each room and person`;
}
