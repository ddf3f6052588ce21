// Prints the records of a list: one page, or as many as are asked for. Must not know any single
// endpoint.
import type { Page, RecordData } from '../../client/client.ts';
import { pageCount, reportsMore } from '../../client/paging.ts';
import { hasPlace, showsPlace } from '../../client/records.ts';
import { defaultFields, knownFields } from '../output/default-fields.ts';
import { printRecords } from '../output/records.ts';
import { askedBySelection, readsAll, type Selection, selected } from '../selection/selection.ts';
import type { EndpointCall } from './named-record.ts';

/** @param selection with a limit if not all records are asked for */
export async function printList(
  { endpoint, input, client, context }: EndpointCall,
  selection: Selection,
): Promise<void> {
  const isFollowing =
    context.flags.all === true || Number.isFinite(selection.limit) || readsAll(selection);
  const pages = isFollowing
    ? client.pages(endpoint, input)
    : single(() => client.page(endpoint, input));
  let last: Page | undefined;
  let hasOthers = false;
  async function* batches(): AsyncGenerator<readonly RecordData[]> {
    for await (const page of pages) {
      last = page;
      const records =
        endpoint.resource === 'sessions' ? page.records.filter(isSession) : page.records;
      hasOthers ||= records.length < page.records.length;
      yield records;
    }
  }
  const noun = endpoint.resource.replace('-', ' ');
  await printRecords(context, batches(), {
    noun,
    defaultFields: defaultFields[endpoint.resource],
    knownFields: knownFields(endpoint.resource),
    asked: askedBySelection(selection),
    select: (records) => selected(context, records, { selection, noun }),
  });
  if (isFollowing || last === undefined || !reportsMore(last)) return;
  const others = hasOthers ? ' of all submissions; only the placed ones are sessions' : '';
  await context.notice(`${pageText(last)}${others}. Pass --all to list every page.`);
}

/** A list of sessions may have every submission: a session is one that has a place. */
function isSession(record: RecordData): boolean {
  return hasPlace(record) || !showsPlace(record);
}

function pageText(page: Page): string {
  const { page: number, totalResults } = page;
  const pages = pageCount(page);
  const total = totalResults === undefined ? '' : ` (${totalResults} in total)`;
  if (number === undefined || pages === undefined) return `There are more pages${total}`;
  return `Page ${number} of ${pages}${total}`;
}

// Takes a function: a promise that fails before the printer awaits it would end the process.
async function* single<T>(read: () => Promise<T>): AsyncGenerator<T> {
  yield await read();
}
