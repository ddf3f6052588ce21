// Compares the values of a command with those that an event's records have: a status that no record has is refused,
// because the API accepts any text, and it is probably misspelled. Must not know any single endpoint.
import type { Page } from '../../client/client.ts';
import { similarTo } from '../../columns/similarity.ts';
import { quoted } from '../../contract/amount.ts';
import { isRead, singularOf } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { listOf } from '../../contract/index.ts';
import { keyText } from '../../contract/key.ts';
import { recommendedStatuses } from '../../contract/text.ts';
import { InvalidInputError } from '../../errors.ts';
import type { EndpointCall } from './named-record.ts';

/** Reads the list of the event for a status that is not recommended. @throws {InvalidInputError} if no record has it */
export async function refuseNewValues({ endpoint, input, client, context }: EndpointCall): Promise<void> {
  const list = listOf(endpoint);
  if (list === undefined || isRead(endpoint) || context.flags.allowNewValue === true) return;
  for (const { name, recommended } of fieldsOf(endpoint.body)) {
    const value = keyText(input.body?.[name]);
    if (recommended === undefined || value === undefined || recommended.includes(value)) continue;
    const why = `The list of ${endpoint.resource} is read, because ${quoted(value)} is not a recommended status`;
    await context.notice(`${why} (--allow-new-value sends it unchecked).`);
    const pages = client.pages(list, { path: { event_id: await context.requiredEvent() } });
    const known = await valuesUntil(value, pages, [name, 'status']);
    if (!known.has(value)) throw newStatusError(value, [...known], singularOf(endpoint.resource));
  }
}

/** @param known the statuses that records have @param noun of one record */
function newStatusError(status: string, known: readonly string[], noun: string): InvalidInputError {
  const similar = similarTo(status, new Set([...known, ...recommendedStatuses]), 3);
  const all = [...new Set([...known, ...recommendedStatuses])];
  const fix = similar.length > 0 ? `did you mean ${similar.join(' or ')}?` : `the statuses are ${all.join(', ')};`;
  return new InvalidInputError(`no ${noun} has the status ${quoted(status)}; nothing was sent`, {
    fix: `${fix} --allow-new-value sends a new status`,
  });
}

/** The values of the first of these fields that a record has, until one is `wanted`. */
async function valuesUntil(
  wanted: string,
  pages: AsyncIterable<Page>,
  fields: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { records } of pages) {
    for (const record of records) {
      const [value] = fields.flatMap((field) => keyText(record[field]) ?? []);
      if (value !== undefined) found.add(value);
    }
    if (found.has(wanted)) break;
  }
  return found;
}
