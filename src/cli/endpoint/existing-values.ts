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
import type { Some } from '../flags.ts';
import { absentText } from '../selection/selection.ts';
import type { EndpointCall } from './call.ts';

export type NewValueFlag = Some<{ readonly allowNewValue: boolean }>;

/** Reads the list of the event for a status that is not recommended. @throws {InvalidInputError} if no record has it */
export async function refuseNewValues({ endpoint, input, client, context }: EndpointCall): Promise<void> {
  const list = listOf(endpoint);
  if (list === undefined || isRead(endpoint) || context.flags.allowNewValue === true) return;
  for (const { name, recommended } of fieldsOf(endpoint.body)) {
    const value = keyText(input.body?.[name]);
    if (recommended === undefined || value === undefined || recommended.includes(value)) continue;
    const why = `The list of ${endpoint.resource} is read, because ${quoted(value)} is not a recommended status`;
    await context.notice(`${why} (--allow-new-value sends it unchecked).`);
    const pages = client.pages(list, { path: { event_id: await context.required('event') } });
    const counts = await countValues(pages, [name, 'status'], value);
    if (!counts.has(value)) throw newStatusError(value, [...counts.keys()], singularOf(endpoint.resource));
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

/** Reports the values that exist, for the filters of a list that is empty. Reads the list without them. */
export async function noteFilteredValues(
  { endpoint, input, client, context }: EndpointCall,
  noun: string,
): Promise<void> {
  const { status, track, ...others }: Readonly<Record<string, unknown>> = { ...input.query, ...input.body };
  // A later page may be past the end.
  if (Number(others.page ?? 1) > 1) return;
  const all = endpoint.body === undefined ? { path: input.path, query: others } : { path: input.path, body: others };
  const filters = [
    { field: 'status', text: keyText(status), fields: ['speaker_status', 'status'] },
    { field: 'track', text: keyText(track), fields: ['track_id', 'track'] },
  ];
  for (const { field, text, fields } of filters) {
    // That nobody has a recommended status yet is no mistake.
    if (text === undefined || context.global.quiet === true || recommendedStatuses.includes(text)) continue;
    const counts = await countValues(client.pages(endpoint, all), fields);
    if (counts.size > 0 && !counts.has(text))
      await context.notice(await absentText({ field, text }, [...counts], noun));
  }
}

/** The values of the first of these fields that a record has, and how many records have each; not all if one is `wanted`. */
async function countValues(
  pages: AsyncIterable<Page>,
  fields: readonly string[],
  wanted?: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const { records } of pages) {
    for (const record of records) {
      const [value] = fields.flatMap((field) => keyText(record[field]) ?? []);
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (wanted !== undefined && counts.has(wanted)) break;
  }
  return counts;
}
