// Kinds of servers by how a record looks: what wraps it, what its id is, which status a creation has.
import type { Answer, Kind } from './server.ts';

const singular: Readonly<Record<string, string>> = {
  speakers: 'speaker',
  submissions: 'submission',
  sessions: 'session',
  contacts: 'contact',
  'content-items': 'content_item',
};

const nameOf = (resource: string) => singular[resource] ?? resource;

const namedInData: Kind = {
  name: '{"data": {"speakers": […]}}',
  page: ({ all, resource }) => ({ json: { data: { [resource]: all } } }),
  created: (shown, resource) => ({ status: 201, json: { data: { [nameOf(resource)]: shown } } }),
};

const wrappedRecords: Kind = {
  name: '[{"speaker": {…}}]',
  show: (id, fields, resource) => ({ [nameOf(resource)]: { id, ...fields } }),
  page: ({ all }) => ({ json: all }),
};

const jsonApi: Kind = {
  name: 'JSON:API',
  show: (id, fields, resource) => ({ type: resource, id, attributes: fields }),
  page: ({ all }) => ({ json: { data: all, meta: { total: all.length }, links: { next: null } } }),
  created: (shown) => ({ status: 201, json: { data: shown } }),
};

const hal: Kind = {
  name: 'HAL',
  show: (id, fields) => ({ ...fields, id, _links: { self: { href: `/x/${id}` } } }),
  page: ({ all, resource }) => ({
    json: { _embedded: { [resource]: all }, _links: { self: { href: '/' } }, total: all.length },
  }),
};

const mongo: Kind = {
  name: '_id',
  show: (id, fields) => ({ _id: id, ...fields, __v: 0 }),
  id: (number) => number.toString(16).padStart(24, '6'),
};

const uuid: Kind = {
  name: 'uuid',
  show: (id, fields) => ({ uuid: id, ...fields }),
  id: (number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`,
};

const ownIds: Kind = {
  name: 'speaker_id',
  show: (id, fields, resource) => ({ [`${nameOf(resource)}_id`]: id, ...fields }),
};

const numericIds: Kind = { name: 'numeric ids', id: (number) => 1000 + number };

const oddIds: Kind = { name: 'ids with reserved characters', id: (number) => `${number}/b?y#z %2f ü` };

const dotIds: Kind = {
  name: 'ids . and ..',
  // The seventh is the session that is placed on its own; the second is in the update and in the schedule.
  id: (number) => ({ 2: '..', 3: '.' })[number] ?? `rec_${number}`,
};

const status200: Kind = { name: '200 for creations', created: (shown) => ({ status: 200, json: shown }) };

const status202: Kind = { name: '202 for creations', created: (shown) => ({ status: 202, json: { data: shown } }) };

const status204: Kind = { name: '204 for creations', created: (): Answer => ({ status: 204 }) };

const idOnly: Kind = {
  name: 'only the id after a creation',
  created: (shown) => ({ status: 201, json: { id: 'id' in shown ? shown.id : null } }),
};

const deep: Kind = {
  name: 'JSON nested deeply after a creation',
  created: () => ({ status: 201, text: '['.repeat(1e5) + ']'.repeat(1e5) }),
};

const unknownEnvelope: Kind = {
  name: 'an envelope of its own',
  page: ({ all }) => ({ json: { wrapped: { up: all } } }),
};

const errorsWith200: Kind = {
  name: 'errors with status 200',
  page: () => ({ json: { error: 'not today', data: null } }),
};

const besideEmpty: Kind = {
  name: 'an empty list beside the named one',
  page: ({ all, resource }) => ({ json: { items: [], [resource]: all } }),
};

const grouped: Kind = {
  name: 'groups of records',
  page: ({ all, resource }) => ({ json: { data: [{ id: 'a', letter: 'A', [resource]: all }] } }),
};

export const envelopeKinds = [
  ...[namedInData, wrappedRecords, jsonApi, hal, mongo, uuid, ownIds, numericIds, oddIds, dotIds],
  ...[status200, status202, status204, idOnly, deep, unknownEnvelope, errorsWith200, besideEmpty, grouped],
];
