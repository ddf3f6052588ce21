// Lists of a large event over HTTP, in pages of 25: the slowest of many pages and filters, beside
// the plain first page of its submissions.
import { openStore } from '../src/service/store/open.ts';
import { blankSpeaker, type EventRef } from '../src/service/store/record-fields.ts';
import type { Store } from '../src/service/store/store.ts';
import { newTalk } from '../test/support/new-talk.ts';
import { createAccount } from '../test/support/postgres-stage.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { stores } from './databases.ts';
import { serve } from './processes.ts';
import { type Row, stopwatch } from './row.ts';

const [records, pageSize] = [10_000, 25];
/** There are no pages after it. */
const lastPage = 999;

type Filter = Readonly<Record<string, string>>;

type PageOf = readonly [filter: Filter, at: 'first' | 'last'];

/**
 * Filters that many, few and no records match; the last page of the list, and of the filters that
 * many match.
 */
const ofSubmissions: readonly PageOf[] = [
  [{}, 'last'],
  [{ track: 'web' }, 'last'],
  [{ status: 'pending' }, 'last'],
  [{ status: 'pending', track: 'web' }, 'last'],
  [{ track: 'history' }, 'first'],
  [{ status: 'declined', track: 'web' }, 'first'],
];

const pages: Readonly<Record<string, readonly PageOf[]>> = {
  submissions: ofSubmissions,
  sessions: ofSubmissions,
  speakers: [
    [{}, 'last'],
    [{ status: 'invited' }, 'last'],
    [{ filter: 'person-1' }, 'last'],
    [{ filter: 'nobody' }, 'first'],
  ],
  'contacts/search': [
    [{}, 'first'],
    [{}, 'last'],
  ],
  'content-items': [
    [{}, 'first'],
    [{}, 'last'],
    [{ status: 'missing', type: 'bio' }, 'last'],
  ],
};

export const largeLists = Object.entries(stores).flatMap(([store, openDatabases]) =>
  Object.entries(pages).map(
    ([path, own]): Row => ({
      name: `pages/${store}/${path}`,
      peer: 'plain first page',
      unit: 'ms',
      rounds: 9,
      async open() {
        const databases = await openDatabases();
        const data = await databases.create('lists');
        const { organizationId, token } = await createAccount(data);
        const store = await openStore(data);
        await fillEvent(store, { organizationId, eventId: 'conf' });
        await store.close();
        await databases.settle('lists');
        const server = await serve(data, '--quiet');
        const listAt = (name: string) => ({ url: `${server.url}/v1/events/conf/${name}`, token });
        return {
          ours: () => slowest(own, ([filter, at]) => readPage(listAt(path), filter, at)),
          peer: () => readPage(listAt('submissions'), {}, 'first'),
          async close() {
            await server.stop('SIGTERM');
            await databases.close();
          },
        };
      },
    }),
  ),
);

async function slowest(
  pages: readonly PageOf[],
  read: (page: PageOf) => Promise<number>,
): Promise<number> {
  let most = 0;
  for (const page of pages) most = Math.max(most, await read(page));
  return most;
}

/**
 * @returns milliseconds.
 * @throws if the page is not complete
 */
async function readPage(list: List, filter: Filter, at: 'first' | 'last'): Promise<number> {
  const { total } = await request(list, filter, 1);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const page = at === 'first' ? 1 : Math.min(last, lastPage);
  const { ms, rows } = await request(list, filter, page);
  if (rows !== Math.min(pageSize, total - (page - 1) * pageSize))
    throw new Error(`${list.url}: page ${page} has ${rows}`);
  return ms;
}

interface List {
  readonly url: string;
  readonly token: string;
}

async function request({ url, token }: List, filter: Filter, page: number) {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const query = new URLSearchParams({ ...filter, page: String(page), pageSize: String(pageSize) });
  const elapsed = stopwatch();
  const response = await (url.endsWith('/search')
    ? fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...filter, page, pageSize }) })
    : fetch(`${url}?${query}`, { headers }));
  const text = await response.text();
  const ms = 1000 * elapsed();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  const { data, total } = JSON.parse(text);
  return { ms, rows: data.length, total };
}

/**
 * Creates as many submissions as speakers, of 1.3 times as many people. A fifth has a room and a
 * time.
 */
async function fillEvent(store: Store, ref: EventRef): Promise<void> {
  const random = seededRandom(1);
  const tracks = [...Array(6).fill('web'), ...Array(6).fill('data'), ...Array(8).fill(null)];
  const numbers = Array.from({ length: records }, (_, n) => n).values();
  const abstract =
    'What we learned while we moved a large system, and what we would do in another way today. ';
  const worker = async () => {
    for (const n of numbers) {
      const track = tracks[Math.floor(tracks.length * random())];
      const track_id = n % 2000 === 0 ? 'history' : track;
      const email = emailOf(n % (0.6 * records));
      const created = await store.submissions.create(
        ref,
        newTalk({
          title: `Talk ${n}`,
          submitter_email: email,
          track_id,
          abstract: abstract.repeat(4),
        }),
      );
      if (n % 5 === 0 && created.outcome === 'created') {
        const submission = { organizationId: ref.organizationId, id: created.record.id };
        await store.submissions.update(submission, { status: 'accepted' });
        // Each in a room of its own, because a room takes one session at a time.
        const start = '2027-05-20T07:30:00+00:00';
        await store.submissions.place(submission, { room: `Room ${n}`, start });
      }
      await store.speakers.create(ref, {
        ...blankSpeaker,
        email: emailOf(0.3 * records + n),
        first_name: 'Amina',
        speaker_status: n % 2 === 0 ? 'invited' : null,
      });
    }
  };
  await Promise.all(Array.from({ length: 256 }, worker));
}

function emailOf(person: number): string {
  return `person-${person}@example.org`;
}
