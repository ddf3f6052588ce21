// Owns the speakers of a separate file, by their ids, names and submissions: a submission is joined with its submitter. Pure.

import type { RecordData } from '../client/client.ts';
import { isAddress } from '../columns/address.ts';
import { type FieldReader, fieldReader } from '../columns/cell.ts';
import { withPeople } from '../columns/elements.ts';
import { lettersOf } from '../columns/fold.ts';
import type { Mapping } from '../columns/mapping.ts';
import { type NameForm, readPeople } from '../columns/people.ts';
import { fullName } from '../columns/person-name.ts';
import { recordName } from '../columns/record-name.ts';
import { isMasked, isSimilarPerson, keyText } from '../contract/key.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import type { Row, Sheet } from '../files/table.ts';
import { createNameIndex } from './name-index.ts';

export interface DirectoryEntry {
  /** For messages: a line of the file, or an id. */
  readonly place: string;
  readonly email: string;
  readonly first: string;
  readonly last: string;
}

/**
 * The submitter of a submission, or why there is none. `others`: the further people that the cell names; `similar`: the name
 * in the cell, if it is the entry's only as names of people are compared.
 */
export type Lookup =
  | {
      readonly kind: 'found';
      readonly entry: DirectoryEntry;
      readonly others: readonly string[];
      readonly similar?: string;
    }
  | { readonly kind: 'unknown' | 'ambiguous'; readonly what: string; readonly candidates: readonly DirectoryEntry[] };

export interface SpeakerDirectory {
  readonly file: string;
  /** Undefined without a column of ids. */
  readonly byId?: ((cell: string) => Lookup) | undefined;
  /** The first speaker of a submission, in the order of the file; undefined without a column of submissions. */
  readonly bySubmission?: ((cell: string) => Lookup) | undefined;
  readonly byName: (cell: string, form?: NameForm) => Lookup;
}

/** The speakers of an event by their names, without those whose addresses the service hides. */
export async function eventDirectory(
  pages: AsyncIterable<{ readonly records: readonly RecordData[] }>,
): Promise<SpeakerDirectory & { readonly size: number }> {
  const byName = createNameIndex<DirectoryEntry>();
  let size = 0;
  for await (const { records } of pages) {
    for (const record of records) {
      const [email, first, last, id] = ['email', 'first_name', 'last_name', 'id'].map((name) => keyText(record[name]));
      if (email === undefined || isMasked('email', email)) continue;
      size++;
      const entry = { place: id ?? '', email, first: first ?? '', last: last ?? '' };
      byName.add(recordName('speakers', record), entry);
    }
  }
  return { file: 'the event', size, byName: finder(byName) };
}

/** @param mapping of the file's columns to the fields of speakers */
export async function readDirectory(sheet: Sheet, mapping: Mapping): Promise<SpeakerDirectory> {
  refuseMergedCells(
    sheet,
    mapping.mapped.map(({ index }) => index),
  );
  const ids = columnsNamed(sheet.columns, ownSpeakerIds);
  const submissions = columnsNamed(sheet.columns, submissionIds);
  const byId = new Map<string, ByAddress>();
  const bySubmission = new Map<string, ByAddress>();
  const read = fieldReader(mapping);
  const byName = createNameIndex<DirectoryEntry>();
  for (const given of sheet.rows) {
    const row = withPeople(given, mapping);
    const entry = entryOf(row, read);
    if (entry === undefined) continue;
    for (const index of ids) for (const id of listed(row.cells[index])) add(byId, id, entry);
    for (const index of submissions) for (const id of listed(row.cells[index])) add(bySubmission, id, entry);
    byName.add(fullName(entry.first, entry.last), entry);
  }
  const findId = (cell: string): Lookup => {
    const [id = '', ...others] = listed(cell);
    const labels = others.map((other) => labelOf(byId.get(other)?.values().next().value) ?? other);
    return lookup(id, [...(byId.get(id)?.values() ?? [])], labels);
  };
  const findSubmission = (cell: string): Lookup => {
    const id = cell.trim();
    const [entry, ...others] = bySubmission.get(id.toLowerCase())?.values() ?? [];
    return lookup(
      id,
      entry === undefined ? [] : [entry],
      others.flatMap((other) => labelOf(other) ?? []),
    );
  };
  return {
    file: sheet.file,
    byId: ids.length > 0 ? findId : undefined,
    bySubmission: submissions.length > 0 ? findSubmission : undefined,
    byName: finder(byName),
  };
}

/** Finds the first person whom a cell names, unless the cell has an address itself. */
function finder(byName: ReturnType<typeof createNameIndex<DirectoryEntry>>): (cell: string, form?: NameForm) => Lookup {
  return (cell, form) => {
    const { people } = readPeople(cell, form);
    const [{ name, email, first, last } = { name: cell, email: undefined, first: '', last: '' }, ...rest] = people;
    const others = rest.map((other) => other.name || other.email || other.text);
    if (email !== undefined && isAddress(email)) {
      return { kind: 'found', entry: { place: '', email, first, last }, others };
    }
    const found: ByAddress = new Map();
    for (const entry of byName.find(name)) addOnce(found, entry);
    const known = lookup(name, [...found.values()], others);
    if (known.kind === 'found') {
      const isSimilar = isSimilarPerson(name, fullName(known.entry.first, known.entry.last));
      return isSimilar ? { ...known, similar: name } : known;
    }
    if (found.size > 0) return known;
    return { kind: 'unknown', what: name, candidates: byName.similar(name, listedCandidates) };
  };
}

/** The id of the row's own speaker, in a file of speakers. */
const ownSpeakerIds = headers(
  'ID | Code | Speaker ID | Speaker code | Person ID | Person code | User ID | Profile ID | Person',
);

/** The ids of a submission's speakers, in a file of submissions. */
export const speakerIds = headers(
  `Speaker ID | Speaker IDs | Speakers IDs | Speaker code | Speaker codes | Person ID | Person IDs
  Submitter ID | Owner ID | Author ID | Author IDs | Presenter ID | Presenter IDs`,
);

/** The ids of a speaker's submissions, in a file of speakers. */
const submissionIds = headers(
  `Submission | Submission ID | Submission IDs | Submission code | Submission codes | Paper | Paper ID | Paper IDs
  Proposal ID | Proposal IDs | Proposal code | Proposal codes | Session ID | Session IDs | Session code | Talk ID`,
);

/** The id of the row's own submission, in a file of submissions. `#` has no letters, and is compared as it is. */
export const ownSubmissionIds: ReadonlySet<string> = new Set([...submissionIds, '#', ...headers('ID | Code')]);

function headers(texts: string): ReadonlySet<string> {
  return new Set(texts.split(/[|\n]/).map(lettersOf));
}

/** The indexes of the columns that have one of the headers. */
export function columnsNamed(columns: readonly string[], headers: ReadonlySet<string>): readonly number[] {
  return columns.flatMap((column, index) => {
    const header = column.trim() === '#' ? '#' : lettersOf(column);
    return headers.has(header) ? [index] : [];
  });
}

function entryOf({ line, cells, fault }: Row, read: FieldReader): DirectoryEntry | undefined {
  if (fault !== undefined) return undefined;
  const { email = '', first_name: first = '', last_name: last = '' } = read(cells);
  return email === '' ? undefined : { place: `line ${line}`, email, first, last };
}

function listed(cell = ''): readonly string[] {
  return cell
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter(Boolean);
}

function labelOf(entry: DirectoryEntry | undefined): string | undefined {
  return entry && (fullName(entry.first, entry.last) || entry.email);
}

/** By the address in lower case: one person may have several rows. */
type ByAddress = Map<string, DirectoryEntry>;

function add(map: Map<string, ByAddress>, key: string, entry: DirectoryEntry): void {
  const entries = map.get(key) ?? new Map();
  map.set(key, entries);
  addOnce(entries, entry);
}

function addOnce(entries: ByAddress, entry: DirectoryEntry): void {
  const address = entry.email.toLowerCase();
  if (!entries.has(address)) entries.set(address, entry);
}

const listedCandidates = 5;

function lookup(what: string, found: readonly DirectoryEntry[], others: readonly string[]): Lookup {
  const [entry, another] = found;
  if (entry === undefined) return { kind: 'unknown', what, candidates: [] };
  if (another === undefined) return { kind: 'found', entry, others };
  return { kind: 'ambiguous', what, candidates: found.slice(0, listedCandidates) };
}
