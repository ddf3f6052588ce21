// Decides which rows of a file of talks are about one talk: systems write one row for each author.
// Must not know existing records.
import { quoteCell } from '../columns/quote.ts';
import { foldKey } from '../contract/key.ts';
import type { Body, RunRow, Wanted } from '../runs/row.ts';
import type { FieldFault } from './record-faults.ts';

/** What each row of a file is, if the user specifies it. */
export type OneRowPer = 'talk' | 'speaker';

/** The code of rows that may be the speakers of one talk, or several talks. */
export const unclearRows = 'unclear_rows';

/** The earlier row of the same talk, a fault if that is unknown, or nothing if there is none. */
export type PaperMatch = { readonly first: RunRow } | { readonly fault: FieldFault } | undefined;

export interface Papers {
  find(body: Body, wanted: Wanted): PaperMatch;
  /** Notes the first row of a talk. */
  add(body: Body, row: RunRow): void;
}

/** @param work of an import of submissions */
export function createPapers(oneRowPer?: OneRowPer): Papers {
  const byId = new Map<string, RunRow>();
  const byTitle = new Map<string, RunRow>();
  const byAbstract = new Map<string, RunRow>();
  const withoutAbstract = new Map<string, RunRow>();
  return {
    add({ id }, row) {
      const { title = '' } = row.names;
      const abstract = abstractOf(row);
      addFirst(byTitle, title, row);
      if (id !== undefined) addFirst(byId, id, row);
      if (abstract === '') addFirst(withoutAbstract, title, row);
      else addFirst(byAbstract, JSON.stringify([title, abstract]), row);
    },
    find({ id }, wanted) {
      if (oneRowPer === 'talk') return undefined;
      const { title = '' } = wanted.names;
      if (id !== undefined) return withId(byId.get(id), wanted);
      const first = byTitle.get(title);
      if (first === undefined) return undefined;
      if (oneRowPer === 'speaker') return { first };
      // Without ids, rows are one talk if their titles and their abstracts are equal.
      const abstract = abstractOf(wanted);
      if (abstract === '') return unclear(first);
      const same = byAbstract.get(JSON.stringify([title, abstract]));
      if (same !== undefined) return { first: same };
      const open = withoutAbstract.get(title);
      return open && unclear(open);
    },
  };
}

function addFirst(rows: Map<string, RunRow>, key: string, row: RunRow): void {
  if (!rows.has(key)) rows.set(key, row);
}

function abstractOf({ fields }: Pick<Wanted, 'fields'>): string {
  return foldKey(fields.abstract ?? '');
}

function withId(first: RunRow | undefined, { names }: Wanted): PaperMatch {
  if (first === undefined || first.names.title === names.title) return first && { first };
  const other = `line ${first.line} has this id and the title ${quoteCell(first.fields.title ?? '')}`;
  const advice = 'correct one of the two, or leave out the column with --map';
  return { fault: { field: 'id', code: 'contradiction', message: `${other}; ${advice}` } };
}

function unclear({ line }: RunRow): PaperMatch {
  const other = `line ${line} has this title and another address`;
  const unknown = 'and neither ids nor abstracts show whether the rows are one talk';
  return { fault: { field: 'title', code: unclearRows, message: `${other}, ${unknown}` } };
}
