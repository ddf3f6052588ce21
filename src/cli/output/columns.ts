// Which fields of a record a table shows where nobody chose: the ones a person looks for first.
import type { Resource } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { endpointList } from '../../contract/index.ts';

/** In order; a field that no record has is left out, and where none is known the records' own first fields are shown. */
export const defaultColumns: Readonly<Record<Resource, readonly string[]>> = {
  speakers: ['id', 'first_name', 'last_name', 'email', 'company_name', 'speaker_status'],
  submissions: ['id', 'title', 'submitter_email', 'track_id', 'status'],
  sessions: ['id', 'title', 'room', 'start', 'track_id', 'status'],
  contacts: ['email', 'first_name', 'last_name', 'roles'],
  'content-items': ['id', 'title', 'room', 'start', 'speakers'],
};

/** How many fields are shown of a record of which none is known. */
const unknownColumns = 6;

/** The fields to show of these records. */
export function chooseColumns(records: readonly object[], preferred: readonly string[]): readonly string[] {
  const present = new Set(records.flatMap((record) => Object.keys(record)));
  const known = preferred.filter((name) => present.has(name));
  return known.length > 0 ? known : [...present].slice(0, unknownColumns);
}

/** The fields that `--fields` can name on a resource, as far as the specification knows them; a service may have more. */
export function knownFields(resource: Resource): readonly string[] {
  const written = endpointList
    .filter(([, row]) => row.resource === resource && row.returns !== 'page')
    .flatMap(([, row]) => fieldsOf(row.body).map(({ name }) => name));
  return [...new Set([...defaultColumns[resource], ...written])];
}
