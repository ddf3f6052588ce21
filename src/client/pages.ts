// Reads a list page by page until it is complete; a list that may be incomplete is an error. One
// that changes while it is read is read again. Must not know how a page is requested.
import { ApiError, MalformedResponseError, NetworkError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Page } from './paging.ts';
import { type RecordData, recordId } from './response.ts';

/** Where a page is: behind a link, or at these parameters. */
export type PagePlace = string | Readonly<Record<string, number>>;

export interface ListOptions {
  readonly resource: string;
  /** Records per page, as requested. */
  readonly size: number;
  /** `none` if the list is not divided, or the parameter of its pages: `page:p`, `offset:skip`. */
  readonly paging?: string | undefined;
  readonly clock: Clock;
}

/** Hosts of the public server cut a list here, and report this number as its total. */
export const listLimit = 1000;

// A list of more pages has no end.
const mostPages = 10_000;

/** For how long a list is read that has nothing new. */
const longestMinutes = 10;

const shorter = 'became shorter while it was read';

// A list that changes each time is being written: its error can be retried later.
const mostReadings = 5;

/**
 * All pages, each without the records of earlier pages: their lengths add up to that of the list.
 * @throws {MalformedResponseError} if the list is not known to be complete
 * @throws {NetworkError} if it has brought nothing new for too long
 */
export async function* followPages(
  read: (place: PagePlace) => Promise<Page>,
  options: ListOptions,
): AsyncGenerator<Page> {
  const { resource, clock } = options;
  const given = new Set<string>();
  let newAt = clock.now();
  for (let reading = 1; ; reading++) {
    const list = new PartialList(options);
    try {
      for await (const page of readOnce(read, list)) {
        const fresh = withoutKnown(page, given, options);
        for (const record of fresh.records) given.add(keyOf(record, resource));
        const readAt = clock.now();
        if (fresh.records.length > 0) newAt = readAt;
        if (readAt - newAt > longestMinutes * 60_000) throw nothingNew(resource);
        yield fresh;
        // The time that the caller takes for a page, such as a pager, is not the service's.
        newAt += clock.now() - readAt;
      }
      list.checkHas(given);
      return;
    } catch (error) {
      if (!(error instanceof ListChangedError) || reading === mostReadings) throw error;
    }
  }
}

async function* readOnce(
  read: (place: PagePlace) => Promise<Page>,
  list: PartialList,
): AsyncGenerator<Page> {
  let place: PagePlace | undefined = list.firstPlace;
  while (place !== undefined) {
    const page: Page = await read(place).catch((error: unknown) => list.fail(error));
    yield list.add(page);
    place = list.placeAfter(page, place);
  }
  list.checkEnd();
}

function withoutKnown(page: Page, known: ReadonlySet<string>, { resource }: ListOptions): Page {
  if (known.size === 0) return page;
  const records = page.records.filter((record) => !known.has(keyOf(record, resource)));
  return { ...page, records };
}

function nothingNew(resource: string): NetworkError {
  return new NetworkError(
    `${nameOf(resource)} has had no new record for ${longestMinutes} minutes of reading it`,
    {
      fix: 'try again when nobody changes the event, or report this to the operator of the service',
      retryable: true,
    },
  );
}

function nameOf(resource: string): string {
  return `the list of ${resource.replaceAll('-', ' ')}`;
}

/** Its id; all of it, if it has none. */
function keyOf(record: RecordData, resource: string): string {
  return recordId(record, resource) ?? JSON.stringify(record);
}

/** Records were added, removed or moved between two pages, so that some may be missing. */
class ListChangedError extends MalformedResponseError {}

/** What has been read of a list, and what the service has reported about it. */
class PartialList {
  readonly #options: ListOptions;
  readonly #keys = new Set<string>();
  #first: Page | undefined;
  #last: Page | undefined;
  /** How many records the last page has that no earlier page has. */
  #fresh = 0;
  /** Pages with new records, and these records. */
  #pages = 0;
  #count = 0;
  #total: number | undefined;
  #totalPages = 0;
  /** A page has new records beside known ones. */
  #isMixed = false;

  constructor(options: ListOptions) {
    this.#options = options;
  }

  /** @throws {ListChangedError} if a record of an earlier reading is gone */
  checkHas(given: ReadonlySet<string>): void {
    for (const key of given) if (!this.#keys.has(key)) throw this.#changed(shorter);
  }

  /** Adds a page. @returns it with its new records alone */
  add(page: Page): Page {
    const { resource } = this.#options;
    const fresh = withoutKnown(page, this.#keys, this.#options);
    const { records } = fresh;
    for (const record of page.records) this.#keys.add(keyOf(record, resource));
    this.#first ??= page;
    this.#last = page;
    this.#fresh = records.length;
    this.#pages += records.length > 0 ? 1 : 0;
    this.#count += records.length;
    this.#isMixed ||= records.length > 0 && records.length < page.records.length;
    this.#noteTotals(page);
    if (this.#first === page && this.#promisedPages > mostPages) throw this.#endless();
    return fresh;
  }

  #noteTotals({ totalResults = this.#total, totalPages = this.#totalPages }: Page): void {
    if ((totalResults ?? 0) < (this.#total ?? 0) || totalPages < this.#totalPages) {
      throw this.#changed(shorter);
    }
    this.#total = totalResults;
    this.#totalPages = totalPages;
    if (this.#count > (totalResults ?? this.#count)) {
      throw this.#unreadable(`is longer than the total that the service reports, ${totalResults}`);
    }
  }

  /** @throws {MalformedResponseError} if a page after the first one is refused; else the error */
  fail(error: unknown): never {
    if (this.#pages === 0 || !(error instanceof ApiError)) throw error;
    const { code, message, status } = error;
    if (code !== 'invalid_input' && code !== 'not_found') throw error;
    throw this.#unreadable(`may have more than the first ${this.#count}: ${message}`, status);
  }

  /** The place of the page after this one, which is at `place`; undefined if the list ends. */
  placeAfter(page: Page, place: PagePlace): PagePlace | undefined {
    if (this.#fresh === 0 || this.#options.paging === 'none') return undefined;
    if (this.#pages === mostPages) throw this.#endless();
    const next = this.#options.paging === undefined ? page.next : undefined;
    if (typeof next === 'string') return next;
    if (next === null || typeof place === 'string' || this.#isWhole) return undefined;
    return this.#nextByParameter;
  }

  get firstPlace(): PagePlace {
    return this.#nextByParameter;
  }

  /** Without a parameter, if the list is not divided. */
  get #nextByParameter(): PagePlace {
    const { paging = 'page:page', size } = this.#options;
    const [, kind, parameter] = /^(page|offset):(.+)$/.exec(paging) ?? [];
    if (parameter === undefined) return { pageSize: size };
    return { [parameter]: kind === 'offset' ? this.#count : this.#pages + 1, pageSize: size };
  }

  /** Whether a total or a number of pages shows that all has been read. */
  get #isWhole(): boolean {
    if (this.#total !== undefined) return this.#count === this.#total;
    return this.#totalPages > 0 && this.#totalPages <= Math.max(1, this.#pages);
  }

  /** @throws {MalformedResponseError} if the list may have more than has been read */
  checkEnd(): void {
    if (this.#isMixed && this.#total !== this.#count) {
      throw this.#changed('has records on two pages, so others may be missing');
    }
    if (this.#isWhole) return;
    if (this.#total !== undefined) {
      const numbers = `${this.#total} records and returned ${this.#count}`;
      throw this.#unreadable(`is incomplete: the service reports ${numbers}`);
    }
    if (this.#totalPages > 0) {
      const numbers = `${this.#totalPages} pages and returned ${this.#pages}`;
      throw this.#unreadable(`is incomplete: the service reports ${numbers}`);
    }
    const more = `may have more than the first ${this.#count}`;
    if (this.#last?.isContinued === true) {
      throw this.#unreadable(`${more}: the service reports that it continues`);
    }
    if (this.#isRepeated && this.#count === this.#pageSize) {
      throw this.#unreadable(`${more}: page 2 is page 1 again`);
    }
  }

  /** How many pages the list has, by what its first page reports. */
  get #promisedPages(): number {
    const { records = [], pageSize = 0 } = this.#first ?? {};
    const ofTotal = (this.#total ?? 0) / Math.max(1, records.length, pageSize);
    return Math.max(this.#totalPages, ofTotal);
  }

  /** Whether page 2 is page 1 again: a list that is not divided, unless it has the page size. */
  get #isRepeated(): boolean {
    const [first, last] = [this.#first, this.#last];
    return this.#pages === 1 && last !== first && last?.records.length === this.#count;
  }

  get #pageSize(): number {
    return this.#first?.pageSize ?? this.#options.size;
  }

  /**
   * @param fault the end of a sentence about the list
   * @param status of a page that is refused
   */
  #unreadable(fault: string, status?: number): MalformedResponseError {
    const parameter = 'pass the parameter of its pages, such as --paging page:p or offset:skip';
    const none = 'if the first response is the whole list, pass --paging none';
    const fix = this.#mayBeUndivided ? `${none}; otherwise ${parameter}` : parameter;
    return new MalformedResponseError(`${this.#name} ${fault}`, { fix, status });
  }

  /** Whether the first response may be the whole list, by what it reports. */
  get #mayBeUndivided(): boolean {
    const first = this.#first;
    if (first === undefined || this.#options.paging === 'none') return false;
    const { records, totalResults = records.length, totalPages = 1, isContinued } = first;
    return totalResults === records.length && totalPages <= 1 && isContinued !== true;
  }

  #endless(): MalformedResponseError {
    const most = mostPages.toLocaleString('en');
    return new MalformedResponseError(`${this.#name} has more than ${most} pages`, {
      fix: 'check the base URL and the event; a list with more pages is not read',
    });
  }

  #changed(fault: string): ListChangedError {
    const fix = 'the list changed while it was read: run the command again';
    return new ListChangedError(`${this.#name} ${fault}`, { fix, retryable: true });
  }

  get #name(): string {
    return nameOf(this.#options.resource);
  }
}
