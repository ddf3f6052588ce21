// Reads all pages of a list again and again while others create records, and counts what is read twice or not at all.
import { setTimeout as delay } from 'node:timers/promises';
import { administration } from '../../src/service/administration.ts';
import { openStore } from '../../src/service/store/open.ts';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { connectTo, type Database } from '../../src/service/store/postgres/database.ts';
import { type Account, createAccount } from './postgres-stage.ts';
import { startRetryingLoad } from './retrying-load.ts';

export interface WalkResult {
  readonly walks: number;
  readonly pages: number;
  /** Walks that read a record twice. */
  readonly withDuplicates: number;
  /** Walks that did not read a record that existed when they began. */
  readonly withGaps: number;
}

export interface WalkTrial {
  /** The address of the database. */
  readonly data: string;
  readonly walks: number;
}

const writers = 8;
const pauseMs = 20;
// Small, because a record is read twice only if it moves to the next page.
const pageSize = 10;
const walksPerEvent = 10;

/** One page, by the ids or names of its records; fewer than a page's size on the last one. */
type ReadPage = (page: number) => Promise<readonly string[]>;

/** Walks through speakers and contacts over HTTP, by turns, while clients create both. */
export async function walkLists(urls: readonly string[], { data, walks }: WalkTrial): Promise<WalkResult> {
  const account = await createAccount(data);
  const results: WalkResult[] = [];
  // A list that grows without end would take longer and longer.
  for (let done = 0; done < walks; done += walksPerEvent) {
    const event = `walked-${done}`;
    await addEvent(data, account, event);
    const load = startRetryingLoad({ urls: () => urls, token: account.token, event }, event, {
      connections: writers,
      pauseMs,
    });
    await load.more(50);
    for (let walk = done; walk < Math.min(walks, done + walksPerEvent); walk++) {
      const url = urls[walk % urls.length] ?? '';
      const kind = walk % 2 === 0 ? 'speakers' : 'contacts';
      const addresses = [...load.acknowledged.keys()].map((name) =>
        name.includes('@') ? name : `${name}@example.org`,
      );
      const before =
        kind === 'contacts' ? addresses : [...load.acknowledged.keys()].filter((name) => name.includes('@'));
      results.push(await walkOnce((page) => readPage(`${url}/v1/events/${event}`, kind, account.token, page), before));
    }
    await load.stop();
    if (load.faults.length > 0) throw new Error(load.faults[0]);
  }
  return sum(results);
}

/** The same over a table that is ordered by a sequence, whose numbers become visible in another order than they are drawn. */
export async function walkSequence(
  { data, walks }: WalkTrial,
  isEnough: (soFar: WalkResult) => boolean,
): Promise<WalkResult> {
  const database = connectTo(parseAddress(data));
  const results: WalkResult[] = [];
  while (results.length < walks && !isEnough(sum(results))) {
    await database.query('CREATE TABLE sequence_control (seq bigserial PRIMARY KEY, name text NOT NULL)');
    results.push(...(await walkControl(database, Math.min(walksPerEvent, walks - results.length))));
    await database.query('DROP TABLE sequence_control');
  }
  await database.close();
  return sum(results);
}

async function walkControl({ query, transaction }: Database, walks: number): Promise<readonly WalkResult[]> {
  const committed: string[] = [];
  let isStopped = false;
  const working = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const results: WalkResult[] = [];
  while (committed.length < 50) await delay(10);
  while (results.length < walks) results.push(await walkOnce(read, [...committed]));
  isStopped = true;
  await working;
  return results;

  async function write(writer: number): Promise<void> {
    for (let i = 0; !isStopped; i++) {
      const name = `${writer}-${i}`;
      await transaction(async ({ query }) => {
        await query('INSERT INTO sequence_control (name) VALUES ($1)', [name]);
        // What a transaction does besides.
        await delay(Math.random() * 10);
      });
      committed.push(name);
    }
  }

  async function read(page: number): Promise<readonly string[]> {
    const text = 'SELECT name FROM sequence_control ORDER BY seq LIMIT $1 OFFSET $2';
    const rows = await query<{ name: string }>(text, [pageSize, (page - 1) * pageSize]);
    return rows.map(({ name }) => name);
  }
}

async function walkOnce(read: ReadPage, before: readonly string[]): Promise<WalkResult> {
  const seen: string[] = [];
  let pages = 0;
  for (let isLast = false; !isLast; ) {
    const names = await read(++pages);
    seen.push(...names);
    isLast = names.length < pageSize;
  }
  const distinct = new Set(seen);
  return {
    walks: 1,
    pages,
    withDuplicates: distinct.size < seen.length ? 1 : 0,
    withGaps: before.every((name) => distinct.has(name)) ? 0 : 1,
  };
}

async function readPage(
  event: string,
  kind: 'speakers' | 'contacts',
  token: string,
  page: number,
): Promise<readonly string[]> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const response = await (kind === 'speakers'
    ? fetch(`${event}/speakers?page=${page}&pageSize=${pageSize}`, { headers })
    : fetch(`${event}/contacts/search`, { method: 'POST', headers, body: JSON.stringify({ page, pageSize }) }));
  if (response.status !== 200) throw new Error(`page ${page} of ${kind}: ${response.status} ${await response.text()}`);
  const { data }: { data: readonly { email: string }[] } = JSON.parse(await response.text());
  return data.map(({ email }) => email);
}

async function addEvent(data: string, { organizationId }: Account, id: string): Promise<void> {
  const store = await openStore(data);
  await administration(store, undefined).addEvent({ id, name: 'Walked', timezone: 'UTC', organizationId });
  await store.close();
}

function sum(results: readonly WalkResult[]): WalkResult {
  const total = (name: keyof WalkResult) => results.reduce((all, result) => all + result[name], 0);
  return {
    walks: total('walks'),
    pages: total('pages'),
    withDuplicates: total('withDuplicates'),
    withGaps: total('withGaps'),
  };
}
