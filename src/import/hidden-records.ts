// Refuses to create records where it is unknown which ones exist: names are hidden, or a list may
// be cut off.
import { listLimit } from '../client/pages.ts';
import { type RecordData, recordId, shapeOf } from '../client/response.ts';
import { quoteValue } from '../columns/quote.ts';
import { quoted } from '../contract/amount.ts';
import { keyText, nameFieldOf, titleKey } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import { ConflictError, MalformedResponseError, UsageError } from '../errors.ts';
import type { Batch } from './batch.ts';
import { beginningOf, type EventRecords } from './event-records.ts';

/**
 * A record whose name is not shown may be that of any row.
 * @throws {UsageError} for addresses
 * @throws {MalformedResponseError} for titles
 */
export function refuseHiddenNames(batch: Batch, event: EventRecords): void {
  const { endpoint, rows, resource } = batch;
  if (rows.count('create', 'unknown') === 0) return;
  refuseCutTitles(batch, event);
  if (event.unnamed === undefined) return;
  const name = nameFieldOf(endpoint);
  const id = recordId(event.unnamed, resource) ?? 'one of them';
  const noun = name === 'title' ? 'title' : 'address';
  const details = [{ message: `the ${noun} of ${id} is ${shownAs(name, event.unnamed[name])}` }];
  if (name !== 'title') {
    throw new UsageError(
      `the service hides e-mail addresses from this token, so existing ${resource} cannot be ` +
        'recognized; nothing was sent',
      { details, fix: 'use a token with access to e-mail addresses' },
    );
  }
  throw new MalformedResponseError(
    `the service does not show titles, so existing ${resource} may not be recognized; nothing ` +
      'was sent',
    {
      details,
      fix: 'use a service that lists titles; otherwise, an import could create duplicates',
    },
  );
}

function shownAs(field: string, value: unknown): string {
  const text = keyText(value);
  if (text !== undefined) {
    return `shown as ${isMasked(field, text) ? quoted(text) : quoteValue(field, text)}`;
  }
  if (value === undefined) return 'not shown';
  return typeof value === 'string' ? 'blank' : shapeOf(value);
}

/** A title that ends in an ellipsis may be that of each row whose title begins so. */
function refuseCutTitles({ rows, resource }: Batch, { cutOff }: EventRecords): void {
  const records = new Map<string, RecordData>();
  for (const record of cutOff) {
    const beginning = beginningOf(record.title);
    if (beginning !== undefined) records.set(beginning, record);
  }
  const lengths = new Set([...records.keys()].map(({ length }) => length));
  for (const { fields, line } of rows.in('create', 'unknown')) {
    const text = keyText(fields.title);
    if (text === undefined) continue;
    const title = titleKey(text);
    for (const length of lengths) {
      const record = records.get(title.slice(0, length));
      if (record === undefined) continue;
      const id = recordId(record, resource) ?? 'one of them';
      throw new MalformedResponseError(
        `the service may not show whole titles, so existing ${resource} may not be recognized; ` +
          'nothing was sent',
        {
          details: [
            {
              line,
              message: `this may be ${id}, which is shown as ${quoted(String(record.title))}`,
            },
          ],
          fix:
            'if it is another one, create it with `plenary submissions add`, and import the ' +
            'others',
        },
      );
    }
  }
}

/**
 * Where submitters are hidden, a list that is cut off would hide which submissions exist.
 * @param sent what has been sent so far
 * @throws {ConflictError} if the new records could make the list longer than hosts show
 */
export function refuseListLimit(
  batch: Pick<Batch, 'rows' | 'resource' | 'ignoresListLimit'>,
  event: { readonly count: number; readonly hidesKeys: boolean },
  sent = 'nothing was sent',
): void {
  const created = batch.rows.count('create');
  if (batch.ignoresListLimit || !event.hidesKeys || created === 0) return;
  if (event.count > listLimit || event.count + created < listLimit) return;
  throw new ConflictError(
    `the list has ${event.count} ${batch.resource}, and ${created} would be created: hosts of ` +
      `this service list at most ${listLimit}, so that existing ones may be missing from the ` +
      `list; ${sent}`,
    { fix: 'divide the event, or pass --no-list-limit if this service lists more' },
  );
}
