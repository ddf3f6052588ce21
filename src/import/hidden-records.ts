// Refuses to create records where it is unknown which ones exist: names are hidden, or a list may be cut off.
import { recordId, shapeOf } from '../client/response.ts';
import { quoted } from '../contract/amount.ts';
import { keyText } from '../contract/key.ts';
import { ConflictError, MalformedResponseError, UsageError } from '../errors.ts';
import { type ListedEvent, listLimit } from './listed-event.ts';
import type { Work } from './work.ts';

/**
 * An address or a title that is not shown may be that of any row.
 * @throws {UsageError} for addresses @throws {MalformedResponseError} for titles
 */
export function refuseHiddenNames({ endpoint, rows, resource }: Work, { unnamed }: ListedEvent): void {
  if (unnamed === undefined || rows.count('create', 'unknown') === 0) return;
  const [name = ''] = endpoint.key ?? [];
  const id = recordId(unnamed, resource) ?? 'one of them';
  const value = unnamed[name];
  const shown = keyText(value) === undefined ? `${name} is ${shapeOf(value)}` : `as ${quoted(String(value))}`;
  const details = [{ message: `${id} is shown with ${name === 'title' ? 'the title' : 'the address'} ${shown}` }];
  if (name !== 'title') {
    throw new UsageError(
      `the service hides e-mail addresses from this token, so existing ${resource} cannot be recognized; nothing was sent`,
      { details, fix: 'use a token with access to e-mail addresses' },
    );
  }
  throw new MalformedResponseError(
    `the service does not show whole titles, so existing ${resource} may not be recognized; nothing was sent`,
    { details, fix: 'use a service that lists whole titles; otherwise, an import could create duplicates' },
  );
}

/**
 * Where submitters are hidden, a list that is cut off would hide which submissions exist.
 * @throws {ConflictError} if the new records could make the list longer than hosts show
 */
export function refuseListLimit(
  work: Pick<Work, 'rows' | 'resource' | 'ignoresListLimit'>,
  event: Pick<ListedEvent, 'count' | 'hidesKeys'>,
): void {
  const created = work.rows.count('create');
  if (work.ignoresListLimit || !event.hidesKeys || created === 0) return;
  if (event.count > listLimit || event.count + created < listLimit) return;
  throw new ConflictError(
    `the list has ${event.count} ${work.resource}, and ${created} would be created: hosts of this service list at most ${listLimit}, so that existing ones may be missing from the list; nothing was sent`,
    { fix: 'divide the event, or pass --no-list-limit if this service lists more' },
  );
}
