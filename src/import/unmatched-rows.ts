// Decides what becomes of rows that match no record: each is created, or rejected with what it may
// have meant. Must not know requests.

import { bodyOf, creationBody } from '../changes/change.ts';
import { nearestOf } from '../columns/similarity.ts';
import { keyText, nameFieldOf } from '../contract/key.ts';
import { isAddressField } from '../contract/private-fields.ts';
import type { RunRow } from '../runs/row.ts';
import { type Batch, newRecord, reject } from './batch.ts';
import {
  duplicate,
  type Fault,
  missingField,
  notFound,
  otherSubmitter,
  titleWithoutId,
  unknownId,
} from './record-faults.ts';
import { noteFeedback, type Resolver, withFeedback } from './resolver.ts';
import { violationsIn } from './row-check.ts';

/** Creates the rows that match no record, or rejects them. */
export function resolveUnmatched(resolver: Resolver): void {
  const { batch, byName } = resolver;
  let searched = 0;
  let nearest: ((name: string) => string | undefined) | undefined;
  const similarTo = (name: string) => {
    if (searched++ >= searchedRows) return undefined;
    nearest ??= nearestOf(byName.keys());
    const key = nearest(name);
    return key === undefined ? undefined : byName.get(key);
  };
  for (const row of batch.rows.in('create')) {
    const { names, base, fields } = row;
    const isNew = batch.creates && names.id === undefined && Object.keys(base ?? {}).length === 0;
    if (isNew) checkCreation(resolver, row);
    else if (names.id !== undefined) reject(batch, row, [unknownId(names.id)]);
    else {
      const name = keyText(fields[nameFieldOf(batch.endpoint)]);
      const namesake = names.title === undefined ? undefined : byName.get(names.title);
      const isSearched = name !== undefined && namesake === undefined;
      const similar = isSearched ? similarTo(name) : undefined;
      const fault =
        namesake === undefined
          ? notFound(batch.endpoint, name, similar)
          : namesakeFault(batch, namesake.id);
      reject(batch, row, [fault]);
    }
  }
}

/**
 * Of a row that found no record, although one has its title.
 * @param id of that record
 */
function namesakeFault({ endpoint, rows, hasBase }: Batch, id: string): Fault {
  if (hasBase) return titleWithoutId(id);
  // Whose it is may be hidden: only a row with its id claims it without an address.
  const [owner] = rows.find('id', id);
  if (owner !== undefined) return duplicate(owner.line);
  return otherSubmitter(endpoint.key?.find(isAddressField) ?? nameFieldOf(endpoint), id);
}

/** The most similar title is looked for in as many rows. */
const searchedRows = 20;

function checkCreation(resolver: Resolver, row: RunRow): void {
  const { batch } = resolver;
  const wanted = withFeedback(resolver, row, newRecord(bodyOf(row)), []);
  const faults = [
    ...missingFields(batch, row),
    ...resolver.statusFaults(row.fields),
    ...('faults' in wanted ? wanted.faults : []),
  ];
  if (faults.length > 0) reject(batch, row, faults);
  else noteFeedback(resolver, row);
}

/** What a new record lacks. */
function missingFields({ endpoint, updateOnly }: Batch, row: RunRow): readonly Fault[] {
  return violationsIn(creationBody(row, updateOnly), endpoint.body).map(missingField);
}
