// Owns the index of a website's files: whose pages they are. A name in it never changes, so that
// links survive a new title.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  literal,
  object,
  enum as oneOf,
  type output,
  record,
  regex,
  safeParse,
  string,
} from 'zod/mini';
import { quoted } from '../../contract/amount.ts';
import { InvalidInputError, UsageError } from '../../errors.ts';
import { parseJson } from '../../runs/json-lines.ts';
import { refuseOther } from '../entries.ts';
import { namePattern } from './names.ts';

/** Site generators publish no file whose name begins with a dot. */
export const indexName = '.plenary-index.json';

const names = record(string(), string().check(regex(namePattern)));

const index = object({
  schemaVersion: literal('2.0'),
  event: string(),
  format: oneOf(['json', 'markdown']),
  talks: names,
  speakers: names,
});

export type SiteIndex = output<typeof index>;

/**
 * Undefined if the folder has none yet.
 * @throws {InvalidInputError} if it is damaged
 * @throws {UsageError} if it is that of another event, or of another format
 */
export function readIndex(
  folder: string,
  { event, format }: Pick<SiteIndex, 'event' | 'format'>,
): SiteIndex | undefined {
  const file = join(folder, indexName);
  refuseOther(file, 'file');
  if (!existsSync(file)) return undefined;
  const { data } = safeParse(index, parseJson(readFileSync(file, 'utf8')));
  if (data === undefined || hasRepeats(data.talks) || hasRepeats(data.speakers)) {
    throw new InvalidInputError(`${file} is damaged, or not an index of pages`, {
      fix: 'restore it from version control',
    });
  }
  if (data.event !== event) {
    throw new UsageError(`${folder} has the pages of event ${quoted(data.event)}`, {
      fix: 'pass another folder, or the event of this one with --event',
    });
  }
  if (data.format !== format) {
    throw new UsageError(`${folder} was exported with --format ${data.format}`, {
      fix: `pass --format ${data.format}, or another folder`,
    });
  }
  return data;
}

export function indexText(content: Omit<SiteIndex, 'schemaVersion'>): string {
  const { event, format, talks, speakers } = content;
  const saved: SiteIndex = { schemaVersion: '2.0', event, format, talks, speakers };
  return `${JSON.stringify(saved, null, 2)}\n`;
}

function hasRepeats(named: Readonly<Record<string, string>>): boolean {
  const all = Object.values(named);
  return new Set(all).size < all.length;
}
