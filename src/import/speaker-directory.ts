// Owns the speakers of a separate file, or of the event, by their ids, names and submissions: each
// has an address. Must not know where tables and lists come from.
import type { RecordData } from '../client/client.ts';
import { lettersOf } from '../columns/fold.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { RowPerson } from '../columns/person-cell.ts';
import { readTable } from '../columns/read-table.ts';
import { personLabel, recordName } from '../columns/record-name.ts';
import type { TableSpec } from '../columns/table-spec.ts';
import { textsIn } from '../columns/vocabulary/text-list.ts';
import { foldKey, keyText, personKeys } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import type { Sheet } from '../files/table.ts';
import { isAddress } from '../people/address.ts';

export interface DirectoryEntry extends Pick<RowPerson, 'name' | 'first' | 'last'> {
  /** For messages: a line of the file, or an id. */
  readonly place: string;
  readonly email: string;
}

/**
 * The submitter of a submission and the further people that the cell names; or those whom it may
 * mean: none, or several.
 */
export type Lookup =
  | { readonly entry: DirectoryEntry; readonly others: readonly string[] }
  | { readonly what: string; readonly candidates: readonly DirectoryEntry[] };

/** Speakers by the texts that name them. */
export function createDirectory(file: string) {
  const ids: Index = new Map();
  const submissions: Index = new Map();
  const names: Index = new Map();

  /** The speaker with the first id of a cell. */
  function byId(cell: string): Lookup {
    const [id, ...others] = idsIn(cell);
    if (id === undefined) return { what: cell.trim(), candidates: [] };
    const labels = others.map((other) => entriesOf(ids, other).map(personLabel)[0] ?? other);
    return lookup(id, entriesOf(ids, id), labels);
  }

  /** The first speaker of a submission, in the order of the file. */
  function bySubmission(cell: string): Lookup {
    const [entry, ...others] = entriesOf(submissions, cell.trim().toLowerCase());
    return lookup(cell.trim(), entry === undefined ? [] : [entry], others.map(personLabel));
  }

  return {
    /** For messages. */
    file,
    isEmpty: () => names.size === 0,
    /** The columns of a file of submissions that have ids of speakers, and of submissions. */
    idColumns(columns: readonly string[]) {
      const bySpeaker = ids.size > 0 ? columnsNamed(columns, speakerIds) : [];
      const byOwn = submissions.size > 0 ? columnsNamed(columns, ownSubmissionIds) : [];
      return [
        ...bySpeaker.map((named) => ({ ...named, find: byId })),
        ...byOwn.map((named) => ({ ...named, find: bySubmission })),
      ];
    },
    add(
      entry: DirectoryEntry,
      ownIds: readonly string[] = [],
      ownSubmissions: readonly string[] = [],
    ): void {
      for (const id of ownIds) add(ids, id, entry);
      for (const id of ownSubmissions) add(submissions, id, entry);
      for (const key of personKeys(entry.name)) add(names, key, entry);
    },
    /**
     * The first of the people of a row, who may have an address themselves. How the name is written
     * decides only between several. Undefined for nobody.
     */
    byPeople([one, ...rest]: readonly RowPerson[]): Lookup | undefined {
      if (one === undefined) return undefined;
      const { name, email, first, last } = one;
      const others = rest.map(personLabel);
      if (email !== undefined && isAddress(email)) {
        return { entry: { place: '', name, email, first, last }, others };
      }
      const found = new Map(personKeys(name).flatMap((key) => [...(names.get(key) ?? [])]));
      const exact = [...found.values()].filter((each) => foldKey(each.name) === foldKey(name));
      return lookup(name, exact.length > 0 ? exact : [...found.values()], others);
    },
  };
}

export type SpeakerDirectory = ReturnType<typeof createDirectory>;

/** The speakers of an event, without those whose addresses the service hides. */
export async function eventDirectory(
  pages: AsyncIterable<{ readonly records: readonly RecordData[] }>,
): Promise<SpeakerDirectory> {
  const directory = createDirectory('the event');
  for await (const { records } of pages) {
    for (const record of records) {
      const email = keyText(record.email);
      if (email === undefined || isMasked('email', email)) continue;
      directory.add({
        place: keyText(record.id) ?? '',
        name: recordName('speakers', record),
        email,
        first: keyText(record.first_name) ?? '',
        last: keyText(record.last_name) ?? '',
      });
    }
  }
  return directory;
}

const directoryFields = {
  email: { person: 'email', role: 'speaker', required: true },
  name: { person: 'name', role: 'speaker' },
  first_name: { person: 'first', role: 'speaker' },
  last_name: { person: 'last', role: 'speaker' },
} as const;

/** A file of speakers, as far as their addresses and names are used. */
export const directoryTable: TableSpec<typeof directoryFields> = {
  kind: 'speakers',
  fields: directoryFields,
};

/** @param mapping of the file's columns to the fields of `directoryTable` */
export function readDirectory(sheet: Sheet, mapping: Mapping): SpeakerDirectory {
  refuseMergedCells(
    sheet,
    mapping.mapped.map(({ index }) => index),
  );
  const directory = createDirectory(sheet.file);
  const ids = columnsNamed(sheet.columns, ownSpeakerIds);
  const submissions = columnsNamed(sheet.columns, submissionIds);
  const table = readTable({ spec: directoryTable, mapping, sheet });
  for (const { line, cells, people } of table.rows()) {
    const idsOf = (columns: ReturnType<typeof columnsNamed>) =>
      columns.flatMap(({ index }) => idsIn(cells[index] ?? ''));
    for (const { name, email, first, last } of people.speaker?.people ?? []) {
      if (email === undefined) continue;
      const entry = { place: `line ${line}`, name, email, first, last };
      directory.add(entry, idsOf(ids), idsOf(submissions));
    }
  }
  return directory;
}

/** The id of the row's own speaker, in a file of speakers. */
const ownSpeakerIds = headers(
  'ID | Code | Speaker ID | Speaker code | Person ID | Person code | User ID | Profile ID | Person',
);

/** The ids of a submission's speakers, in a file of submissions. */
const speakerIds = headers(
  `Speaker ID | Speaker IDs | Speakers IDs | Speaker code | Speaker codes | Person ID | Person IDs
  Submitter ID | Owner ID | Author ID | Author IDs | Presenter ID | Presenter IDs`,
);

/** The ids of a speaker's submissions, in a file of speakers. */
const submissionIds = headers(
  `Submission | Submission ID | Submission IDs | Submission code | Submission codes | Paper
  Paper ID | Paper IDs | Proposal ID | Proposal IDs | Proposal code | Proposal codes | Session ID
  Session IDs | Session code | Talk ID`,
);

/**
 * The id of the row's own submission, in a file of submissions. `#` has no letters, and is compared
 * as it is.
 */
const ownSubmissionIds: ReadonlySet<string> = new Set([
  ...submissionIds,
  '#',
  ...headers('ID | Code'),
]);

function headers(texts: string): ReadonlySet<string> {
  return new Set(textsIn(texts).map(lettersOf));
}

/** The columns that have one of the headers, with their indexes. */
function columnsNamed(columns: readonly string[], headers: ReadonlySet<string>) {
  return columns.flatMap((column, index) => {
    const header = column.trim() === '#' ? '#' : lettersOf(column);
    return headers.has(header) ? [{ column, index }] : [];
  });
}

/** No id has white space: a cell in which something else has it is a title or a name. */
function idsIn(cell: string): readonly string[] {
  const texts = cell.toLowerCase().split(/[,;|\r\n]/);
  const ids = texts.map((text) => text.trim()).filter(Boolean);
  return ids.some((id) => /\s/.test(id)) ? [] : ids;
}

/** By a text, then by the address in lower case: one person may have several rows. */
type Index = Map<string, Map<string, DirectoryEntry>>;

function add(index: Index, key: string, entry: DirectoryEntry): void {
  const entries = index.get(key) ?? new Map<string, DirectoryEntry>();
  index.set(key, entries);
  const address = entry.email.toLowerCase();
  if (!entries.has(address)) entries.set(address, entry);
}

function entriesOf(index: Index, key: string): readonly DirectoryEntry[] {
  return [...(index.get(key)?.values() ?? [])];
}

function lookup(
  what: string,
  candidates: readonly DirectoryEntry[],
  others: readonly string[],
): Lookup {
  const [entry, another] = candidates;
  return entry === undefined || another !== undefined ? { what, candidates } : { entry, others };
}
