// Reads a list page by page until it is complete; a list that is not known to be complete is an error. Must not know how a
// page is requested.
import { ApiError } from '../errors.ts';
import type { NextPage, Page } from './paging.ts';
import { Reading } from './reading.ts';

/** Reads one page; undefined asks for the first one without any parameter. */
export type ReadPage = (next: NextPage | undefined) => Promise<Page>;

export interface ListOptions {
  readonly resource: string;
  /** The page size to ask for; undefined if the request has its own. */
  readonly size?: number | undefined;
  /** `none`, or the parameter by which the service divides its lists: `page:p`, `offset:skip`, `cursor:after`. */
  readonly paging?: string | undefined;
}

type Fields = Readonly<Record<string, string | number>>;

/** How the pages of a list are requested. */
interface Course {
  readonly read: ReadPage;
  readonly reading: Reading;
  /** What the parameter takes, if the user says it: `offset`, `page` or `cursor`. */
  readonly kind: string | undefined;
  readonly parameter: string;
  /** What each request for a page has beside that parameter. */
  readonly beside: Fields;
  /** The links and tokens so far. */
  readonly followed: Set<string>;
  /** Why the first page may not be the whole list. */
  doubt: string | undefined;
}

/** A request for a page: by a link or token, by its number, or by its offset. */
interface Step {
  readonly next: NextPage;
  readonly number?: number;
  readonly isLinked?: boolean;
}

// A list of more pages has no end.
const mostPages = 10_000;

/**
 * All pages, each without the records that earlier pages had. A reported link or token is followed; otherwise pages are
 * requested by number until one is empty or repeats an earlier one. What the service reports as a total must be reached.
 * @throws {MalformedResponseError} if the list is not known to be complete
 */
export async function* followPages(read: ReadPage, options: ListOptions): AsyncGenerator<Page> {
  const { resource, size, paging = '' } = options;
  const { page: firstPage, beside } = await readFirst(read, size);
  if (paging === 'none') return yield firstPage;
  const reading = new Reading(resource);
  yield reading.add(firstPage);
  const [, kind, parameter = 'page'] = /^(page|offset|cursor):(.+)$/.exec(paging) ?? [];
  const course: Course = { read, reading, kind, parameter, beside, followed: new Set(), doubt: undefined };
  let step = stepAfter(course, firstPage);
  for (let steps = 1; step !== undefined; steps++) {
    if (steps === mostPages) throw reading.unreadable(`has more than ${mostPages} pages`);
    const page: Page | undefined = await readStep(course, step);
    const added = page && reading.add(page);
    if (added !== undefined && reading.fresh > 0) yield added;
    step = page && stepAfter(course, page, step);
  }
  reading.checkEnd();
  if (course.doubt !== undefined && reading.pages === 1) await checkUndivided(course);
}

/** The first page: a large one, if the service accepts the size. */
async function readFirst(
  read: ReadPage,
  size: number | undefined,
): Promise<{ readonly page: Page; readonly beside: Fields }> {
  if (size === undefined) return { page: await read(undefined), beside: {} };
  const beside = { pageSize: size };
  try {
    return { page: await read({ kind: 'fields', fields: beside }), beside };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { page: await read(undefined), beside: {} };
  }
}

/** Whether a service refuses parameters. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'invalid_input';
}

/** A page; undefined if it does not exist, or is refused and may not exist. */
async function readStep(course: Course, { next, isLinked }: Step): Promise<Page | undefined> {
  const { read, reading } = course;
  try {
    return await read(next);
  } catch (error) {
    const isAbsent = error instanceof ApiError && error.code === 'not_found';
    if ((!isAbsent && !isRefusal(error)) || isLinked === true) throw error;
    reading.refused = error.status;
    // It may be farther away than the service allows, or the service may not know page numbers.
    if (!isAbsent && reading.pages > 1) throw reading.unreadable(`may have more than the first ${reading.count}`);
    if (!isAbsent) course.doubt = 'no other page is served';
    return undefined;
  }
}

/** The request after a page; undefined if the list ends. */
function stepAfter(course: Course, page: Page, step?: Step): Step | undefined {
  const { reading, kind } = course;
  if (page.hasMore === false && !reading.isBehind) return undefined;
  if (page.next !== undefined && (kind === undefined || kind === 'cursor')) return linked(course, page.next);
  if (step?.isLinked === true || (reading.isWhole && page.hasMore !== true) || page.records.length === 0) {
    return undefined;
  }
  if (kind === 'offset' && !reading.isRepeated) return byField(course, course.parameter, reading.listed);
  // A page of known records in a new combination may be followed by new ones.
  if (!reading.isRepeated || step?.number === 1) return byNumber(course, page, step);
  course.doubt = 'page 2 is the first page again';
  return undefined;
}

function linked(course: Course, next: NextPage): Step {
  const key = JSON.stringify(next);
  if (course.followed.has(key)) throw course.reading.unreadable('does not end: its pages lead in a circle');
  course.followed.add(key);
  if (next.kind === 'link') return { next, isLinked: true };
  const [[name, token] = ['', '']] = Object.entries(next.fields);
  return { ...byField(course, course.kind === 'cursor' ? course.parameter : name, token), isLinked: true };
}

/** The page after this one: after the first one page 1, unless that is its number, and a total shows whether a page is missing. */
function byNumber(course: Course, { page, totalResults, totalPages }: Page, step: Step | undefined): Step {
  const isPage1 = page === 1 && (totalResults ?? totalPages) !== undefined && course.kind !== 'page';
  const number = (step?.number ?? (isPage1 ? 1 : 0)) + 1;
  return { ...byField(course, course.kind === 'page' ? course.parameter : 'page', number), number };
}

function byField({ beside }: Course, name: string, value: string | number): Step {
  return { next: { kind: 'fields', fields: { ...beside, [name]: value } } };
}

/**
 * Asks for pages of one record by every name of a page size.
 * @throws {MalformedResponseError} if the first page may be a part of the list
 */
async function checkUndivided({ read, reading, doubt, kind }: Course): Promise<void> {
  const isKnown = kind === 'page' || kind === 'offset';
  const ask = async (fields: Fields) => (isKnown ? undefined : read({ kind: 'fields', fields }).catch(ignoreRefusal));
  const all = await ask(smallPage);
  const small = all ?? (await ask({ pageSize: 1 }));
  // A service that reports of a small page that it is not all would have reported it of the first one.
  const isCounted = small?.atLeast === reading.count && small.records.length < reading.count;
  if ((all !== undefined && reading.has(all)) || small?.hasMore === true || isCounted) return;
  throw reading.unreadable(`may have more than the first ${reading.count}: ${doubt}`);
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

const sizes =
  'pageSize page_size pagesize perPage per_page limit size count top $top take rows first n maxResults max_results itemsPerPage page[size] page[limit] pagination[pageSize] pagination[limit] _limit';
const positions = 'offset skip start from startAt startIndex _start';
const smallPage = Object.fromEntries([
  ...`${sizes} ${positions}`.split(' ').map((name) => [name, 1]),
  ...'p pg pageNumber page_number pageNo _page'.split(' ').map((name) => [name, 2]),
]);
