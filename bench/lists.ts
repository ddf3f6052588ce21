// Lists of a large event over HTTP, in pages of 25: the last page, filters, and totals, beside the plain first page of the list.
import { openStore } from '../src/service/store/open.ts';
import { createAccount } from '../test/support/postgres-stage.ts';
import { stores } from './databases.ts';
import { fillFilteredEvent } from './filtered-event.ts';
import { serve } from './processes.ts';
import { type Area, type Row, type Shared, shared, stopwatch } from './row.ts';

const [submissions, pageSize, rounds] = [100_000, 25, 9];

interface Filter {
  readonly status?: string;
  readonly track?: string;
}

interface List {
  readonly path: string;
  readonly method?: 'POST';
  /** Filters that many, few and no records match. */
  readonly filters: Readonly<Record<'frequent' | 'rare' | 'none', Filter>>;
}

const byTrack = { frequent: { track: 'web' }, rare: { track: 'history' }, none: { track: 'absent' } };
const byStatus = { frequent: { status: 'accepted', track: 'web' }, rare: { status: 'waitlisted' } };

const lists: Readonly<Record<string, List>> = {
  speakers: { path: 'speakers', filters: { ...byTrack, frequent: { status: 'confirmed', track: 'web' } } },
  submissions: { path: 'submissions', filters: { ...byStatus, none: { status: 'absent' } } },
  sessions: { path: 'sessions', filters: byTrack },
  'content-items': { path: 'content-items', filters: byTrack },
  contacts: {
    ...{ path: 'contacts/search', method: 'POST' },
    filters: { ...byStatus, none: { status: 'declined', track: 'absent' } },
  },
};

interface Page {
  readonly ms: number;
  readonly rows: number;
  readonly total: number;
}

interface Service {
  read(list: List, filter: Filter, page: number): Promise<Page>;
  close(): Promise<void>;
}

const plain: Filter = {};
const services = Object.entries(stores).map(([store, openDatabases]) => {
  return [store, shared(() => openService(openDatabases))] as const;
});

export const largeLists: Area = {
  rows: services.flatMap(([store, service]) => Object.entries(lists).flatMap((entry) => rowsOf(store, service, entry))),
  async close() {
    for (const [, service] of services) await service.close();
  },
};

async function openService(openDatabases: (typeof stores)[string]): Promise<Service> {
  const databases = await openDatabases();
  const data = await databases.create('lists');
  const { organizationId, token } = await createAccount(data);
  const store = await openStore(data);
  await fillFilteredEvent(store, { organizationId, eventId: 'conf' }, submissions);
  await store.close();
  await databases.settle('lists');
  const server = await serve(data, '--quiet');
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  return {
    async read({ path, method = 'GET' }, filter, page) {
      const url = `${server.url}/v1/events/conf/${path}`;
      const query = new URLSearchParams({ ...filter, page: String(page), pageSize: String(pageSize) });
      const elapsed = stopwatch();
      const response = await (method === 'POST'
        ? fetch(url, { method, headers, body: JSON.stringify({ ...filter, page, pageSize }) })
        : fetch(`${url}?${query}`, { headers }));
      const text = await response.text();
      const ms = 1000 * elapsed();
      if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
      const { data: records, pagination } = JSON.parse(text);
      return { ms, rows: records.length, total: pagination.totalResults };
    },
    async close() {
      await server.stop('SIGTERM');
      await databases.close();
    },
  };
}

function rowsOf(store: string, service: Shared<Service>, [name, list]: [string, List]): readonly Row[] {
  const pageOf = (of: string, filter: Filter, at: 'first' | 'last' | 'after') => {
    const area = at === 'after' ? 'totals' : 'pages';
    return rowOf(`${area}/${store}/${name}-${of}`, service, { list, filter, at });
  };
  const { frequent, rare, none } = list.filters;
  return [
    pageOf('last', plain, 'last'),
    pageOf('frequent', frequent, 'first'),
    pageOf('frequent-last', frequent, 'last'),
    pageOf('rare', rare, 'first'),
    pageOf('none', none, 'first'),
    // A page after the end has the total alone.
    pageOf('plain', plain, 'after'),
    pageOf('frequent', frequent, 'after'),
  ];
}

function rowOf(
  name: string,
  service: Shared<Service>,
  { list, filter, at }: { readonly list: List; readonly filter: Filter; readonly at: 'first' | 'last' | 'after' },
): Row {
  return {
    ...{ name, peer: 'plain first page', unit: 'ms', rounds },
    async open() {
      const { read } = await service.open();
      const { total } = await read(list, filter, 1);
      const last = Math.max(1, Math.ceil(total / pageSize));
      const page = { first: 1, last, after: last + 1 }[at];
      const rows = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize));
      return {
        async ours() {
          const found = await read(list, filter, page);
          if (found.total !== total || found.rows !== rows) throw new Error(`${name}: the page is not complete`);
          return found.ms;
        },
        peer: async () => (await read(list, plain, 1)).ms,
      };
    },
  };
}
