// Kinds of servers by how they show a record: what wraps it, what its id is, and in which form its fields are.
import type { Fields, Kind } from './server.ts';

const singular: Readonly<Record<string, string>> = { speakers: 'speaker', submissions: 'submission' };
const nameOf = (resource: string) => singular[resource] ?? resource;

/** Every record, with other values in some of its fields. */
function showing(name: string, change: (fields: Fields) => Fields): Kind {
  return { name, show: (id, fields) => ({ id, ...fields, ...change(fields) }) };
}

/** With a reference for everything but letters. */
function asHtml(text: unknown): string {
  return String(text).replace(/[^A-Za-z]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const jsonApi: Kind = {
  name: 'JSON:API',
  show: (id, fields, resource) => ({ type: resource, id, attributes: fields }),
  page: ({ all }) => ({ json: { data: all, meta: { total: all.length }, links: { next: null } } }),
  created: (shown) => ({ status: 201, json: { data: shown } }),
};

const hal: Kind = {
  name: 'HAL, _id with reserved characters',
  id: (number) => `${number}/b?y#z %2f ü`,
  show: (id, fields) => ({ _id: id, ...fields, _links: { self: { href: `/x/${id}` } } }),
  page: ({ all, resource }) => ({
    json: { _embedded: { [resource]: all }, _links: { self: { href: '/' } }, total: all.length },
  }),
};

const namedInData: Kind = {
  name: '{"data": {"speakers": […]}}',
  page: ({ all, resource }) => ({ json: { data: { [resource]: all } } }),
  created: (shown, resource) => ({ status: 201, json: { data: { [nameOf(resource)]: shown } } }),
};

const hugeIds: Kind = {
  name: 'ids beyond 2^53',
  id: (number) => `90071992547409930${number}`,
  send(answer, response) {
    const text = JSON.stringify(answer.json ?? null).replaceAll(/"(90071992547409930\d+)"/g, '$1');
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(text);
  },
};

export const recordKinds: readonly Kind[] = [
  ...[jsonApi, hal, namedInData, hugeIds],
  { name: 'ids . and ..', id: (number) => ({ 2: '..', 3: '.' })[number] ?? `rec_${number}` },
  { name: 'records without ids', show: (_, fields) => fields },
  showing('masked addresses', ({ email, submitter_email }) => ({
    ...(email !== undefined && { email: 's***@e***.org' }),
    ...(submitter_email !== undefined && { submitter_email: 's***@e***.org' }),
  })),
  showing('names beside addresses, titles as HTML', ({ email, submitter_email, title }) => ({
    ...(email !== undefined && { email: `Someone <${email}>` }),
    ...(submitter_email !== undefined && { submitter_email: `Someone <${submitter_email}>` }),
    ...(title !== undefined && { title: asHtml(title) }),
  })),
  showing('no addresses of submitters', () => ({ submitter_email: undefined })),
  showing('titles by language', ({ title }) => (title === undefined ? {} : { title: { en: title } })),
  showing('numbers of rooms', ({ room }) => (room === undefined ? {} : { room: 7 })),
];
