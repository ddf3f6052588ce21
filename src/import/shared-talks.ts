// Joins the rows of a sheet of decisions that are about one talk: systems write a row for each of
// its authors, one of whom has submitted it. Must not know files.
import type { Match } from '../changes/matching.ts';
import type { RecordData } from '../client/client.ts';
import { canBeSamePerson, submitterName } from '../columns/record-name.ts';
import type { RunRow } from '../runs/row.ts';
import { type Batch, comparesPeople } from './batch.ts';
import { joinRow } from './fold-rows.ts';

type Matches = ReadonlyMap<RunRow, Match<RunRow>>;

/**
 * Rows that can only mean one record are about its talk if one of them names its submitter. They
 * are joined with that row, or rejected if their decisions differ.
 * @returns the other matches, and those of the rows that others were joined with
 */
export function joinSharedTalks(batch: Batch, matches: Matches): Matches {
  if (!comparesPeople(batch) || batch.hasBase || batch.creates) return matches;
  const joined = new Map(matches);
  for (const [record, rows] of rowsByRecord(matches)) {
    const first = rows.length < 2 ? undefined : rowOfSubmitter(rows, record, matches);
    // An id beside the title of another row may be a mistake.
    if (first === undefined || rows.some(({ names }) => names.id !== undefined)) continue;
    for (const row of rows) {
      if (row === first) continue;
      joinRow(first, row, batch);
      joined.delete(row);
    }
    const by = isFoundByKey(first, matches) ? 'key' : 'title';
    if (first.state === 'rejected') joined.delete(first);
    else joined.set(first, { kind: 'one', by, record });
  }
  return joined;
}

/** Those that can mean no other record. */
function rowsByRecord(matches: Matches): ReadonlyMap<RecordData, readonly RunRow[]> {
  const rows = new Map<RecordData, RunRow[]>();
  for (const [row, match] of matches) {
    const record = onlyRecord(match);
    if (record === undefined) continue;
    const others = rows.get(record);
    if (others === undefined) rows.set(record, [row]);
    else others.push(row);
  }
  return rows;
}

function onlyRecord(match: Match<RunRow>): RecordData | undefined {
  if (match.kind === 'none') return undefined;
  if (match.kind === 'one') return match.record;
  return match.records.length === 1 ? match.records[0] : undefined;
}

/** A row with the submitter's address, or without addresses with the name. */
function rowOfSubmitter(rows: readonly RunRow[], record: RecordData, matches: Matches) {
  const submitter = submitterName(record);
  const isNamed = ({ names, people = [] }: RunRow) => {
    if (submitter === '' || names.key !== undefined) return false;
    return people.some((name) => canBeSamePerson(name, submitter));
  };
  return rows.find((row) => isFoundByKey(row, matches)) ?? rows.find(isNamed);
}

function isFoundByKey(row: RunRow, matches: Matches): boolean {
  const match = matches.get(row);
  return match !== undefined && match.kind !== 'none' && match.by === 'key';
}
