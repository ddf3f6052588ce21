// Chooses and sorts the records of a list here, after they were read. Must not know how they are
// printed.
import { memberOf, shownValues } from '../../client/records.ts';
import type { RecordData } from '../../client/response.ts';
import { amount, plural } from '../../contract/amount.ts';
import { accentlessKey, foldKey } from '../../contract/key.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { AskedField } from '../output/asked-fields.ts';
import { cellText } from '../output/cell-text.ts';
import type { Condition, SortKey } from './terms.ts';

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

/**
 * What is largest is for the service to decide.
 * @throws {UsageError} if the records are taken from the whole list, and one page of it is asked
 *   for; if a page has a number or a size that none has
 */
export function refusePage(
  { all, limit }: SelectionFlags & { readonly all?: boolean | undefined },
  selection: Selection,
  { page, pageSize }: Readonly<Record<string, unknown>>,
): void {
  for (const [flag, value] of Object.entries({ '--page': page, '--page-size': pageSize })) {
    if (value === undefined || Number(value) >= 1) continue;
    const fix = `pass a number from 1 on with ${flag}`;
    throw new UsageError(`${flag} ${String(value)}: expected a whole number from 1 on`, { fix });
  }
  if (page === undefined || (all !== true && limit === undefined && !readsAll(selection))) return;
  const message = '--page: --all, --limit, --where and --sort read the list from its first page';
  throw new UsageError(message, { fix: 'remove --page' });
}

/**
 * The chosen records. Conditions are applied page by page; only an order needs all of these records
 * in memory. A notice reports how many were read and how many match.
 * @param noun of the records, in the plural: `content items`
 * @param readBefore how many were read, if the batches do not have all of them
 * @param clause what the batches have in common then
 */
export async function* selected<Item extends RecordData>(
  context: Context,
  batches: AsyncIterable<readonly Item[]>,
  options: {
    readonly selection: Selection;
    readonly noun: string;
    readonly readBefore?: number;
    readonly clause?: string;
  },
): AsyncGenerator<readonly Item[]> {
  const { selection, noun, readBefore, clause } = options;
  const { conditions, order, limit } = selection;
  const held: Item[] = [];
  /** Those that meet the conditions without accents, as long as none does with them. */
  let alike: Item[] = [];
  let read = 0;
  let matching = 0;
  let isCut = false;
  for await (const batch of batches) {
    read += batch.length;
    const matches = batch.filter((record) => meets(record, conditions));
    if (matches.length > 0) alike = [];
    else if (matching === 0) {
      for (const record of batch) {
        if (meets(record, conditions, accentlessKey)) alike.push(record);
      }
    }
    if (order.length > 0) {
      for (const record of matches) held.push(record);
      matching += matches.length;
      continue;
    }
    const shown = matches.slice(0, limit - matching);
    matching += shown.length;
    yield shown;
    isCut = matching === limit;
    if (isCut) break;
  }
  const isAlike = matching === 0 && alike.length > 0;
  if (isAlike || order.length > 0) yield sorted(isAlike ? alike : held, order).slice(0, limit);
  if (!readsAll(selection)) return;
  if (isAlike) matching = alike.length;
  const records = amount(readBefore ?? read, noun.replace(/s$/, ''), noun);
  if (isCut) return context.notice(`Read ${records} until ${matching} matched.`);
  const clauses = [records];
  if (clause !== undefined) clauses.push(clause);
  if (conditions.length > 0) {
    const match = `${matching} ${plural(matching, 'matches', 'match')}`;
    clauses.push(isAlike ? `${match} without accents` : match);
  }
  await context.notice(`All pages were read: ${clauses.join('; ')}.`);
}

/**
 * Whether a record meets all conditions. Texts are compared without regard to case and extra
 * spaces.
 * @param fold the form in which texts are compared that a record is to have
 */
export function meets(
  record: RecordData,
  conditions: readonly Condition[],
  fold: (text: string) => string = foldKey,
): boolean {
  return conditions.every((condition) => {
    const { isNegated } = condition;
    return holds(record, condition, isNegated ? foldKey : fold) !== isNegated;
  });
}

function holds(
  record: RecordData,
  { field, kind, text }: Condition,
  fold: (text: string) => string,
): boolean {
  const values = valuesOf([memberOf(record, field), ...shownValues(record, field)]);
  const wanted = fold(text);
  if (wanted === '') return values.length === 0;
  return values.some((value) => {
    return kind === 'is' ? fold(value) === wanted : fold(value).includes(wanted);
  });
}

/** The texts of a field: those of each item of a list; none of an empty field. */
function valuesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  const text = cellText(typeof value === 'object' ? [value] : value);
  return value === null || text.trim() === '' ? [] : [text];
}

/**
 * The records in order; those with equal values stay in the order in which they are. Records
 * without a value are last, whichever the direction. Times are compared as instants, numbers by
 * value, also inside of texts (`Room 2`, `Room 10`).
 */
export function sorted<Item extends RecordData>(
  records: readonly Item[],
  order: readonly SortKey[],
): readonly Item[] {
  const rows = records.map((record) => ({
    record,
    keys: order.map(({ field }) => keyOf(memberOf(record, field))),
  }));
  // Of one language on every machine, so that an output can be compared.
  const texts = new Intl.Collator('en', { numeric: true });
  rows.sort((a, b) => {
    for (const [index, { isDescending }] of order.entries()) {
      const [key, other] = [a.keys[index], b.keys[index]];
      if (key === undefined && other === undefined) continue;
      if (key === undefined || other === undefined) return key === undefined ? 1 : -1;
      const difference = isDescending ? compare(other, key, texts) : compare(key, other, texts);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return rows.map(({ record }) => record);
}

function keyOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  const text = cellText(value);
  if (text === '') return undefined;
  return isInstant.test(text) ? Date.parse(text) : text;
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function compare(a: string | number, b: string | number, texts: Intl.Collator): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : texts.compare(String(a), String(b));
}
