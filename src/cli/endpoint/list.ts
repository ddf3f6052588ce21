// Prints the records of a list: all of them, or one page. Must not know any single endpoint.
import type { Page, RecordData } from '../../client/client.ts';
import { reportsMore } from '../../client/page.ts';
import { hasPlace, showsPlace } from '../../client/records.ts';
import { amount } from '../../contract/amount.ts';
import type { Context } from '../context.ts';
import { defaultFields, knownFields } from '../output/default-fields.ts';
import { printRecords } from '../output/records.ts';
import { askedBySelection, readsAll, type Selection, selected } from '../selection/selection.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { EndpointFlags } from './flags.ts';

/**
 * Prints the whole list, unless one page is asked for, or a table is shown at a terminal.
 * @param isOnePage whether one page is asked for, by its number
 */
export async function printList(
  { endpoint, input, client, context }: EndpointCall,
  { selection, isOnePage }: { readonly selection: Selection; readonly isOnePage: boolean },
): Promise<void> {
  const isWhole = !isOnePage && (await showsAll(context, selection));
  const pages = isWhole
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
    none: () => (isOnePage ? afterLast(last) : undefined),
    defaultFields: defaultFields[endpoint.resource],
    knownFields: knownFields(endpoint.resource),
    asked: askedBySelection(selection),
    select: (records) => selected(context, records, { selection, noun }),
  });
  if (isWhole || last === undefined || !reportsMore(last)) return;
  const shown = hasOthers
    ? `the sessions among ${partOf(last, 'submissions')}`
    : partOf(last, noun);
  const hint = isOnePage ? '' : ' Pass --all to show all.';
  await context.notice(`Shown: ${shown}.${hint}`);
}

/** A person at a terminal sees that a table has more; a script would not. */
async function showsAll(context: Context<EndpointFlags>, selection: Selection): Promise<boolean> {
  const { flags, io } = context;
  if (flags.all === true || flags.limit !== undefined || readsAll(selection)) return true;
  return io.stdout.isTTY !== true || (await context.format()) !== 'table';
}

/** A list of sessions may have every submission: a session is one that has a place. */
function isSession(record: RecordData): boolean {
  return hasPlace(record) || !showsPlace(record);
}

/**
 * Why a page that was asked for by its number is empty. Which records of other pages are sessions
 * is unknown.
 */
function afterLast(page: Page | undefined): string | undefined {
  const { records = [], totalResults = 0 } = page ?? {};
  if (records.length > 0 || totalResults === 0) return undefined;
  return `The page is after the last one: the service lists ${amount(totalResults, 'record')}.`;
}

/** `25 of 61 speakers`. */
function partOf({ records, totalResults }: Page, noun: string): string {
  if (totalResults === undefined) return `${records.length} ${noun}; there are more`;
  return `${records.length} of ${totalResults} ${noun}`;
}

// Takes a function: a promise that fails before the printer awaits it would end the process.
async function* single<T>(read: () => Promise<T>): AsyncGenerator<T> {
  yield await read();
}
