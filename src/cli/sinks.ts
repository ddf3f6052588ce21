// Owns the files that an import or a plan writes: rejects and results. They and the file that is read must all differ.
import { toKebab } from '../contract/fields.ts';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import type { Some } from './flags.ts';
import { identityOf, openSink, type Sink } from './user-files.ts';

const written = ['rejects', 'results'] as const;

/** The flags that name files to write, as far as a command has them. */
export type SinkFlags = Some<Readonly<Record<(typeof written)[number] | 'out', string | undefined>>>;

export type Sinks = Readonly<Partial<Record<(typeof written)[number], Sink>>>;

/**
 * Opens the files before anything else is done.
 * @param source the file that is read; `-` is standard input
 * @throws {UsageError} for a file that cannot be written, or is named twice; what `use` throws
 */
export async function usingSinks<T>(
  context: Context<SinkFlags>,
  source: string,
  use: (sinks: Sinks) => Promise<T>,
): Promise<T> {
  const sinks: { -readonly [name in keyof Sinks]: Sink } = {};
  const taken = new Map([[identityOf(source === '-' ? inputOf(context) : source), 'the file that is read']]);
  // A saved plan is opened elsewhere.
  const { out } = context.flags;
  if (out !== undefined) taken.set(identityOf(out), 'the file of --out');
  for (const name of written) {
    const path = context.flags[name];
    if (path === undefined) continue;
    const flag = `--${toKebab(name)}`;
    sinks[name] = await openSink(path);
    const other = taken.get(identityOf(path));
    if (other !== undefined)
      throw new UsageError(`${flag} would overwrite ${other}`, { fix: `choose another file for ${flag}` });
    taken.set(identityOf(path), `the file of ${flag}`);
  }
  return use(sinks);
}

/** The number of standard input, which may be a file that is written as well; its name, if it has none. */
function inputOf({ io: { stdin } }: Context): number | string {
  return 'fd' in stdin && typeof stdin.fd === 'number' ? stdin.fd : '-';
}
