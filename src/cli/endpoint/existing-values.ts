// Compares the values of a command with those that an event's records have: a status that no record has is refused,
// because the API accepts any text, and it is probably misspelled. Must not know any single endpoint.
import type { Page } from '../../client/client.ts';
import { listFaults } from '../../columns/fault-list.ts';
import { similarTo } from '../../columns/similarity.ts';
import { isRead, singularOf } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { listOf } from '../../contract/index.ts';
import { keyText } from '../../contract/key.ts';
import { recommendedStatuses } from '../../contract/text.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import type { ImportPlan } from '../../import/options.ts';
import type { Totals } from '../../import/totals.ts';
import type { Context } from '../context.ts';
import type { Some } from '../flags.ts';
import { quoted } from '../output/text.ts';
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
    if (!counts.has(value)) throw newStatusError([value], [...counts.keys()], singularOf(endpoint.resource));
  }
}

/** What was interrupted was checked when it began. @throws {InvalidInputError} if a plan introduces a status */
export function refuseNewStatuses({ flags }: Context<NewValueFlag>, plan: ImportPlan): void {
  const { totals, refusal, isResumed } = plan;
  if (totals === undefined || refusal !== undefined || isResumed || flags.allowNewValue === true) return;
  const known = statusesOf(totals.now);
  const statuses = statusesOf(totals.planned).filter((status) => ![...known, ...recommendedStatuses].includes(status));
  if (statuses.length === 0) return;
  const { listed } = listFaults(newStatusFaults(plan, statuses, known));
  throw newStatusError(statuses, known, 'submission', listed);
}

function* newStatusFaults({ statusCells }: ImportPlan, statuses: readonly string[], known: readonly string[]) {
  for (const cell of statusCells()) {
    if (!statuses.includes(cell.value)) continue;
    const similar = similarStatuses(cell.value, known);
    const also = similar.length > 0 ? `; similar: ${similar.join(', ')}` : '';
    yield { ...cell, code: 'new_status', message: `no submission has the status ${quoted(cell.value)}${also}` };
  }
}

function similarStatuses(status: string, known: Iterable<string>): readonly string[] {
  return similarTo(status, new Set([...known, ...recommendedStatuses]), 3);
}

function statusesOf(totals: Totals): readonly string[] {
  const statuses = Object.entries(totals).filter(([, tracks]) => Object.values(tracks).some((count) => count > 0));
  return statuses.flatMap(([status]) => (status === '' ? [] : status));
}

/** @param known the statuses that records have @param noun of one record */
function newStatusError(
  statuses: readonly string[],
  known: readonly string[],
  noun: string,
  details: readonly InputFault[] = [],
): InvalidInputError {
  const similar = [...new Set(statuses.flatMap((status) => similarStatuses(status, known)))];
  const all = [...new Set([...known, ...recommendedStatuses])];
  const fix = similar.length > 0 ? `did you mean ${similar.join(' or ')}?` : `the statuses are ${all.join(', ')};`;
  return new InvalidInputError(`no ${noun} has the status ${statuses.map(quoted).join(' or ')}; nothing was sent`, {
    details,
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
