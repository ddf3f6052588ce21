// Owns the clock on which times are shown if no time zone is set.
import { clocksOf } from '../columns/dates/zoned-time.ts';
import type { Context } from './context.ts';

/** The offset that most starts have. If they have several, a notice names them. */
export async function usualClock(context: Context, starts: Iterable<string>): Promise<string> {
  const { usual, all } = clocksOf(starts);
  if (all.length === 1 && usual === 'UTC') {
    await context.notice(
      'All times are in UTC, because no time zone is known. Pass --timezone to show local times.',
    );
  }
  if (all.length > 1) {
    await context.notice(
      `No time zone is set, and the sessions have several offsets (${all.join(', ')}). All ` +
        `times are shown in ${usual}. Pass --timezone to show them on the local clocks.`,
    );
  }
  return usual;
}
