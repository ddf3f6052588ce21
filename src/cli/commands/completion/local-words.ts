// Prints the words of this machine that completion offers: time zones, profiles, runs. Sends nothing, and changes no file.
import { profileNames } from '../../../config/profiles.ts';
import { type Io, write } from '../../io.ts';

const readers: Readonly<Record<string, (io: Io) => readonly string[] | Promise<readonly string[]>>> = {
  timezone: () => [...Intl.supportedValuesOf('timeZone'), 'UTC'],
  profile: profileNames,
  run: async (io) => (await import('../../review/sending.ts')).savedRuns(io).names(),
};

/** One word on each line; nothing if they cannot be read, because a message would appear in the line that is being typed. */
export async function printLocalWords(kind: string | undefined, io: Io): Promise<void> {
  const words = await read(kind, io).catch(() => []);
  const printable = words.filter((word) => !/[^\P{Cc}]/u.test(word));
  await write(io.stdout, printable.map((word) => `${word}\n`).join('')).catch(() => undefined);
}

async function read(kind = '', io: Io): Promise<readonly string[]> {
  return Object.hasOwn(readers, kind) ? ((await readers[kind]?.(io)) ?? []) : [];
}
