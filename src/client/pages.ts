// Reads a list page by page until it is complete; a list that may be incomplete is an error. One
// that changes while it is read is read again. Must not know how a page is requested.
import { amount } from '../contract/amount.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';
import type { Page } from './paging.ts';
import { type RecordData, recordId } from './response.ts';

/** Where a page is: behind a link, or at these parameters. */
export type PagePlace = string | Readonly<Record<string, number>>;

export interface ListOptions {
  readonly resource: string;
  /** Records per page, as requested. */
  readonly size: number;
  /** `none` if the list is not divided, or the parameter of its page numbers, if it is not `page`. */
  readonly paging?: string | undefined;
}

/** The list may have more than was read, or something else. */
export class IncompleteListError extends MalformedResponseError {}

/** Records were added, removed or moved between two pages, so that some may be missing. */
class ListChangedError extends IncompleteListError {}

const shorter = 'became shorter while it was read';

/** Hosts of the public server cut a list here, and report this number as its total. */
export const listLimit = 1000;

/** Codes of errors by which a service refuses a page that it does not have. */
const refusals: ReadonlySet<string> = new Set(['invalid_input', 'not_found']);

/** A list of more pages has no end. */
const mostPages = 10_000;

/** A list that changes each time is being written: its error can be retried later. */
const mostReadings = 5;

const parameterFix = 'pass the parameter of its page numbers, such as --paging p';
const undividedFix = `if the first response is the whole list, pass --paging none; otherwise ${parameterFix}`;

/**
 * All pages, each without the records of earlier pages: their lengths add up to that of the list.
 * @throws {IncompleteListError} if the list is not known to be complete
 */
export async function* followPages(
  read: (place: PagePlace) => Promise<Page>,
  options: ListOptions,
): AsyncGenerator<Page> {
  const given = new Set<string>();
  for (let reading = 1; ; reading++) {
    try {
      yield* readOnce(read, options, given);
      return;
    } catch (error) {
      if (!(error instanceof ListChangedError) || reading === mostReadings) throw error;
    }
  }
}

/** All records of a list that is read page by page. */
export async function recordsOf(pages: AsyncIterable<Page>): Promise<readonly RecordData[]> {
  const all: RecordData[] = [];
  for await (const { records } of pages) {
    for (const record of records) all.push(record);
  }
  return all;
}

/** @param given the keys of all records that any reading has yielded */
async function* readOnce(
  read: (place: PagePlace) => Promise<Page>,
  options: ListOptions,
  given: Set<string>,
): AsyncGenerator<Page> {
  const list = new PartialList(options);
  let place: PagePlace | undefined = list.placeOf(1);
  while (place !== undefined) {
    const page: Page = await read(place).catch((error: unknown) => list.fail(error));
    list.add(page);
    const records = page.records.filter((record) => !given.has(keyOf(record, options)));
    for (const record of records) given.add(keyOf(record, options));
    yield { ...page, records };
    place = list.placeAfter(page, place);
  }
  list.checkEnd(given);
}

/** Its id; all of it, if it has none. */
function keyOf(record: RecordData, { resource }: ListOptions): string {
  return recordId(record, resource) ?? JSON.stringify(record);
}

/** What one reading of a list has brought, and what the service has reported about it. */
class PartialList {
  readonly #options: ListOptions;
  readonly #keys = new Set<string>();
  #first: Page | undefined;
  #last: Page | undefined;
  /** How many records the last page has that no earlier page has. */
  #fresh = 0;
  /** Pages with new records, and these records. An empty list has one page. */
  #pages = 0;
  #count = 0;
  /** A page has new records beside known ones. */
  #isMixed = false;
  #total: number | undefined;
  #totalPages: number | undefined;

  constructor(options: ListOptions) {
    this.#options = options;
  }

  placeOf(page: number): PagePlace {
    const { paging = 'page', size: pageSize } = this.#options;
    return paging === 'none' ? { pageSize } : { [paging]: page, pageSize };
  }

  /** @throws {ListChangedError} if the page shows that the list has become shorter */
  add(page: Page): void {
    const keys = page.records.map((record) => keyOf(record, this.#options));
    this.#fresh = keys.filter((key) => !this.#keys.has(key)).length;
    for (const key of keys) this.#keys.add(key);
    if (this.#fresh > 0 || this.#first === undefined) this.#pages++;
    this.#count += this.#fresh;
    this.#isMixed ||= this.#fresh > 0 && this.#fresh < keys.length;
    this.#first ??= page;
    this.#last = page;
    const before = this.#reported ?? 0;
    this.#total = page.totalResults ?? this.#total;
    this.#totalPages = page.totalPages ?? this.#totalPages;
    if ((this.#reported ?? 0) < before) throw this.#changed(shorter);
  }

  /** How long the list is, in records or in pages; undefined if the service does not report it. */
  get #reported(): number | undefined {
    return this.#total ?? this.#totalPages;
  }

  /** How much of it has been read, in the same unit. */
  get #returned(): number {
    return this.#total === undefined ? this.#pages : this.#count;
  }

  /** The place of the page after this one, which is at `place`; undefined if the list ends. */
  placeAfter({ next }: Page, place: PagePlace): PagePlace | undefined {
    const { paging } = this.#options;
    if (this.#fresh === 0 || paging === 'none') return undefined;
    if (this.#pages === mostPages) {
      const most = mostPages.toLocaleString('en');
      throw this.#incomplete(`it has more than ${most} pages`, 'check the base URL and the event');
    }
    if (paging === undefined && next !== undefined) return next ?? undefined;
    if (typeof place === 'string') return undefined;
    const isReached = this.#reported !== undefined && this.#returned >= this.#reported;
    return isReached ? undefined : this.placeOf(this.#pages + 1);
  }

  /** @throws {IncompleteListError} if a page after the first one is refused; else the error */
  fail(error: unknown): never {
    const isRefused = error instanceof ApiError && refusals.has(error.code);
    if (this.#pages === 0 || !isRefused) throw error;
    const why = `the page after the first ${amount(this.#count, 'record')} is refused`;
    throw this.#incomplete(`${why}: ${error.message}`, undividedFix, error.status);
  }

  /**
   * @param given the keys of the records of all readings
   * @throws {IncompleteListError} if the list may have more than has been read
   */
  checkEnd(given: ReadonlySet<string>): void {
    for (const key of given) if (!this.#keys.has(key)) throw this.#changed(shorter);
    if (this.#isMixed && this.#total !== this.#count) {
      throw this.#changed('has records on two pages, so others may be missing');
    }
    if (this.#reported === undefined) this.#checkUnreported();
    else if (this.#reported !== this.#returned) {
      const length = amount(this.#reported, this.#total === undefined ? 'page' : 'record');
      const why = `the service reports ${length} and returned ${this.#returned}`;
      throw this.#incomplete(why, parameterFix);
    }
  }

  /** Checks the end of a list whose length is not reported. */
  #checkUnreported(): void {
    const { isContinued = false, records = [] } = this.#last ?? {};
    if (isContinued) {
      const why = `the service reports more than the first ${amount(this.#count, 'record')}`;
      throw this.#incomplete(why, parameterFix);
    }
    const isRepeated = this.#pages === 1 && this.#last !== this.#first && records.length > 0;
    // An undivided list has the length of a page only by chance.
    const pageSize = this.#first?.pageSize ?? this.#options.size;
    if (isRepeated && this.#count === pageSize) {
      throw this.#incomplete('page 2 is page 1 again', undividedFix);
    }
  }

  /**
   * @param why the end of a sentence
   * @param status of a page that is refused
   */
  #incomplete(why: string, fix: string, status?: number): IncompleteListError {
    return new IncompleteListError(`${this.#name} may be incomplete: ${why}`, { fix, status });
  }

  /** @param fault the end of a sentence about the list */
  #changed(fault: string): ListChangedError {
    const fix = 'the list changed while it was read: run the command again';
    return new ListChangedError(`${this.#name} ${fault}`, { fix, retryable: true });
  }

  get #name(): string {
    return `the list of ${this.#options.resource.replaceAll('-', ' ')}`;
  }
}
