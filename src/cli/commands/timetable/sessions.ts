// Owns the sessions of a timetable, and notices of what is assumed.
import { canonicalZone } from '../../../contract/time-zone.ts';
import type { Timetable } from '../../../schedule/export/grid.ts';
import { readAlone } from '../../../schedule/file-alone.ts';
import { type Session, trimAssumedEnds } from '../../../schedule/session.ts';
import { type EventSubmission, isCalledOff, toSession } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { type ClashFlags, defaultDuration, type PlacedFlags, type ReadingFlags } from '../../flag-sets.ts';
import { amount } from '../../output/text.ts';
import { readPlaced } from '../sessions/placed-sessions.ts';
import type { LoadedSchedule } from '../sessions/schedule-file.ts';
import { usualClock } from '../usual-clock.ts';

export interface TimetableFlags extends ReadingFlags, PlacedFlags, Pick<ClashFlags, 'defaultDuration'> {}

/** @returns `zone` is that of the settings; else the offset that most of the sessions have */
export async function readTimetable(context: Context<TimetableFlags>): Promise<Pick<Timetable, 'sessions' | 'zone'>> {
  const longMs = context.flags.defaultDuration;
  const { submissions: enriched, breaks, alone } = await readPlaced(context, longMs);
  if (alone !== undefined) return readFileAlone(context, alone, longMs);
  const published = enriched.filter((each) => !isCalledOff(each));
  await noticeAssumedSpeakers(context, published);
  if (published.length < enriched.length) {
    await context.notice(
      `Left out: ${amount(enriched.length - published.length, 'placed session that is', 'placed sessions that are')} declined or withdrawn.`,
    );
  }
  return {
    sessions: trimAssumedEnds([...published.flatMap((each) => toSession(each, longMs) ?? []), ...breaks]),
    zone: await zoneOf(
      context,
      enriched.flatMap(({ placement }) => placement?.start ?? []),
    ),
  };
}

async function readFileAlone(context: Context, { rows, file }: LoadedSchedule, longMs: number) {
  const { sessions, unplaced, starts } = readAlone(rows, longMs);
  if (unplaced.length > 0) {
    await context.notice(
      `Left out: ${amount(unplaced.length, 'row of', 'rows of')} ${file} without a room or a start.`,
    );
  }
  return { sessions, zone: await zoneOf(context, starts) };
}

async function zoneOf(context: Context, starts: readonly string[]): Promise<string> {
  const { value: timeZone } = await context.setting('timezone');
  return timeZone === undefined ? usualClock(context, starts) : canonicalZone(timeZone);
}

async function noticeAssumedSpeakers(context: Context, published: readonly EventSubmission[]): Promise<void> {
  const isGuess = ({ people, isSpeakerAssumed = false }: EventSubmission) =>
    isSpeakerAssumed && people.some(({ name }) => name !== '');
  const count = published.filter(isGuess).length;
  if (count > 0) {
    await context.notice(
      `${amount(count, 'session has', 'sessions have')} no speakers, so their submitters are shown; specify speakers with --schedule.`,
    );
  }
}

export async function noticeAssumedEnds(context: Context<TimetableFlags>, sessions: readonly Session[]): Promise<void> {
  const count = sessions.filter(({ isDurationAssumed, isBreak }) => isDurationAssumed && isBreak !== true).length;
  if (count === 0) return;
  const longest = context.typed.get('defaultDuration') ?? defaultDuration.default;
  await context.notice(
    `${amount(count, 'session has', 'sessions have')} no known end. An end is assumed: ${longest} after the start, or the start of the next session in the room. Specify durations with --schedule or --default-duration.`,
  );
}
