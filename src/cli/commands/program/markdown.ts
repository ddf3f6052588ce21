// Owns the plan of a program as Markdown, for a pull request or the job summary of a CI system.
import { basename } from 'node:path';
import { clocksOf } from '../../../schedule/dates/zoned-time.ts';
import { planMarkdown as scheduleMarkdown } from '../sessions/markdown.ts';
import type { ProgramPlan } from './plan.ts';

/** The plans of speakers, submissions and sessions, one after the other. */
export function planMarkdown(plan: ProgramPlan): string {
  const records = (['speakers', 'submissions'] as const).flatMap((name) => {
    const found = plan[name];
    return found === undefined ? [] : [found.markdown];
  });
  const { sessions } = plan;
  const zone = clocksOf((sessions?.changes ?? []).map(({ to }) => to.start)).usual;
  const schedule =
    sessions === undefined ? [] : [scheduleMarkdown({ ...sessions, file: basename(sessions.file) }, zone)];
  const parts = [...records, ...schedule];
  return parts.length === 0 ? '## Program: nothing to change\n' : parts.join('\n');
}
