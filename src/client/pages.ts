// Reads a list page by page until it is complete, whichever paging the server reports; a list that cannot be read completely
// is an error. Must not know how a page is requested.
import { ApiError } from '../errors.ts';
import type { NextPage } from './following.ts';
import { createListProgress, type ListOptions, type Step } from './list-progress.ts';
import type { Page } from './paging.ts';

/** Reads one page; undefined asks for the first one, without a page number. */
export type ReadPage = (next: NextPage | undefined) => Promise<Page>;

/**
 * All pages, each without the records that earlier pages had.
 * @throws {MalformedResponseError} if the server reports further records and does not return them, or repeats pages
 */
export async function* followPages(read: ReadPage, options: ListOptions): AsyncGenerator<Page> {
  const list = createListProgress(options);
  const isWhole = options.first === undefined;
  let refusal: ApiError | undefined;
  /** Whether the page number had no effect, or none any more. */
  let isIgnored = false;
  let page = await read(undefined);
  const whole = page.records;
  /** How many of these records have been returned a second time, in parts. */
  let parts = 0;
  yield list.add(page);
  let step = list.after(page, undefined);
  while (step !== undefined) {
    const found = await readStep(read, step, isWhole);
    if (found instanceof ApiError) {
      refusal = found;
      break;
    }
    const added = list.add(found, step);
    if (isNextPart(found, step)) {
      parts += found.records.length;
      step = list.again(step);
      continue;
    }
    if (found.records.length > 0 && added.records.length === 0) {
      const isFirstAgain = step.mayBeFirst === true && hasSameRecords(found, page);
      if (!isFirstAgain && !isWithoutPaging(found, page, step)) throw list.repeated(step);
      isIgnored = !isFirstAgain;
      if (isIgnored) break;
      step = list.again(step);
      continue;
    }
    if (added.records.length > 0) yield added;
    const following = list.after(found, step);
    if (following === undefined && found.records.length === 0) break;
    page = found;
    step = following;
  }
  const other = isIgnored || refusal?.code === 'invalid_input' ? list.otherwise() : undefined;
  if (other !== undefined) {
    const found = await readStep(read, other, isWhole);
    const added = list.addOther(found instanceof ApiError ? undefined : found);
    if (added !== undefined && added.records.length > 0) yield added;
  }
  const skipped = list.skipped(step);
  const found = skipped && (await readStep(read, skipped, isWhole));
  if (found !== undefined && !(found instanceof ApiError)) {
    const added = list.add(found);
    if (added.records.length > 0) yield added;
  }
  const fault = list.fault(step);
  if (fault !== undefined) throw refusal ?? fault;
  const doubt = refusal?.code === 'invalid_input' ? step && list.refused(step) : undefined;
  if (doubt !== undefined) throw doubt;

  /** A server may have returned the whole list because no page was requested, and divides it now. */
  function isNextPart({ records }: Page, { number, isPromised }: Step): boolean {
    if (number === undefined || isPromised || records.length === 0 || records.length === whole.length) return false;
    const expected = whole.slice(parts, parts + records.length);
    return JSON.stringify(expected) === JSON.stringify(records);
  }
}

/** A page; or the refusal of a page number that may not exist. */
async function readStep(read: ReadPage, step: Step, isWhole: boolean): Promise<Page | ApiError> {
  try {
    return await read(step.next);
  } catch (error) {
    const mayBeAbsent = step.number !== undefined && (isWhole || !step.isPromised);
    if (mayBeAbsent && error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)) return error;
    throw error;
  }
}

/**
 * A server that reports no paging may have none, and return the whole list, or its last page, whatever is requested. If it
 * repeats the requested number, it must also have reported that the list ends here.
 */
function isWithoutPaging(found: Page, before: Page, { isPromised }: Step): boolean {
  const isEnd = found.totalPages !== undefined || found.totalResults === found.records.length;
  const isSameNumber = found.page === undefined || found.page === before.page;
  return !isPromised && (isSameNumber || isEnd) && hasSameRecords(found, before);
}

function hasSameRecords(a: Page, b: Page): boolean {
  return JSON.stringify(a.records) === JSON.stringify(b.records);
}
