// The event of a crash trial before it is changed, and what a change is. Must not know any change.
import { writeFileSync } from 'node:fs';
import type { Contents } from './crash-contents.ts';
import { isOdd, localTime, numbers, room } from './crash-slots.ts';
import type { CrashEvent } from './crash-stage.ts';

/** An empty event, and how many records of each kind are changed in it. */
export type Scene = Pick<CrashEvent, 'file' | 'run'> & { readonly records: number };

export interface Change {
  /** Fills the event and writes the files. @returns the command line that makes the change */
  prepare(scene: Scene): Promise<readonly string[]>;
  /**
   * The kinds of writes that the command sends, in their order: of each, at least one for each of
   * the records.
   */
  readonly kinds: readonly string[];
  /** The kinds of writes of its undo. */
  readonly undoKinds?: readonly string[];
  /** Whether the same command is another change once it has ended. */
  readonly isOnce?: boolean;
  /** How many records it changes, if not those of the trial. */
  readonly records?: number;
  /** A command line that must end with 0 when the change was made. */
  readonly check?: (args: readonly string[]) => readonly string[];
  wanted(before: Contents, records: number): Contents;
}

export function write(
  { file, records }: Scene,
  name: string,
  header: string,
  line: (n: number) => string,
): string {
  writeFileSync(file(name), `${header}\n${numbers(records).map(line).join('\n')}\n`);
  return file(name);
}

/** Talks of both formats, each of a speaker of its own. */
export async function fill(scene: Scene): Promise<void> {
  const line = (n: number) => `Talk ${n},s${n}@example.org,${isOdd(n) ? 'Talk' : 'Long'}`;
  await scene.run(
    'submissions',
    'import',
    write(scene, 'seed-talks.csv', 'Title,Email,Format', line),
  );
}

/** No two of these sessions may overlap in a room. */
export async function accept(scene: Scene): Promise<void> {
  const sheet = write(scene, 'seed-decisions.csv', 'Title,Status', (n) => `Talk ${n},accepted`);
  await scene.run('submissions', 'apply', sheet);
}

export async function place(scene: Scene): Promise<void> {
  await scene.run(
    'sessions',
    'apply',
    writePlaces(scene, 'seed-places.csv', (n) => `${room(n)},${localTime(n)}`),
  );
}

export function writePlaces(scene: Scene, name: string, place: (n: number) => string): string {
  return write(scene, name, 'Title,Room,Start', (n) => `Talk ${n},${place(n)}`);
}
