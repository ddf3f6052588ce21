// The suites by name.
import { readersSuite } from './readers.ts';
import { serviceSuite } from './service.ts';
import type { Suite } from './suite.ts';

export const suites = {
  readers: readersSuite,
  service: () => serviceSuite(),
  'service-postgres': () => serviceSuite('postgres'),
} satisfies Record<string, () => Promise<Suite>>;

export type SuiteName = keyof typeof suites;

/** Those that run everywhere. */
export const usualSuites: readonly SuiteName[] = ['readers', 'service'];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}
