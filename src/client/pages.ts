// Reads a list page by page until it is complete; a list that is not known to be complete is an error. Must not know how a
// page is requested.
import { ApiError } from '../errors.ts';
import type { NextPage, Page } from './paging.ts';
import { Reading } from './reading.ts';

/** Reads one page; undefined asks for the first one without any parameter. */
export type ReadPage = (next: NextPage | undefined) => Promise<Page>;

export interface ListOptions {
  readonly resource: string;
  /** The number of the page from which on the list is read; undefined for the whole list. */
  readonly first?: number | undefined;
  /** The page size to ask for; undefined if the request has its own. */
  readonly size?: number | undefined;
  /** `none`, or the parameter by which the service divides its lists: `page:p`, `offset:skip`, `cursor:after`. */
  readonly paging?: string | undefined;
}

type Fields = Readonly<Record<string, string | number>>;

/** How the pages of a list are requested. */
interface Course {
  readonly reading: Reading;
  /** `offset` or `page` if the user says that the list is divided so; and the parameter for it. */
  readonly kind: string | undefined;
  readonly parameter: string;
  /** The parameter for a token, if the user says it. */
  readonly cursor: string | undefined;
  /** What each request for a page has beside that parameter. */
  readonly beside: Fields;
  /** The links and tokens so far. */
  readonly followed: Set<string>;
  /** Page 2 was requested after a first page that may have been page 0. */
  lacksPage1: boolean;
  /** Why the first page may not be the whole list. */
  doubt: string | undefined;
}

/** A request for a page: by a link or token, by its number, or by its offset. */
interface Step {
  readonly next: NextPage;
  readonly number?: number;
  readonly isLinked?: boolean;
  /** Page 1, after all others. */
  readonly isClosing?: boolean;
}

// A list of more pages has no end.
const mostPages = 10_000;

/**
 * All pages, each without the records that earlier pages had. A reported link or token is followed; otherwise pages are
 * requested by number until one has no new record. What the service reports as a total must be reached.
 * @throws {MalformedResponseError} if the list is not known to be complete
 */
export async function* followPages(read: ReadPage, options: ListOptions): AsyncGenerator<Page> {
  const { resource, first, paging = '' } = options;
  const { page: firstPage, beside } = await readFirst(read, options);
  if (paging === 'none') return yield firstPage;
  const reading = new Reading(resource, first);
  yield reading.add(firstPage);
  const [, kind, parameter = 'page'] = /^(page|offset):(.+)$/.exec(paging) ?? [];
  const [, cursor] = /^cursor:(.+)$/.exec(paging) ?? [];
  const start = { reading, kind, parameter, cursor, beside, followed: new Set<string>() };
  const course: Course = { ...start, lacksPage1: false, doubt: undefined };
  let step = stepAfter(course, firstPage);
  for (let steps = 1; step !== undefined; steps++) {
    if (steps === mostPages) throw reading.unreadable(`has more than ${mostPages} pages`);
    const page: Page | undefined = await readStep(read, course, step);
    const added = page && reading.add(page);
    if (added !== undefined && reading.fresh > 0) yield added;
    step = page && stepAfter(course, page, step);
  }
  if (course.lacksPage1 && !reading.isWhole) {
    // Nothing has confirmed that the first page was not page 0.
    const { hasMore } = reading;
    const page = await readStep(read, course, { ...byNumber(course, 1), isClosing: true });
    const added = page && reading.add(page);
    if (added !== undefined && reading.fresh > 0) yield added;
    reading.hasMore = hasMore;
  }
  reading.checkEnd();
  if (course.doubt !== undefined && reading.pages === 1) await checkUndivided(read, course);
}

/** The first page: a large one, if the service accepts the size. */
async function readFirst(
  read: ReadPage,
  { size }: ListOptions,
): Promise<{ readonly page: Page; readonly beside: Fields }> {
  if (size === undefined) return { page: await read(undefined), beside: {} };
  try {
    const beside = { pageSize: size };
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
async function readStep(read: ReadPage, course: Course, step: Step): Promise<Page | undefined> {
  const { reading } = course;
  try {
    return await read(step.next);
  } catch (error) {
    const isAbsent = error instanceof ApiError && error.code === 'not_found';
    if ((!isAbsent && !isRefusal(error)) || step.isLinked === true) throw error;
    if (step.isClosing === true) return undefined;
    reading.refused = error.status;
    // It may be farther away than the service allows, or the service may not know page numbers.
    if (!isAbsent && reading.pages > 1) throw reading.unreadable(`may have more than the first ${reading.count}`);
    if (!isAbsent) course.doubt = 'page 2 is not served';
    return undefined;
  }
}

/** The request after a page; undefined if the list ends. */
function stepAfter(course: Course, page: Page, step?: Step): Step | undefined {
  const { reading, kind } = course;
  const { isRepeated } = reading;
  if (page.hasMore === false && !reading.isBehind) return undefined;
  if (page.next !== undefined && kind === undefined) return linked(course, page.next);
  if (step?.isLinked === true || (reading.isWhole && page.hasMore !== true)) return undefined;
  // A page of known records in a new combination may be followed by new ones.
  if (reading.fresh > 0 || (page.records.length > 0 && !isRepeated)) return following(course, page, step);
  // A service that counts from 0 in responses may count from 1 in requests.
  if (step?.number === 1 && isRepeated) return byNumber(course, 2);
  if (isRepeated) course.doubt = 'page 2 is the first page again';
  return undefined;
}

function linked(course: Course, next: NextPage): Step {
  const key = JSON.stringify(next);
  if (course.followed.has(key)) throw course.reading.unreadable('does not end: its pages lead in a circle');
  course.followed.add(key);
  if (next.kind === 'link') return { next, isLinked: true };
  const [[name, token] = ['', '']] = Object.entries(next.fields);
  return { ...byField(course, course.cursor ?? name, token), isLinked: true };
}

/** The page after this one, by its offset or its number. */
function following(course: Course, page: Page, step: Step | undefined): Step {
  const { reading, kind, parameter } = course;
  if (kind === 'offset') return byField(course, parameter, reading.listed);
  const before = step?.number ?? reading.first ?? (page.page === 0 ? 0 : 1);
  if (step === undefined && reading.first === undefined) course.lacksPage1 = before > 0;
  return byNumber(course, before + 1);
}

function byNumber(course: Course, number: number): Step {
  return { ...byField(course, course.parameter, number), number };
}

function byField({ beside }: Course, name: string, value: string | number): Step {
  return { next: { kind: 'fields', fields: { ...beside, [name]: value } } };
}

/**
 * Asks for pages of one record by every name of a page size, or by the one that a strict service has accepted.
 * @throws {MalformedResponseError} if the first page may be a part of the list
 */
async function checkUndivided(read: ReadPage, { reading, beside, doubt, kind }: Course): Promise<void> {
  if (kind !== undefined) throw reading.unreadable(`may have more than the first ${reading.count}: ${doubt}`);
  const ask = (fields: Fields) =>
    read({ kind: 'fields', fields }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  const small = await ask(smallPage);
  if (small !== undefined && reading.has(small)) return;
  const page = small ?? ('pageSize' in beside ? await ask({ pageSize: 1 }) : undefined);
  // A service that reports of a small page that it is not all would have reported it of the first one.
  const isCounted = page !== undefined && page.records.length < reading.count && page.atLeast === reading.count;
  if (isCounted || page?.hasMore === true) return;
  throw reading.unreadable(`may have more than the first ${reading.count}: ${doubt}`);
}

const sizes =
  'pageSize page_size pagesize perPage per_page limit size count top $top take rows first n maxResults max_results itemsPerPage page[size] page[limit] pagination[pageSize] pagination[limit] _limit';
const positions = 'offset skip start from startAt startIndex _start';
const smallPage = Object.fromEntries([
  ...`${sizes} ${positions}`.split(' ').map((name) => [name, 1]),
  ...'p pg pageNumber page_number pageNo _page'.split(' ').map((name) => [name, 2]),
]);
