// Owns the plan of a program as Markdown, for a pull request or the job summary of a CI system.
import { basename } from 'node:path';
import { planMarkdown as scheduleMarkdown } from '../sessions/markdown.ts';
import type { ProgramPlan } from './plan.ts';

/** The plans of speakers, submissions and sessions, one after the other. @param zone in which times are shown */
export function planMarkdown(plan: ProgramPlan, zone: string): string {
  const records = (['speakers', 'submissions'] as const).flatMap((name) => {
    const found = plan[name];
    return found === undefined ? [] : [found.markdown];
  });
  const { sessions } = plan;
  const schedule =
    sessions === undefined ? [] : [scheduleMarkdown({ ...sessions, file: basename(sessions.file) }, zone)];
  const parts = [...records, ...schedule];
  return parts.length === 0 ? '## Program: nothing to change\n' : parts.join('\n');
}
