// Decides which rows of a file of talks are about one talk: systems write one row for each author.
// Must not know existing records.

import type { Body, Change } from '../changes/change.ts';
import { quoteCell } from '../columns/quote.ts';
import { flagValue } from '../contract/escape.ts';
import { foldKey } from '../contract/key.ts';
import type { RunRow } from '../runs/row.ts';
import type { Fault } from './record-faults.ts';

/** What each row of a file is, if the user specifies it. */
export type OneRowPer = 'talk' | 'speaker';

/** The code of rows that may be the speakers of one talk, or several talks. */
export const unclearRows = 'unclear_rows';

/** The earlier row of the same talk. */
export interface PaperMatch {
  readonly first: RunRow;
  /** If it is unknown whether they are one talk: that of the earlier row, and of this one. */
  readonly faults?: readonly [Fault, Fault];
}

/** The talks of a file, by their rows. */
export type Papers = ReturnType<typeof createPapers>;

/**
 * @param oneRowPer what each row is, if the user specifies it
 * @param idColumn the column of ids, for messages; undefined without any
 */
export function createPapers({
  oneRowPer,
  idColumn = 'id',
}: {
  readonly oneRowPer?: OneRowPer | undefined;
  readonly idColumn?: string | undefined;
} = {}) {
  const withoutIds = `map the column to no field with --map ${flagValue(`${idColumn}=`)}`;
  const byId = new Map<string, RunRow>();
  const ids = new Map<RunRow, string>();
  const byTitle = new Map<string, RunRow>();
  const byAbstract = new Map<string, RunRow>();
  const withoutAbstract = new Map<string, RunRow>();
  return {
    /** The fault of a row with another id than that of the first row with its title and address. */
    otherId(first: RunRow, { id }: Body): Fault | undefined {
      const known = ids.get(first);
      const isOther = oneRowPer !== 'speaker' && known !== undefined && id !== undefined;
      return isOther && idKey(known) !== idKey(id)
        ? otherPaper(first, known, withoutIds)
        : undefined;
    },
    /** Notes the first row of a talk. */
    add({ id }: Body, row: RunRow): void {
      const { title } = row.names;
      if (id !== undefined) {
        addFirst(byId, idKey(id), row);
        ids.set(row, id);
      }
      if (title === undefined) return;
      const abstract = abstractOf(row);
      addFirst(byTitle, title, row);
      if (abstract === '') addFirst(withoutAbstract, title, row);
      else addFirst(byAbstract, JSON.stringify([title, abstract]), row);
    },
    /** Finds the earlier row of the same talk. */
    find({ id }: Body, wanted: Change): PaperMatch | undefined {
      if (oneRowPer === 'talk') return undefined;
      if (id !== undefined) return withId(byId.get(idKey(id)), wanted, withoutIds);
      const { title } = wanted.names;
      if (title === undefined) return undefined;
      const first = byTitle.get(title);
      if (first === undefined) return undefined;
      if (oneRowPer === 'speaker') return { first };
      // Without ids, rows are one talk if their titles and their abstracts are equal.
      const abstract = abstractOf(wanted);
      if (abstract === '') return unclear(first, wanted);
      const same = byAbstract.get(JSON.stringify([title, abstract]));
      if (same !== undefined) return { first: same };
      const open = withoutAbstract.get(title);
      return open && unclear(open, wanted);
    },
  };
}

/** The form in which ids of papers are compared: people type them in upper and lower case. */
function idKey(id: string): string {
  return foldKey(id);
}

function addFirst(rows: Map<string, RunRow>, key: string, row: RunRow): void {
  if (!rows.has(key)) rows.set(key, row);
}

function abstractOf({ fields }: Pick<Change, 'fields'>): string {
  return foldKey(fields.abstract ?? '');
}

function withId(
  first: RunRow | undefined,
  row: Change,
  withoutIds: string,
): PaperMatch | undefined {
  if (first === undefined) return undefined;
  // A row without a title is invalid.
  const titles = new Set([first, row].flatMap(({ names }) => names.title ?? []));
  if (titles.size < 2) return { first };
  return { first, faults: [otherTitle(row, withoutIds), otherTitle(first, withoutIds)] };
}

/** The fault of a row whose id another one has. @param withoutIds how to ignore all ids */
function otherTitle({ line, fields }: Change, withoutIds: string): Fault {
  const other = `line ${line} has this id and the title ${quoteCell(fields.title ?? '')}`;
  const advice = `correct one of the two, or ${withoutIds}`;
  return { field: 'id', code: 'contradiction', message: `${other}; ${advice}` };
}

/** The fault of a row whose title and submitter another row has, with another id. */
function otherPaper({ line }: RunRow, id: string, withoutIds: string): Fault {
  const other = `line ${line} has the same title and submitter, and the id ${quoteCell(id)}`;
  const advice = `change a title if they are two talks, or ${withoutIds} if they are one`;
  return { field: 'id', code: 'contradiction', message: `${other}; ${advice}` };
}

/** The fault of a row whose talk has an invalid one. */
export function invalidTalk({ line }: Pick<Change, 'line'>): Fault {
  const message = `line ${line} is about the same talk, and is invalid`;
  return { field: 'title', code: 'invalid_talk', message };
}

function unclear(first: RunRow, row: Change): PaperMatch {
  return { first, faults: [unclearTalk(row), unclearTalk(first)] };
}

/** The fault of a row whose title another one has. */
function unclearTalk({ line }: Change): Fault {
  const other = `line ${line} has this title and another address`;
  const unknown = 'and neither ids nor abstracts show whether the rows are one talk';
  return { field: 'title', code: unclearRows, message: `${other}, ${unknown}` };
}
