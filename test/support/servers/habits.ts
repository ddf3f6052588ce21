// Kinds of servers by what they do to a record, or refuse: other spellings, other forms of a start, conflicts, empty lists.
import type { Fields, Kind, List } from './server.ts';

/** Every record, with other values in some of its fields. */
function showing(name: string, change: (fields: Fields) => Fields): Kind {
  return { name, show: (id, fields) => ({ id, ...fields, ...change(fields) }) };
}

function starting(name: string, form: (start: Date) => unknown): Kind {
  return showing(name, ({ start }) => (start === undefined ? {} : { start: form(new Date(String(start))) }));
}

/** With a reference for everything but letters. */
function asHtml(text: unknown): string {
  return String(text).replace(/[^A-Za-z]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const cap = 3;

function pageNumber({ parameter }: List): number {
  return Number(parameter('page') ?? 1);
}

function pageOf({ all }: List, page: number): readonly object[] {
  return all.slice((page - 1) * cap, page * cap);
}

const lastPageAgain: Kind = {
  name: 'the last page again after the end',
  page: (list) => ({ json: { data: pageOf(list, Math.min(pageNumber(list), Math.ceil(list.all.length / cap))) } }),
};

const notFoundAfterEnd: Kind = {
  name: '404 after the last page',
  page(list) {
    const data = pageOf(list, pageNumber(list));
    return data.length > 0 ? { json: { data } } : { status: 404, json: { detail: 'Invalid page.' } };
  },
};

const smallPagesOnly: Kind = {
  name: '422 for large pages',
  page(list) {
    const size = Number(list.parameter('pageSize') ?? cap);
    const detail = [{ loc: ['query', 'pageSize'], msg: 'too large', type: 'less_than_equal' }];
    if (size > cap) return { status: 422, json: { detail } };
    return { json: { data: pageOf(list, pageNumber(list)), page: pageNumber(list), total: list.all.length } };
  },
};

const badRequestForPageSize: Kind = {
  name: '400 for an unknown parameter',
  page: ({ all, parameter }) =>
    parameter('pageSize') === undefined ? { json: { data: all } } : { status: 400, json: { detail: 'pageSize?' } },
};

const newestFirst: Kind = {
  name: 'newest first',
  page(list) {
    const newest = { ...list, all: list.all.toReversed() };
    return { json: { data: pageOf(newest, pageNumber(list)), total: list.all.length } };
  },
};

const overlapping: Kind = {
  name: 'pages that overlap',
  page(list) {
    const at = (pageNumber(list) - 1) * (cap - 1);
    return { json: { data: list.all.slice(at, at + cap), total: list.all.length } };
  },
};

const countOfPage: Kind = {
  name: 'count is the length of the page',
  page(list) {
    const data = pageOf(list, pageNumber(list));
    return { json: { data, count: data.length } };
  },
};

const textNumbers: Kind = {
  name: 'numbers as text',
  page: (list) => ({
    json: {
      data: pageOf(list, pageNumber(list)),
      pagination: { currentPage: `${pageNumber(list)}`, totalResults: `${list.all.length}` },
    },
  }),
};

const searchHits: Kind = { name: 'hits', page: ({ all }) => ({ json: { hits: all, total: all.length } }) };

const unidentified: Kind = { name: 'records without ids', show: (_, fields) => fields };

const hugeIds: Kind = {
  name: 'ids beyond 2^53',
  id: (number) => `90071992547409930${number}`,
  send(answer, response) {
    const text = JSON.stringify(answer.json ?? null).replaceAll(/"(90071992547409930\d+)"/g, '$1');
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(text);
  },
};

const conflicts: Kind = {
  name: '409 for what exists',
  write: ({ exists, commit }) => (exists ? { status: 409, json: { detail: 'exists' } } : commit()),
};

const emptyAfterChange: Kind = { name: '204 for changes', changed: () => ({ status: 204 }) };
const acknowledged: Kind = {
  name: '{"success": true} for writes',
  created: () => ({ json: { success: true } }),
  changed: () => ({ json: { success: true } }),
};

/** A session has an id of its own, and holds its submission. */
const slots: Kind = {
  name: 'slots with their submission inside',
  show(id, { room, start, ...submission }, resource) {
    if (resource !== 'sessions') return { id, ...submission };
    return { id: `slot_${id}`, room, start, submission: { id, ...submission } };
  },
};

const neverListed: Kind = { name: 'new records are never listed', hidingLists: Number.POSITIVE_INFINITY };
const listedLate: Kind = { name: 'new records are listed late', hidingLists: 4 };

const nullLists: Kind = {
  name: 'null for an empty list',
  page(list) {
    const data = pageOf(list, pageNumber(list));
    return { json: { data: data.length === 0 ? null : data } };
  },
};
const emptyBodies: Kind = { name: '204 for every list', page: () => ({ status: 204 }) };

export const habitKinds: readonly Kind[] = [
  lastPageAgain,
  notFoundAfterEnd,
  smallPagesOnly,
  badRequestForPageSize,
  newestFirst,
  overlapping,
  countOfPage,
  textNumbers,
  searchHits,
  unidentified,
  hugeIds,
  conflicts,
  emptyAfterChange,
  acknowledged,
  slots,
  neverListed,
  listedLate,
  nullLists,
  emptyBodies,
  showing('addresses in upper case', ({ email, submitter_email }) => ({
    ...(email !== undefined && { email: String(email).toUpperCase() }),
    ...(submitter_email !== undefined && { submitter_email: String(submitter_email).toUpperCase() }),
  })),
  showing('masked addresses', ({ email, submitter_email }) => ({
    ...(email !== undefined && { email: 's***@e***.org' }),
    ...(submitter_email !== undefined && { submitter_email: 's***@e***.org' }),
  })),
  showing('several addresses in one field', ({ email }) =>
    email === undefined ? {} : { email: `${email}, other@example.org` },
  ),
  showing('names beside addresses', ({ email, submitter_email }) => ({
    ...(email !== undefined && { email: `Someone <${email}>` }),
    ...(submitter_email !== undefined && { submitter_email: `Someone <${submitter_email}>` }),
  })),
  showing('no addresses of submitters', () => ({ submitter_email: undefined })),
  showing('titles by language', ({ title }) => (title === undefined ? {} : { title: { en: title } })),
  showing('titles as HTML', ({ title }) => (title === undefined ? {} : { title: asHtml(title) })),
  showing('titles cut off', ({ title }) => (title === undefined ? {} : { title: `${String(title).slice(0, 4)}…` })),
  showing('titles as null', ({ title }) => (title === undefined ? {} : { title: null })),
  showing('rooms as objects', ({ room }) => (room === undefined ? {} : { room: { id: 7, name: room } })),
  showing('rooms in upper case', ({ room }) => (room === undefined ? {} : { room: `${room} `.toUpperCase() })),
  showing('room_name and starts_at', ({ room, start }) => ({
    ...{ room: undefined, start: undefined },
    ...{ room_name: room, starts_at: start },
  })),
  showing('rooms and starts in a slot', ({ room, start }) => ({
    ...{ room: undefined, start: undefined },
    ...(room !== undefined && { slot: { room, start } }),
  })),
  showing('numbers of rooms', ({ room }) => (room === undefined ? {} : { room: 7 })),
  starting('starts as null', () => null),
  starting('starts rounded down', (start) => `${start.toISOString().slice(0, 11)}00:00:00Z`),
  starting('starts in UTC', (start) => start.toISOString()),
  starting('starts without an offset', (start) => start.toISOString().slice(0, 19)),
  starting('starts with a space', (start) => start.toISOString().slice(0, 16).replace('T', ' ')),
  starting('starts in epoch seconds', (start) => start.getTime() / 1000),
  starting('starts in words', () => 'Thursday morning'),
];
