// Owns the files that an import writes: rejects, results, mapping. They and the imported file must all be different files.
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { toKebab } from '../../flags.ts';
import { openSink, realPathOf, type Sink } from '../../user-files.ts';

const written = ['rejects', 'results', 'saveMap'] as const;

export type Sinks = Readonly<Partial<Record<(typeof written)[number], Sink>>>;

/** @throws {UsageError} for a file that cannot be written, or is named twice */
export async function openSinks({ own }: Context, source: string): Promise<Sinks> {
  const taken = new Map([[realPathOf(source), 'the imported file']]);
  const sinks: { -readonly [name in keyof Sinks]: Sink } = {};
  for (const name of written) {
    const path = own[name];
    if (typeof path !== 'string') continue;
    const flag = `--${toKebab(name)}`;
    const other = taken.get(realPathOf(path));
    if (other !== undefined)
      throw new UsageError(`${flag} would overwrite ${other}`, { fix: `choose another file for ${flag}` });
    taken.set(realPathOf(path), `the file of ${flag}`);
    sinks[name] = await openSink(path);
  }
  return sinks;
}

export async function closeSinks(sinks: Sinks): Promise<void> {
  for (const sink of Object.values(sinks)) await sink.close();
}
