// Kinds of servers by what goes wrong with a write, what its response means, and how responses travel.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Answer, bytesOf, type Kind, sendJson, type Write } from './server.ts';

const reset: Answer = { fault: 'reset' };
const gatewayTimeout: Answer = {
  status: 504,
  text: '<h1>Gateway Time-out</h1>',
  headers: { 'content-type': 'text/html' },
};

function creations(name: string, fail: (write: Write) => Answer): Kind {
  return { name, write: (write) => (write.method === 'POST' ? fail(write) : write.commit()) };
}

/** Carries it out, and responds otherwise. */
function committed(answer: Answer): (write: Write) => Answer {
  return ({ commit }) => {
    commit();
    return answer;
  };
}

/** A gateway gives up, and every other list comes from a copy that lacks the records that no list of theirs has had before. */
function behind(): Kind {
  const seen = new Map<string, ReadonlySet<unknown>>();
  let lists = 0;
  return {
    ...creations('504, and every other list is behind', (write) =>
      write.attempt === 1 ? committed(gatewayTimeout)(write) : write.commit(),
    ),
    page({ all, resource }) {
      const ids = new Set(all.map((record) => Object(record).id));
      const before = seen.get(resource) ?? ids;
      seen.set(resource, ids);
      const data = ++lists % 2 === 0 ? all.filter((record) => before.has(Object(record).id)) : all;
      return { json: { data, total: data.length } };
    },
  };
}

const lossKinds: readonly Kind[] = [
  creations('every response lost', committed(reset)),
  creations('a cut 201, committed late', ({ commitAfter }) => {
    commitAfter('list');
    return { status: 201, json: { id: 'rec_?' }, fault: 'cut off' };
  }),
  // Refuses what exists, so that the attempt after a lost one is refused.
  {
    name: 'reset after the commit, then 409',
    write({ exists, commit, attempt }) {
      if (exists) return { status: 409, json: { detail: 'exists' } };
      const answer = commit();
      return attempt === 1 ? reset : answer;
    },
  },
  behind(),
  { ...creations('reset, not committed yet', () => reset), mayCreateTwice: true },
  {
    ...creations('reset, committed after the time limit', ({ commitAfter }) => {
      commitAfter('attempt');
      return reset;
    }),
    mayCreateTwice: true,
  },
];

/** Each of these in turn. */
function oneOf(answers: readonly Answer[]): () => Answer {
  let count = 0;
  return () => answers[count++ % answers.length] ?? {};
}

const job: Answer = { status: 202, json: { id: 'job_1', status: 'queued' }, headers: { location: '/v1/jobs/1' } };

const failures = oneOf([
  { json: { errors: [{ message: 'bad' }], data: null } },
  { json: { success: false, message: 'no' } },
  { json: { ok: false, error: { code: 4001 } } },
]);

const meaningKinds: readonly Kind[] = [
  { name: '204 for writes', created: () => ({ status: 204 }), changed: () => ({ status: 204 }) },
  {
    name: '303 to the record, after the commit',
    write: committed({ status: 303, headers: { location: '/v1/records/1' } }),
  },
  { name: '200 with a failure', write: failures },
  {
    name: '202 with a job, carried out later',
    write({ commitAfter }) {
      commitAfter('list');
      return job;
    },
  },
  { name: 'new records are never listed', hidingLists: Number.POSITIVE_INFINITY },
];

/** The body as this makes it, with these headers. */
function encoded(name: string, headers: Readonly<Record<string, string>>, encode: (body: Buffer) => Buffer): Kind {
  return {
    name,
    send(answer, response) {
      const { headers: own, body } = bytesOf(answer);
      response.writeHead(answer.status ?? 200, { ...own, ...headers }).end(encode(body));
    },
  };
}

const transferKinds: readonly Kind[] = [
  encoded('br, whatever was accepted', { 'content-encoding': 'br' }, (body) => brotliCompressSync(body)),
  encoded('gzip twice', { 'content-encoding': 'gzip, gzip' }, (body) => gzipSync(gzipSync(body))),
  encoded('Latin-1 that nothing declares', {}, (body) =>
    Buffer.from(String(body).replace(/^\{/, '{"note":"\u00e9",'), 'latin1'),
  ),
  // As a server whose idle connections end at the moment in which a client reuses one.
  {
    name: 'closes after every response, unannounced',
    send(answer, response) {
      sendJson(answer, response);
      response.on('finish', () => response.socket?.end());
    },
  },
  // undici closes the connection at a 100 that it did not ask for: a clear end, and nothing is created twice.
  {
    name: '100 before every response',
    send(answer, response) {
      response.writeContinue();
      const { headers, body } = bytesOf(answer);
      response.writeHead(answer.status ?? 200, headers).end(body);
    },
  },
  { name: 'status 000', send: (_, { socket }) => void socket?.write('HTTP/1.1 000 ?\r\ncontent-length: 2\r\n\r\n{}') },
];

export const writeKinds: readonly Kind[] = [...lossKinds, ...meaningKinds, ...transferKinds];
