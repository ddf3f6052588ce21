// Gives flags that are not typed the values that the folder of a program has for them.

import type { WorkingFolder } from '../program/working-folder.ts';
import type { Context } from './context.ts';
import type { Flags, FlagValues } from './flags.ts';

/** By flag, what a folder has for it: the text that would be typed, and for messages its origin. */
const valuesOf: Readonly<
  Record<
    string,
    (folder: WorkingFolder) => { readonly text: string | undefined; readonly origin: string }
  >
> = {
  schedule: ({ schedule, path }) => ({ text: schedule, origin: path }),
  roomsFile: ({ rooms, path }) => ({ text: rooms, origin: path }),
  turnaround: settingOf('turnaround'),
  defaultDuration: settingOf('defaultDuration'),
  every: settingOf('every'),
};

/** A member of `plenary.json` that has the name of the flag. */
function settingOf(name: 'turnaround' | 'defaultDuration' | 'every') {
  return ({ settings, settingsFile }: WorkingFolder) => ({
    text: settings[name],
    origin: `${settingsFile}: ${name}`,
  });
}

/**
 * The context with the values of the folder that the command works in.
 * @throws {UsageError} for a value that cannot be read
 */
export async function withFolderFlags<F extends Flags>(
  context: Context<FlagValues<F>>,
  flags: F,
): Promise<Context<FlagValues<F>>> {
  const names = Object.keys(flags).filter((name) => {
    return Object.hasOwn(valuesOf, name) && !context.typed.has(name);
  });
  const folder = names.length === 0 ? undefined : await context.folder();
  if (folder === undefined) return context;
  const values: Record<string, unknown> = { ...context.flags };
  for (const name of names) {
    const { text, origin } = valuesOf[name]?.(folder) ?? { origin: '' };
    if (text !== undefined) values[name] = flags[name]?.read(text, origin);
  }
  return { ...context, flags: values as FlagValues<F> };
}
