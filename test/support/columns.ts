// Maps headers as the commands do, for tests of the vocabulary.
import { findMapping } from '../../src/columns/mapping.ts';
import { fieldsOfTable } from '../../src/columns/table-spec.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { endpoints } from '../../src/contract/index.ts';
import { recordTable } from '../../src/import/record-table.ts';
import { sessionTable } from '../../src/schedule/read/session-table.ts';

export type Kind = 'speakers' | 'submissions' | 'sessions';

const sessions = sessionTable({});
/** Of the schedule files that place sessions. */
const scheduleTerms = {
  kind: sessions.kind,
  requirements: sessions.requirements,
  fields: fieldsOfTable(sessions),
};

const talks = recordTable({
  resource: 'submissions',
  fields: [{ name: 'id', required: false }, ...fieldsOf(endpoints.createSubmission.body)],
  hasFurtherPeople: true,
});

const fields = {
  speakers: fieldsOf(endpoints.createSpeaker.body),
  submissions: fieldsOfTable(talks),
  sessions: fieldsOfTable(sessions),
};

/** The columns that are used, as `column=target`, in the order of the file. */
export function mapHeaders(
  kind: Kind,
  columns: readonly string[],
  map: readonly string[] = [],
): readonly string[] {
  const { mapping } = findMapping({ file: 'a.csv', columns, kind, fields: fields[kind], map });
  return mapping.mapped.map(({ column, target }) => `${column}=${target}`);
}

/**
 * Maps columns separated by `|`; some are marked with `=target`. Returns the found ones and the
 * marked ones.
 */
export function mapMarked(
  kind: Kind,
  text: string,
): readonly [found: readonly string[], expected: readonly string[]] {
  const columns = text.split(/\s*[|\n]\s*/);
  const headers = columns.map((column) => column.replace(/=\w+$/, ''));
  return [mapHeaders(kind, headers), columns.filter((column) => /=\w+$/.test(column))];
}

/** The mapping of a small file: cells are separated by semicolons and are not quoted. */
export function readMapping(kind: Kind, text: string): ReturnType<typeof findMapping> {
  const [columns = [], ...sample] = text.split('\n').map((line) => line.split(';'));
  const own = kind === 'sessions' ? scheduleTerms : { kind, fields: fields[kind] };
  return findMapping({ ...own, file: 'a.csv', columns, map: [], sample });
}
