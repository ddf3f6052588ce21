// The files that an import writes: rejects, results, mapping. No two of them may be the same file, nor the imported one.
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { toKebab } from '../../flags.ts';
import { openSink, placeOf, type Sink } from '../../user-files.ts';

const written = ['rejects', 'results', 'saveMap'] as const;

export type Sinks = Readonly<Partial<Record<(typeof written)[number], Sink>>>;

/** @throws {UsageError} for a file that cannot be written, or is named twice */
export async function openSinks({ own }: Context, source: string): Promise<Sinks> {
  const taken = new Map([[placeOf(source), 'the imported file']]);
  const sinks: { -readonly [name in keyof Sinks]: Sink } = {};
  for (const name of written) {
    const path = own[name];
    if (typeof path !== 'string') continue;
    const flag = `--${toKebab(name)}`;
    const other = taken.get(placeOf(path));
    if (other !== undefined)
      throw new UsageError(`${flag} would overwrite ${other}`, { fix: `choose another file for ${flag}` });
    taken.set(placeOf(path), `the file of ${flag}`);
    sinks[name] = await openSink(path);
  }
  return sinks;
}

export async function closeSinks(sinks: Sinks): Promise<void> {
  for (const sink of Object.values(sinks)) await sink.close();
}
