// Owns what has been read of a list, and whether that is all of it by what the service has reported. Requests nothing.
import { MalformedResponseError } from '../errors.ts';
import type { Page } from './paging.ts';
import { listedId } from './response.ts';

export class Reading {
  readonly #resource: string;
  readonly #noun: string;
  readonly #ids = new Set<string>();
  /** The pages so far, each as its ids. */
  readonly #contents = new Set<string>();
  /** Pages with new records, and these records; and the records of all pages. */
  pages = 0;
  count = 0;
  listed = 0;
  /** Of the last page: how many records are new, and whether it repeats an earlier page. */
  fresh = 0;
  isRepeated = false;
  hasMore: boolean | undefined;
  /** The status of a page that was refused. */
  refused: number | undefined;
  #total: number | undefined;
  #totalPages = 0;
  #atLeast = 0;
  /** A page had new records beside known ones. */
  #isMixed = false;

  constructor(resource: string) {
    this.#resource = resource;
    this.#noun = resource.replaceAll('-', ' ');
  }

  /** Adds a page. @returns it with its new records alone @throws {MalformedResponseError} if it denies an earlier one */
  add(page: Page): Page {
    const keys = this.#keysOf(page);
    const records = page.records.filter((_, at) => !this.#ids.has(keys[at] ?? ''));
    this.fresh = records.length;
    this.isRepeated = keys.length > 0 && this.has(page);
    this.#isMixed ||= records.length > 0 && records.length < keys.length;
    for (const key of keys) this.#ids.add(key);
    this.#contents.add(this.#contentOf(page));
    this.pages += records.length > 0 ? 1 : 0;
    this.count += records.length;
    this.listed += keys.length;
    this.hasMore = page.hasMore;
    this.#note(page);
    return { ...page, records };
  }

  #note({ totalResults, totalPages = this.#totalPages, atLeast = 0 }: Page): void {
    if ((totalResults ?? this.#total ?? 0) < (this.#total ?? 0) || totalPages < this.#totalPages) {
      throw this.#changed('became shorter while it was read');
    }
    this.#total = totalResults ?? this.#total;
    this.#totalPages = totalPages;
    this.#atLeast = Math.max(this.#atLeast, atLeast);
    if (this.count > (this.#total ?? this.count)) {
      throw this.unreadable(`is longer than the total that the service reports, ${this.#total}`);
    }
  }

  /** Whether there was a page with these records, in any order. */
  has(page: Page): boolean {
    return this.#contents.has(this.#contentOf(page));
  }

  #contentOf(page: Page): string {
    return this.#keysOf(page).toSorted().join('\n');
  }

  /** The id of each record; of one without an id, all of it. */
  #keysOf({ records }: Page): readonly string[] {
    return records.map((record) => listedId(record, this.#resource) ?? JSON.stringify(record));
  }

  /** Whether a total or a number of pages shows that all has been read. */
  get isWhole(): boolean {
    if (this.#total !== undefined) return this.count === this.#total;
    return this.#totalPages > 0 && this.#totalPages <= Math.max(1, this.pages);
  }

  /** Whether the service has reported more than has been read. */
  get isBehind(): boolean {
    return Math.max(this.#total ?? 0, this.#atLeast) > this.count || this.#totalPages > Math.max(1, this.pages);
  }

  /** @throws {MalformedResponseError} if the service has reported more, or may have passed over some records */
  checkEnd(): void {
    if (this.#isMixed && this.#total !== this.count) {
      throw this.#changed('has records on two pages, so others may be missing');
    }
    if (!this.isBehind && this.hasMore !== true) return;
    throw this.unreadable(`is incomplete: the service reports ${this.#total ?? 'more'} and returned ${this.count}`);
  }

  /** @param fault the end of a sentence about the list */
  unreadable(fault: string): MalformedResponseError {
    const { refused } = this;
    const why = refused === undefined ? '' : `; the service refuses a page of it (${refused})`;
    return new MalformedResponseError(`the list of ${this.#noun} ${fault}${why}`, {
      fix: 'if the first response is the whole list, pass --paging none; otherwise pass the parameter by which the service divides its lists, for example --paging offset:skip, page:p or cursor:after',
      status: refused,
    });
  }

  #changed(fault: string): MalformedResponseError {
    const fix = 'the list changed while it was read: run the command again';
    return new MalformedResponseError(`the list of ${this.#noun} ${fault}`, { fix });
  }
}
