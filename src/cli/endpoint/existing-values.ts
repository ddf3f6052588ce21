// Compares the values of a command with those that an event's records have: a status that no record
// has is refused, because the API accepts any text, and it is probably misspelled. Must not know
// any single endpoint.
import type { Page } from '../../client/client.ts';
import { similarTo } from '../../columns/similarity.ts';
import { quoted } from '../../contract/amount.ts';
import { isRead, type Resource, singularOf } from '../../contract/endpoint.ts';
import { listOf } from '../../contract/index.ts';
import { keyText } from '../../contract/key.ts';
import { isRecommended, statuses } from '../../contract/statuses.ts';
import { InvalidInputError } from '../../errors.ts';
import type { EndpointCall } from './endpoint-call.ts';

/**
 * Reads the list of the event for a status that is not recommended.
 * @throws {InvalidInputError} if no record has it
 */
export async function refuseNewValues({
  endpoint,
  input,
  client,
  context,
}: EndpointCall): Promise<void> {
  const list = listOf(endpoint);
  const ofRecords = statuses[endpoint.resource];
  const { field } = ofRecords;
  const status = keyText(input.body?.[field]);
  if (list === undefined || isRead(endpoint) || context.flags.allowNewValue === true) return;
  if (status === undefined || isRecommended(ofRecords, status)) return;
  const why = `because ${quoted(status)} is not a recommended status`;
  const how = '(--allow-new-value sends it unchecked)';
  await context.notice(`The list of ${endpoint.resource} is read, ${why} ${how}.`);
  const pages = client.pages(list, { path: { event_id: await context.requiredEvent() } });
  const used = await valuesUntil(status, pages, [field, 'status']);
  if (!used.has(status)) throw newStatusError(status, [...used], endpoint.resource);
}

/** @param known the statuses that records have */
function newStatusError(status: string, known: readonly string[], resource: Resource) {
  const all = [...new Set([...known, ...statuses[resource].recommended])];
  const similar = similarTo(status, new Set(all), 3);
  const fix =
    similar.length > 0
      ? `did you mean ${similar.join(' or ')}?`
      : `the statuses are ${all.join(', ')};`;
  const message = `no ${singularOf(resource)} has the status ${quoted(status)}; nothing was sent`;
  return new InvalidInputError(message, { fix: `${fix} --allow-new-value sends a new status` });
}

/** The values of the first of these fields that a record has, until one is `wanted`. */
async function valuesUntil(
  wanted: string,
  pages: AsyncIterable<Page>,
  fields: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  for await (const { records } of pages) {
    for (const record of records) {
      const [value] = fields.flatMap((field) => keyText(record[field]) ?? []);
      if (value !== undefined) values.add(value);
    }
    if (values.has(wanted)) break;
  }
  return values;
}
