// Finds rows whose record may be one of whose title the service lists only the beginning: it is unknown whether they exist.
import type { RecordData } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { beginningsOf, couldBeCutOff, keyText } from '../contract/key.ts';
import { MalformedResponseError } from '../errors.ts';
import { keysOf } from './rows.ts';
import { bodyOf, type Work } from './work.ts';

export interface CutTitles {
  /** Remembers a record whose title may be cut off. */
  add(record: RecordData): void;
  /** @throws {MalformedResponseError} if one of them may be that of a row that is to be created or in doubt */
  refuseCollisions(work: Work): void;
}

/** An index by the other fields of the key, because a whole list may be cut off. */
export function createCutTitles({ key = [] }: Pick<Endpoint, 'key'>): CutTitles {
  const others = { key: key.filter((field) => field !== 'title') };
  const titles = new Map<string, string[]>();

  return {
    add(record) {
      const title = keyText(record.title);
      if (!key.includes('title') || title === undefined || beginningsOf(title).length === 0) return;
      for (const text of keysOf(others, record)) titles.set(text, [...(titles.get(text) ?? []), title]);
    },
    refuseCollisions(work) {
      if (titles.size === 0) return;
      for (const row of work.table.rowsIn('create', 'doubt', 'contested')) {
        const saved = work.table.read(row);
        const body = bodyOf(work, saved);
        const shown = keysOf(others, body)
          .flatMap((text) => titles.get(text) ?? [])
          .find((title) => couldBeCutOff(title, body.title ?? ''));
        if (shown !== undefined) throw refusal(work.endpoint, saved, shown);
      }
    },
  };
}

function refusal(
  { resource }: Endpoint,
  { fileRow, line }: { readonly fileRow: number; readonly line: number },
  shown: string,
): MalformedResponseError {
  return new MalformedResponseError(
    `the service lists titles that end in an ellipsis, so existing ${resource} may not be recognized; nothing was sent`,
    {
      details: [{ row: fileRow, line, message: `its record may be the one shown as ${JSON.stringify(shown)}` }],
      fix: 'remove the row if this is its record; otherwise, create its record separately',
    },
  );
}
