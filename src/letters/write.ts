// Writes letters into their folder, and into the ledger who has them. After a kill at any instant,
// the same command completes it: no entry is in the ledger before its letter is in its place, and a
// letter without an entry is written again under the same name.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFolder } from '../create-folder.ts';
import { OutputError, systemFault } from '../errors.ts';
import { ledgerName } from '../program/files.ts';
import { ignorePaths, openPrivateFolder } from '../program/private-files.ts';
import { removeLeftovers, replaceFiles } from '../replace-file.ts';
import { ledgerText, readLedger } from './ledger.ts';
import { composeLetter, type Envelope, type Letter } from './letter.ts';
import { outboxName, outboxText, readOutbox } from './outbox.ts';

export interface LetterPlaces {
  /** The folder of the letters. */
  readonly out: string;
  /** The list of people; `-` is standard input. */
  readonly list: string;
  /** The folder of the program, if there is one: it has the ledger. */
  readonly folder: string | undefined;
}

export function ledgerOf({ out, folder = out }: Pick<LetterPlaces, 'out' | 'folder'>): string {
  return join(folder, ledgerName).replaceAll('\\', '/');
}

/** The files that are open at a time, and the letters that a kill leaves without an entry. */
const batchSize = 100;

/**
 * Writes them, and brings the table of letters up to date.
 * @throws {OutputError} if a file cannot be written
 */
export async function writeLetters(
  letters: readonly Letter[],
  places: LetterPlaces,
  { signal, ...envelope }: Envelope & { readonly signal: AbortSignal },
): Promise<void> {
  if (letters.length === 0 && !existsSync(places.out)) return;
  openOutFolder(places.out);
  const { folder, out, list } = places;
  if (folder !== undefined) ignorePaths(folder, [`${out}/`, ...(list === '-' ? [] : [list])]);
  const batches = Array.from({ length: Math.ceil(letters.length / batchSize) }, (_, at) =>
    letters.slice(at * batchSize, (at + 1) * batchSize),
  );
  for (const batch of batches) {
    signal.throwIfAborted();
    const messages = new Map<Letter, string>();
    for (const letter of batch) messages.set(letter, await composeLetter(letter, envelope));
    placeLetters(places.out, messages);
    addEntries(places, batch, envelope);
  }
  // Some may have been moved away.
  if (batches.length === 0) placeLetters(places.out, new Map());
}

/** Creates it, and removes what a command that was killed has left there. */
function openOutFolder(out: string): void {
  try {
    createPrivateFolder(out);
    removeLeftovers(out);
  } catch (cause) {
    throw new OutputError(...systemFault(`cannot write ${out}`, cause));
  }
}

/**
 * The letters come first: a row of the table names a file that exists.
 * @param messages the texts of their files
 */
function placeLetters(out: string, messages: ReadonlyMap<Letter, string>): void {
  const table = join(out, outboxName);
  const before = readOutbox(table);
  if (messages.size + before.size === 0) return;
  const letters = [...messages.keys()];
  const names = new Set([...readdirSync(out), ...letters.map(({ file }) => file)]);
  replaceFiles(out, (files) => {
    for (const [{ file }, source] of messages) {
      files.begin(join(out, file), 0o600).write(source);
    }
    files.beginLast(table, 0o600).write(outboxText(before, letters, names));
  });
}

/** Read again, because another command may have added some meanwhile. */
function addEntries(
  { out, folder }: LetterPlaces,
  letters: readonly Letter[],
  { template, date }: Envelope,
): void {
  const day = new Date(date).toISOString().slice(0, 10);
  const added = letters.map(({ person, hash }) => ({ person, template, text: hash, date: day }));
  const ledger = ledgerOf({ out, folder });
  const place = folder === undefined ? out : openPrivateFolder(folder);
  replaceFiles(place, (files) => {
    files.begin(ledger).write(ledgerText(readLedger(ledger), added));
  });
}
