// Decides which rows of a file of talks are about one talk: systems write one row for each author.
// Must not know existing records.
import { quoteCell } from '../columns/quote.ts';
import { foldKey } from '../contract/key.ts';
import type { Body, RunRow, Wanted } from '../runs/row.ts';
import type { FieldFault } from './record-faults.ts';
import type { Work } from './work.ts';

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
export function createPapers({ rows }: Pick<Work, 'rows'>, oneRowPer?: OneRowPer): Papers {
  const byId = new Map<string, RunRow>();
  return {
    add({ id }, row) {
      if (id !== undefined && !byId.has(id)) byId.set(id, row);
    },
    find({ id }, wanted) {
      if (oneRowPer === 'talk') return undefined;
      const { title = '' } = wanted.names;
      const same = rows.find('title', title);
      const [first] = same;
      if (id !== undefined) return withId(byId.get(id), wanted);
      if (first === undefined) return undefined;
      if (oneRowPer === 'speaker') return { first };
      return withAbstract(same, wanted);
    },
  };
}

function withId(first: RunRow | undefined, { names }: Wanted): PaperMatch {
  if (first === undefined || first.names.title === names.title) return first && { first };
  const other = `line ${first.line} has this id and the title ${quoteCell(first.fields.title ?? '')}`;
  const advice = 'correct one of the two, or leave out the column with --map';
  return { fault: { field: 'id', code: 'contradiction', message: `${other}; ${advice}` } };
}

/** Without ids, rows are one talk if their titles and their abstracts are equal. */
function withAbstract(same: readonly RunRow[], { fields }: Wanted): PaperMatch {
  const abstractOf = (row: Pick<Wanted, 'fields'>) => foldKey(row.fields.abstract ?? '');
  const abstract = abstractOf({ fields });
  const first = same.find((row) => abstract !== '' && abstractOf(row) === abstract);
  if (first !== undefined) return { first };
  const unclear = same.find((row) => abstract === '' || abstractOf(row) === '');
  if (unclear === undefined) return undefined;
  const other = `line ${unclear.line} has this title and another address`;
  const unknown = 'and neither ids nor abstracts show whether the rows are one talk';
  return { fault: { field: 'title', code: unclearRows, message: `${other}, ${unknown}` } };
}
