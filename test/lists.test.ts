// Lists of other services, as their documentation has them by default, at four sizes: each is read completely, or refused.
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../src/client/client.ts';
import { endpoints } from '../src/contract/index.ts';
import { PlenaryError } from '../src/errors.ts';
import { anEvent } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { type Reply, startScriptedServer } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/**
 * Each service: its name; what becomes of 0, 7, 39 and 230 records (C: complete, E: error), and with a value of `--paging`;
 * how it divides lists; the body of a response; its headers.
 *
 * `by`: records per page, unless the parameter `size` asks for another number, up to 100; `then`: if a page is requested.
 * `page`, `from`: the parameter with the number of a page (of the first one: `base`), or with an offset or a token.
 * `strict`: refuses any other parameter. `most`: refuses a larger size. `beyond`: the status or the page after the last one.
 * In bodies, `$next-` is left out on the last page, where `$next` is null, and `$next_` is "".
 */
const table = `
Plenary | CCCC | size=pageSize page=page | {data: $data, pagination: {currentPage: $n, pageSize: $by, totalPages: $pages, totalResults: $total}}
Spring Page | CCCC | by=20 size=size page=page base=0 | {content: $data, number: $n, size: $by, totalElements: $total, totalPages: $pages, last: $last}
Spring Slice | CCCC | by=20 size=size page=page base=0 | {content: $data, number: $n, size: $by, last: $last, numberOfElements: $length}
Spring, one-indexed parameters | CCCC | by=20 size=size page=page | {content: $data, number: $n0, totalElements: $total, totalPages: $pages}
Spring Data REST | CCCC | by=20 size=size page=page base=0 | {_embedded: {people: $data}, _links: {next: {href: $next-}}, page: {totalElements: $total, totalPages: $pages, number: $n}}
Django REST PageNumberPagination | CCCC | page=page beyond=404 | {count: $total, next: $next, previous: null, results: $data}
Django REST LimitOffsetPagination | CCCC | size=limit from=offset | {count: $total, next: $next, previous: null, results: $data}
Django REST CursorPagination | CCCC | from=cursor | {next: $next, previous: null, results: $data}
Django Ninja PageNumberPagination | CCCC | by=100 page=page | {items: $data, count: $total}
Django Ninja LimitOffsetPagination | CCCE offset:offset CCCC | by=100 size=limit from=offset | {items: $data, count: $total}
Laravel paginate | CCCC | by=15 page=page | {current_page: $n, data: $data, last_page: $pages1, per_page: $by, total: $total, next_page_url: $next, links: [{url: $next, active: false}]}
Laravel simplePaginate | CCCC | by=15 page=page | {current_page: $n, data: $data, per_page: $by, next_page_url: $next, prev_page_url: null}
Laravel cursorPaginate | CCCC | by=15 from=cursor | {data: $data, per_page: $by, next_cursor: $token, next_page_url: $next, prev_cursor: null}
Laravel resource collection | CCCC | by=15 page=page | {data: $data, links: {first: "/", last: "/", prev: null, next: $next}, meta: {current_page: $n, last_page: $pages1, total: $total}}
Laravel get | CCCC | by=999 | {data: $data}
Rails kaminari | CCCC | page=page | $data
Rails api-pagination | CCCC | size=per_page page=page | $data | link: $link, total: $total, per-page: $by
Rails pagy headers | CCCC | by=20 page=page | $data | current-page: $n, page-items: $by, total-pages: $pages, total-count: $total
Rails pagy, overflow: last_page | CCCC | by=20 page=page beyond=last | {speakers: $data}
Rails will_paginate | CCCC | by=30 page=page | {speakers: $data, current_page: $n, per_page: $by, total_entries: $total}
FastAPI pagination Page | CCCC | by=50 size=size page=page | {items: $data, total: $total, page: $n, size: $by, pages: $pages}
FastAPI pagination CursorPage | CCCC | by=50 size=size from=cursor | {items: $data, current_page: "Pg", previous_page: null, next_page: $token}
FastAPI tutorial | CEEE offset:skip CCCC | by=100 size=limit from=skip | $data
NestJS typeorm-paginate | CCCC | by=10 size=limit page=page | {items: $data, meta: {itemCount: $length, totalItems: $total, itemsPerPage: $by, totalPages: $pages, currentPage: $n}, links: {first: "/", previous: "", next: $next_, last: ""}}
NestJS crud | CCCC | size=limit page=page | {data: $data, count: $length, total: $total, page: $n, pageCount: $pages}
JSON:API, page[number] | CCCC | by=10 size=page[size] page=page[number] strict | {data: $jsonapi, links: {first: "/", last: "/", prev: null, next: $next}, meta: {total: $total}}
JSON:API, links alone | CCCC | by=10 page=page[number] | {data: $jsonapi, links: {self: "/", first: "/", next: $next-}}
OData v4 | CCCC | size=$top from=$skiptoken | {@odata.context: "c", value: $data, @odata.nextLink: $next-}
OData v4 with $count | CCCC | size=$top from=$skip | {@odata.count: $total, value: $data, @odata.nextLink: $next-}
OData v2 | CCCC | size=$top from=$skiptoken | {d: {results: $data, __count: $total, __next: $next-}}
HAL | CCCC | page=page | {_embedded: {speakers: $data}, _links: {self: {href: "/"}, first: {href: "/"}, next: {href: $next-}}, count: $length, total: $total}
Strapi v4 | CCEE page:pagination[page] CCCC | page=pagination[page] | {data: $attributes, meta: {pagination: {page: $n, pageSize: $by, pageCount: $pages, total: $total}}}
Directus | CCCC | by=100 size=limit page=page | {data: $data}
API Platform, hydra | CCCC | by=30 page=page | {@type: "hydra:Collection", hydra:totalItems: $total, hydra:member: $data, hydra:view: {@id: "/", hydra:first: "/", hydra:next: $next-}}
API Platform, JSON-LD | CCCC | by=30 page=page | {@type: "Collection", totalItems: $total, member: $data, view: {first: "/", next: $next-}}
Slack | CCCC | by=100 size=limit from=cursor | {ok: true, members: $data, response_metadata: {next_cursor: $token_}}
HubSpot | CCCC | by=10 size=limit from=after | {results: $data, paging: {next: {after: $token-, link: $next-}}}
Stripe | CCEE | by=10 size=limit from=starting_after strict | {object: "list", url: "/", has_more: $more, data: $data}
GitHub | CCCC | by=30 size=per_page page=page | $data | link: $link
GitLab | CCCC | by=20 size=per_page page=page | $data | link: $link, x-page: $n, x-next-page: $nextn_, x-total: $total, x-total-pages: $pages
Zendesk, offset | CCCC | by=100 size=per_page page=page | {users: $data, next_page: $next, previous_page: null, count: $total}
Zendesk, cursor | CCCC | by=100 size=page[size] from=page[after] | {users: $data, meta: {has_more: $more, after_cursor: "c", before_cursor: "c"}, links: {prev: "/", next: $next}}
Contentful | CCCE offset:skip CCCC | by=100 size=limit from=skip strict | {sys: {type: "Array"}, total: $total, skip: $start, limit: $by, items: $sys}
Elasticsearch | CCEE offset:from CCCC | by=10 size=size from=from strict | {took: 1, hits: {total: {value: $total, relation: "eq"}, hits: $source}}
Mongoose paginate | CCCC | by=10 size=limit page=page | {docs: $data, totalDocs: $total, limit: $by, totalPages: $pages1, page: $n, hasNextPage: $more, nextPage: $nextn, prevPage: null}
Eve (MongoDB) | CCCC | size=max_results page=page | {_items: $_id, _links: {self: {href: "s"}, next: {href: $next-}}, _meta: {page: $n, max_results: $by, total: $total}}
RESTHeart (MongoDB) | CCCC | by=100 size=pagesize page=page | $oid
Parse | CEEE offset:skip CCCC | by=100 size=limit from=skip | {results: $objectId}
PostgREST | CEEE none CCCC | by=999 strict | $data | content-range: 0-9/*
Supabase with a count | CCCE offset:offset CCCC | by=100 size=limit from=offset | $data | content-range: 0-9/$total
Google | CCCC | by=10 size=pageSize from=pageToken strict | {people: $data, nextPageToken: $token-}
Salesforce | CEEE | by=200 from=q | {totalSize: $total, done: $last, nextRecordsUrl: $next-, records: $Id}
Jira, tokens | CCCE cursor:nextPageToken CCCC | by=50 size=maxResults from=nextPageToken | {issues: $data, isLast: $last, nextPageToken: $token-}
Bitbucket Cloud | CCCC | by=10 size=pagelen page=page | {pagelen: $by, values: $data, page: $n, size: $total, next: $next-}
Bitbucket Server | CCEE offset:start CCCC | size=limit from=start | {size: $length, limit: $by, isLastPage: $last, values: $data, start: $start, nextPageStart: $end}
WordPress | CCCC | by=10 size=per_page page=page beyond=400 | $data | x-wp-total: $total, x-wp-totalpages: $pages, link: $link
Sanity | CCCC | by=999 | {query: "*", result: $data, ms: 3}
Ghost | CCCC | by=15 size=limit page=page | {authors: $data, meta: {pagination: {page: $n, limit: $by, pages: $pages, total: $total, next: $nextn, prev: null}}}
Sessionize | CCCC | by=999 | {sessions: [{id: "1", title: "T"}], speakers: $data, rooms: [{id: 1, name: "R"}]}
Indico | CEEE offset:offset CCCC | by=100 size=limit from=offset | {count: $length, additionalInfo: {}, ts: 1, url: "/", results: $data}
Notion | CCCE cursor:start_cursor CCCC | by=100 from=start_cursor strict | {object: "list", results: $data, next_cursor: $token, has_more: $more}
Airtable | CEEE cursor:offset CEEE | by=100 size=pageSize from=offset | {records: $fields, offset: $token-}
Algolia | CCCC | by=20 size=hitsPerPage page=page base=0 | {hits: $data, nbHits: $total, page: $n, nbPages: $pages, hitsPerPage: $by}
SCIM | CCCE offset:startIndex CCCC | by=100 size=count from=startIndex | {totalResults: $total, itemsPerPage: $by, startIndex: $start, Resources: $data}
GraphQL edges | CEEE | from=after | {edges: $nodes, pageInfo: {hasNextPage: $more, endCursor: $token}}
totalCount and items | CCCC | page=page | {totalCount: $total, items: $data}
data and count | CCCC | page=page | {data: $data, count: $total}
ASP.NET, X-Pagination | CCCE page:pageNumber CCCC | size=pageSize page=pageNumber | $data | x-pagination: {"TotalCount":$total,"TotalPages":$pages}
X-Total-Count | CCCC | page=page | $data | x-total-count: $total
count is the total, next is null | CCCC | page=page | {count: $total, next: null, results: $data}
pages from 0, and nothing reported | CCCC | page=page base=0 | $data
pages from 0, and has_more | CCCC | page=page base=0 | {data: $data, has_more: $more}
pages from 0, then the first one again | CCCC | page=page base=0 beyond=first | $data
pages from 1, then the first one again | CCCC | page=page beyond=first | $data
pages from 1, then 404 | CCCC | page=page beyond=404 | $data
a size of 100 counts as 20 | CCCC | by=20 page=page | {data: $data}
a size of 100 is refused | CCCC | size=pageSize page=page most=50 | $data
undivided, and strict | CEEE none CCCC | by=999 strict | {data: $data}
undivided unless a page is requested | CCCC | by=999 page=page then=25 | $data
100 unless a page is requested | CCCC | by=100 page=page then=25 | $data
only p, and nothing reported | CEEE page:p CCCC | page=p | $data
only page, and the user says skip | CCCC offset:skip CEEE | page=page | $data
206, and no way to continue | EEEE | status=206 | $data
a total that is too low | CEEE | page=page | {data: $data, total: $less}
a total that is too high | EEEE none CCCC | by=999 | {data: $data, total: $greater}
a redirect to the same path with a slash | EEEE | status=301 | {} | location: speakers/
`;

type Person = Readonly<Record<'id' | 'email', string>>;
type Row = readonly [name: string, ends: string, habits: string, body: string, headers?: string];
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as unknown as Row);

/** The forms in which services show a record. */
const forms: Readonly<Record<string, (person: Person) => object>> = {
  data: (person) => person,
  jsonapi: ({ id, ...attributes }) => ({ type: 'speakers', id, attributes }),
  attributes: ({ id, ...attributes }) => ({ id, attributes }),
  fields: ({ id, ...fields }) => ({ id, fields }),
  sys: ({ id, ...fields }) => ({ sys: { id }, fields }),
  source: ({ id, ..._source }) => ({ _id: id, _source }),
  _id: ({ id, email }) => ({ _id: id, email }),
  oid: ({ id, email }) => ({ _id: { $oid: id }, email }),
  objectId: ({ id, email }) => ({ objectId: id, email }),
  Id: ({ id, email }) => ({ attributes: { type: 'Contact' }, Id: id, Email: email }),
  nodes: (node) => ({ node }),
};

/** Responds as the service of a row does. */
function respond([, , given, body, headers = '']: Row, url: URL, all: readonly Person[]): Reply {
  const habits = Object.fromEntries(given.split(' ').map((each) => each.split('=')));
  const { by = 25, then = by, size = '', page, from = '-', base = 1, most, beyond, status = 200 } = habits;
  const { searchParams: query } = url;
  const isUnknown = [...query.keys()].some((name) => ![size, page ?? from].includes(name));
  if (most !== undefined && Number(query.get(size)) > most) return { status: 422, json: { detail: [] } };
  if ('strict' in habits && isUnknown) return { status: 400, json: { message: 'unknown parameter' } };
  const usual = Number(query.has(page ?? from) ? then : by);
  const length = query.has(size) ? Math.min(100, Number(query.get(size))) : usual;
  const pages = Math.ceil(all.length / length);
  const number = page === undefined ? 0 : Number(query.get(page) ?? base) - base;
  const asked = page === undefined ? Number(query.get(from)?.replace(/\D/g, '') ?? 0) : number * length;
  const isBeyond = asked > 0 && asked >= all.length;
  if (isBeyond && Number(beyond) > 0) return { status: Number(beyond), json: { detail: 'no such page' } };
  const start = isBeyond && beyond !== undefined ? (beyond === 'first' ? 0 : (pages - 1) * length) : asked;
  const [n, end, more] = [start / length + Number(base), start + length, start + length < all.length];
  const next = new URL(url);
  next.searchParams.set(page ?? from, page === undefined ? `c${end}` : String(n + 1));
  const records = all.slice(start, end);
  const fill = filler({
    ...Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, records.map(form)])),
    ...{ n, n0: n - 1, pages, pages1: Math.max(1, pages), by: length, start, length: records.length },
    ...{ more, last: !more, total: all.length, less: Math.max(0, all.length - 1), greater: all.length + 1 },
    ...(more && { next: next.href, token: `c${end}`, nextn: n + 1, end }),
    link: more ? `<${next}>; rel="next"` : n > 1 ? '<?page=1>; rel="first"' : undefined,
  });
  const lines = headers.split(', ').map((line) => line.split(/: (.*)/));
  const fields = lines.map(([name = '', value = '']) => [name, fill(value)] as const);
  const sent = fields.filter(([, value]) => !['', 'null'].includes(value));
  const json = fill(body).replace(/(?<=[{,] ?)[@\w:.]+(?=: )/g, (name) => JSON.stringify(name));
  return {
    status: Number(status),
    headers: Object.fromEntries(sent.map(([name, value]) => [name, /^"/.test(value) ? JSON.parse(value) : value])),
    json: JSON.parse(json, (_, value) => (value === '-' || JSON.stringify(value) === '{}' ? undefined : value)),
  };
}

function filler(values: Readonly<Record<string, unknown>>): (text: string) => string {
  const absent: Readonly<Record<string, string>> = { '-': '"-"', _: '""' };
  return (text) =>
    text.replace(/\$(\w+?)([-_]?)(?![\w$])/g, (_, name, end) => JSON.stringify(values[name]) ?? absent[end] ?? 'null');
}

const people = (count: number): readonly Person[] =>
  Array.from({ length: count }, (_, n) => ({ id: `spk_${n + 1}`, email: `s${n + 1}@example.org` }));
const emailsIn = (value: unknown) =>
  JSON.stringify(value)
    .match(/\w+@[\w.]+/g)
    ?.toSorted() ?? [];

/** Reads the list of a row. @returns C, E, or how many records are missing */
async function read(row: Row, count: number, paging: string | undefined): Promise<string> {
  const all = people(count);
  const server = await startScriptedServer(({ path }) => respond(row, new URL(path, server.url), all));
  const flags = paging === undefined ? {} : { paging };
  const client = createClient({ baseUrl: server.url, token: 't', timeoutMs: 60_000, retries: 0, ...flags });
  const found: unknown[] = [];
  try {
    for await (const page of client.pages(endpoints.listSpeakers, { path: { event_id: 'e' } }))
      found.push(...page.records);
    return JSON.stringify(emailsIn(found)) === JSON.stringify(emailsIn(all)) ? 'C' : `(${found.length} of ${count})`;
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    return 'E';
  } finally {
    await client.close();
    await server.close();
  }
}

it.concurrent.each(rows.map((row) => [row[0], row] as const))('%s', async (_, row) => {
  const [expected, paging, withPaging] = row[1].split(' ');
  const all = (flag?: string) => Promise.all([0, 7, 39, 230].map((count) => read(row, count, flag)));
  expect((await all()).join('')).toBe(expected);
  if (paging !== undefined) expect((await all(paging)).join('')).toBe(withPaging);
});

it.each(['Spring Slice', 'FastAPI tutorial', 'Stripe', 'pages from 0, and nothing reported'])(
  'nothing is imported twice: %s',
  async (name) => {
    const row = rows.find((each) => each[0] === name) as Row;
    const all = people(39);
    const server = await startScriptedServer(({ path, method, body }) =>
      method === 'GET'
        ? respond(row, new URL(path, server.url), all)
        : { status: 201, json: { id: 'new', ...JSON.parse(body) } },
    );
    onTestFinished(() => server.close());
    const { file, path, remove } = temporaryFolder();
    onTestFinished(remove);
    writeFileSync(file('s.csv'), ['email', ...all.map(({ email }) => email), 'new@example.org', ''].join('\n'));
    const folders = { PLENARY_STATE_DIR: path, PLENARY_CONFIG_DIR: path };
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 't', PLENARY_EVENT: anEvent, ...folders };
    const { exitCode } = await plenary(['speakers', 'import', file('s.csv'), '--yes'], { env });
    const written = server.requests.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body).email);
    const isRead = row[1][2] === 'C';
    expect({ exitCode, written }).toEqual(
      isRead ? { exitCode: 0, written: ['new@example.org'] } : { exitCode: 1, written: [] },
    );
  },
);
