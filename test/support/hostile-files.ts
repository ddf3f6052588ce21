// Small files whose contents would take much time or memory, and the limit that each of them passes.
import { hostileTexts } from './hostile-texts.ts';
import { hostileWorkbooks } from './hostile-workbooks.ts';

export interface HostileFile {
  readonly name: string;
  /** Which records a command reads from it. */
  readonly contents: 'sessions' | 'speakers';
  /** Words of the error that name the limit; undefined if the file is read. */
  readonly limit: string | undefined;
  /** A scale with which it still passes the limit; undefined if only the whole file does. */
  readonly short: number | undefined;
  /** @param scale less than 1 for a smaller file of the same kind, which takes less time to create */
  bytes(scale?: number): Buffer;
}

export const hostileFiles: readonly HostileFile[] = [...hostileTexts, ...hostileWorkbooks];
