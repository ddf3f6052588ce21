// Compares the values of a command with those that an event's records have. Must not know any single endpoint.
import type { Page } from '../../client/client.ts';
import { isRead, singularOf } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { listOf } from '../../contract/index.ts';
import { keyText } from '../../contract/key.ts';
import { recommendedStatuses } from '../../contract/text.ts';
import { UsageError } from '../../errors.ts';
import { newStatusError } from '../new-values.ts';
import { quoted } from '../output/text.ts';
import { absentText } from '../selection/selection.ts';
import type { Call } from './call.ts';

/**
 * A status that is not recommended must be one that another record has.
 * @throws {InvalidInputError} if it is not @throws {UsageError} without an event, whose list has the statuses
 */
export async function refuseNewValues({ endpoint, input, client, context }: Call): Promise<void> {
  const list = listOf(endpoint);
  if (list === undefined || isRead(endpoint) || context.own.allowNewValue === true) return;
  for (const { name, recommended } of fieldsOf(endpoint.body)) {
    const value = keyText(input.body?.[name]);
    if (recommended === undefined || value === undefined || recommended.includes(value)) continue;
    const { value: event } = await context.setting('event');
    const noun = singularOf(endpoint.resource);
    if (event === undefined) {
      throw new UsageError(`without an event, it is unknown whether a ${noun} has the status ${quoted(value)}`, {
        fix: 'pass --event, or pass --allow-new-value to send the status unchecked',
      });
    }
    const pages = client.pages(list, { path: { event_id: event } });
    const counts = await countValues(pages, [name, 'status'], value).catch(async (error) => {
      await context.notice(
        `The list shows whether ${quoted(value)} is a status; --allow-new-value sends it unchecked.`,
      );
      throw error;
    });
    if (!counts.has(value)) throw newStatusError([value], counts.keys(), noun);
  }
}

/** In which fields of records the service looks for the value of a filter. */
const filtered = { status: ['speaker_status', 'status'], track: ['track_id', 'track'] } as const;

/** Reports the values that exist, for the filters of a list that is empty. Reads the list without them. */
export async function noteFilteredValues({ endpoint, input, client, context }: Call, noun: string): Promise<void> {
  const { status, track, ...others }: Readonly<Record<string, unknown>> = { ...input.query, ...input.body };
  const all = endpoint.body === undefined ? { path: input.path, query: others } : { path: input.path, body: others };
  for (const [field, value] of Object.entries({ status, track })) {
    const text = keyText(value);
    // That nobody has a recommended status yet is no mistake.
    if (text === undefined || context.global.quiet === true || recommendedStatuses.includes(text)) continue;
    const counts = await countValues(client.pages(endpoint, all), filtered[field === 'status' ? field : 'track']);
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
