// Kinds of servers by what the response to a write means: failures with status 200, promises for later, redirects, odd bodies.
import { type Answer, bytesOf, type Kind, sendJson, shortMs, type Write } from './server.ts';

const failures: readonly Answer[] = [
  { json: { error: 'quota exceeded' } },
  { json: { errors: [{ message: 'bad' }], data: null } },
  { json: { success: false, message: 'no' } },
  { json: { status: 'error', message: 'no' } },
  { json: { result: 'error', reason: 'no' } },
];

/** They report a failure in words of their own. */
const oddFailures: readonly Answer[] = [
  { json: { code: 4001, msg: 'quota exceeded', data: null } },
  { json: { status: 403, message: 'forbidden' } },
  { json: { fault: { code: 'x', faultstring: 'no' } } },
  { json: { Error: 'no', Message: 'no' } },
  { json: { message: 'not allowed' } },
];

function oneOf(answers: readonly Answer[]): () => Answer {
  let count = 0;
  return () => answers[count++ % answers.length] ?? {};
}

/** Carries out each write and responds otherwise. */
function committed(name: string, answer: (write: Write, done: Answer) => Answer): Kind {
  return { name, write: (write) => answer(write, write.commit()) };
}

/** The same for creations only. */
function created(name: string, answer: (done: Answer) => Answer): Kind {
  return committed(name, ({ method }, done) => (method === 'POST' ? answer(done) : done));
}

const job: Answer = { status: 202, json: { id: 'job_1', status: 'queued' }, headers: { location: '/v1/jobs/1' } };

const queued: Kind = {
  name: '202 with a job, carried out later',
  write({ commitAfter }) {
    commitAfter('list');
    return job;
  },
};

const endless: Kind = {
  name: 'a success without an end',
  timeoutMs: shortMs,
  send(answer, response, { method }) {
    if (method === 'GET' || 'data' in Object(answer.json)) return sendJson(answer, response);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), shortMs / 10);
    response.on('close', () => clearInterval(timer));
  },
};

/** Writes to these are looked up, and some of them waited for. */
export const unclearKinds: readonly Kind[] = [
  { name: '200 with an error', write: oneOf(failures) },
  committed('200 with an error, after the commit', oneOf(failures)),
  { name: '200 with a failure in other words', write: oneOf(oddFailures) },
  committed('303 to the record, after the commit', () => ({ status: 303, headers: { location: '/v1/records/1' } })),
  created('302 to a page, after the commit', () => ({ status: 302, headers: { location: '/speakers' }, text: 'ok' })),
  queued,
  { name: '202 with a job, never carried out', write: () => job },
  { name: '207 with a failure', write: () => ({ status: 207, json: { results: [{ status: 422, title: 'no' }] } }) },
  endless,
  created('201 with another record', () => ({ status: 201, json: { id: 'rec_1', email: 'x@x.org', title: 'x' } })),
  created('201 with half of the record', (done) => ({ status: 201, text: JSON.stringify(done.json).slice(0, -9) })),
  committed('OK as text', () => ({ text: 'OK', headers: { 'content-type': 'text/plain' } })),
];

const numberThenText: Kind = {
  name: 'ids: numbers on creation, text in lists',
  id: (number) => number,
  page: ({ all }) => ({
    json: { data: all.map((record) => ({ ...record, id: String(Object(record).id) })), total: all.length },
  }),
};

const tidying: Kind = {
  name: 'lower-case addresses, titles with spaces',
  show: (id, { email, title, ...fields }) => ({
    ...{ id, ...fields },
    ...(email !== undefined && { email: String(email).toLowerCase() }),
    ...(title !== undefined && { title: `  ${title} ` }),
  }),
};

/** undici closes the connection at a 100 that it did not ask for: a clear end, and nothing is created twice. */
const continuing: Kind = {
  name: '100 before every response',
  send(answer, response) {
    response.writeContinue();
    const { headers, body } = bytesOf(answer);
    response.writeHead(answer.status ?? 200, headers).end(body);
  },
};

const tooEarly: Kind = {
  name: '425 at first',
  write: ({ attempt, commit }) => (attempt === 1 ? { status: 425, json: { detail: 'too early' } } : commit()),
};

/** The responses of these show whether the write is done. */
export const clearKinds: readonly Kind[] = [
  committed('the record in an array', (_, { status = 200, json }) => ({ status, json: [json] })),
  committed('{"data": [record]}', (_, { status = 200, json }) => ({ status, json: { data: [json] } })),
  committed('JSend', (_, { json }) => ({ json: { status: 'success', data: { speaker: json } } })),
  committed('errors: [] beside the record', (_, { json }) => ({ json: { ...Object(json), errors: [], error: null } })),
  committed('{"code": 0, "data": record}', (_, { json }) => ({ json: { code: 0, msg: 'ok', data: json } })),
  committed('{"message": "Saved"}', () => ({ json: { message: 'Saved' } })),
  committed('true', () => ({ text: 'true' })),
  created('the whole list', () => ({ status: 201, json: { data: [{ id: 'rec_1' }, { id: 'rec_2' }] } })),
  created('id: null', ({ json }) => ({ status: 201, json: { ...Object(json), id: null } })),
  created('201 with a Location only', () => ({ status: 201, headers: { location: '/v1/records/9' } })),
  ...[numberThenText, tidying, continuing, tooEarly],
];
