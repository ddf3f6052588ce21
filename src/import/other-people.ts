// Decides whether a record with the title of a row was submitted by somebody else, and says so.
// Must not know other records.
import { shownKeyFields } from '../changes/matching.ts';
import type { RecordData } from '../client/client.ts';
import { canBeSamePerson, submitterName } from '../columns/record-name.ts';
import type { Resource } from '../contract/endpoint.ts';
import { isAddressField } from '../contract/private-fields.ts';
import type { RunRow } from '../runs/row.ts';
import type { Batch } from './batch.ts';
import { type Fault, otherSubmitter, sharedRecord, shownId } from './record-faults.ts';

/** Whether a record was submitted by nobody whom the row names. */
export function isOfOthers({ people = [] }: RunRow, record: RecordData): boolean {
  const submitter = submitterName(record);
  if (submitter === '' || people.length === 0) return false;
  return people.every((name) => !canBeSamePerson(name, submitter));
}

/** The fault of a row that names others than the submitter of the only talk with its title. */
export function otherPeople(resource: Resource, row: RunRow, record: RecordData): Fault {
  const { people = [], names } = row;
  const id = shownId(resource, record);
  const submitted = `${id} has this title and was submitted by ${submitterName(record)}`;
  const problem = `${submitted}, and the row names ${people.join(', ')}`;
  const clearing = names.key === undefined ? '' : ', and clear the address';
  const advice = `if it is this talk, write its id in a column "id"${clearing}`;
  return { field: 'title', code: 'other_submitter', message: `${problem}; ${advice}` };
}

/** The fault of rows none of whose addresses is shown for the only talk with their title. */
export function otherAddress(
  { endpoint, resource }: Pick<Batch, 'endpoint' | 'resource'>,
  rows: number,
  record: RecordData,
): Fault {
  const id = shownId(resource, record);
  const address = shownKeyFields(endpoint, record).find(isAddressField);
  return address === undefined ? sharedRecord(rows, id) : otherSubmitter(address, id);
}
