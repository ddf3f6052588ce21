// Chooses and sorts the records of a list here, after they were read. Must not know how they are printed.

import { amount, plural, quoted } from '../../contract/amount.ts';
import { singularOf } from '../../contract/endpoint.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { AskedField } from '../output/known-fields.ts';
import { sorted } from './sort.ts';
import type { Condition, SortKey } from './terms.ts';
import { type AbsentValue, createValueWatch, meets } from './where.ts';

type Row = Readonly<Record<string, unknown>>;

/** What to choose from the records, and in which order. */
export interface Selection {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortKey[];
  /** How many records at most. */
  readonly limit: number;
}

/** The flags that select; a command may have some of them. */
export interface SelectionFlags {
  readonly where?: readonly Condition[];
  readonly sort?: readonly SortKey[] | undefined;
  readonly limit?: number | undefined;
}

/** The conditions, the order and the limit that the command line specifies. */
export function readSelection({ flags }: Pick<Context<SelectionFlags>, 'flags'>): Selection {
  const { where: conditions = [], sort: order = [], limit = Number.POSITIVE_INFINITY } = flags;
  return { conditions, order, limit };
}

/** Whether one page of the list is not enough. */
export function readsAll({ conditions, order }: Selection): boolean {
  return conditions.length + order.length > 0;
}

/** The fields that a selection names. */
export function askedBySelection({ conditions, order }: Selection): readonly AskedField[] {
  return [
    ...conditions.map(({ field: name }) => ({ flag: '--where', name })),
    ...order.map(({ field: name }) => ({ flag: '--sort', name })),
  ];
}

/** @throws {UsageError} if the records are taken from the whole list, and one page of it is asked for */
export function refusePage(
  { all, limit }: SelectionFlags & { readonly all?: boolean | undefined },
  selection: Selection,
  page: unknown,
): void {
  if (page === undefined || (all !== true && limit === undefined && !readsAll(selection))) return;
  const message = '--page: --all, --limit, --where and --sort read the list from its first page';
  throw new UsageError(message, { fix: 'remove --page' });
}

/**
 * The chosen records. Conditions are applied page by page; only an order needs all of these records in memory. Notices
 * report how many were read, and values that no record has.
 */
export async function* selected<Record extends Row>(
  context: Context,
  batches: AsyncIterable<readonly Record[]>,
  selection: Selection,
  noun: string,
): AsyncGenerator<readonly Record[]> {
  const { conditions, order, limit } = selection;
  const watch = createValueWatch(conditions);
  const held: Record[] = [];
  let read = 0;
  let matching = 0;
  let isCut = false;
  for await (const batch of batches) {
    read += batch.length;
    for (const record of batch) watch.add(record);
    const found = batch.filter((record) => meets(record, conditions));
    if (order.length > 0) {
      for (const record of found) held.push(record);
      matching += found.length;
      continue;
    }
    const shown = found.slice(0, limit - matching);
    matching += shown.length;
    yield shown;
    isCut = matching === limit;
    if (isCut) break;
  }
  if (order.length > 0) yield sorted(held, order).slice(0, limit);
  const records = amount(read, singularOf(noun), noun);
  const found = conditions.length > 0 ? `; ${matching} ${plural(matching, 'matches', 'match')}` : '';
  if (readsAll(selection)) {
    const text = isCut ? `Read ${records} until ${matching} matched.` : `All pages were read: ${records}${found}.`;
    await context.notice(text);
  }
  if (read > 0 && !isCut)
    for (const { condition, values } of watch.absent()) await context.notice(await absentText(condition, values, noun));
}

/** `No submission has status "waitlistd"; there are: waitlist (3), pending (40).` */
export async function absentText(
  { field, text }: Pick<Condition, 'field' | 'text'>,
  values: AbsentValue['values'],
  noun: string,
): Promise<string> {
  const start = `No ${singularOf(noun)} has ${field} ${quoted(text)}`;
  if (values.length === 0) return `${start}; the field is empty in all of them.`;
  const { mostSimilar } = await import('../../columns/similarity.ts');
  const meant = mostSimilar(
    text,
    values.map(([value]) => value),
  );
  // Of titles, names and the like, each record has another.
  if (values.length > shownValues) return `${start}${meant === undefined ? '.' : `; did you mean ${quoted(meant)}?`}`;
  const byCount = values.toSorted(([a, one], [b, other]) => Number(b === meant) - Number(a === meant) || other - one);
  return `${start}; there are: ${byCount.map(([value, count]) => `${value} (${count})`).join(', ')}.`;
}

const shownValues = 20;
