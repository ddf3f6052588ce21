// Kinds of servers by what goes wrong with a write: lost responses, late commits, hidden records.
import { type Answer, type Kind, shortMs, type Write, type WriteEvent } from './server.ts';

const reset: Answer = { fault: 'reset' };
const gatewayTimeout: Answer = {
  status: 504,
  text: '<h1>Gateway Time-out</h1>',
  headers: { 'content-type': 'text/html' },
};
const overloaded: Answer = { status: 503, json: { detail: 'overloaded' } };

/** Each write fails so at its first attempt. */
function firstAttempt(name: string, fail: (write: Write) => Answer): Kind {
  return { name, write: (write) => (write.attempt === 1 ? fail(write) : write.commit()) };
}

function creations(name: string, fail: (write: Write) => Answer): Kind {
  return { name, write: (write) => (write.method === 'POST' ? fail(write) : write.commit()) };
}

function firstCreation(name: string, fail: (write: Write) => Answer): Kind {
  return creations(name, (write) => (write.attempt === 1 ? fail(write) : write.commit()));
}

/** Carries it out, and responds otherwise. */
function committed(answer: Answer): (write: Write) => Answer {
  return (write) => {
    write.commit();
    return answer;
  };
}

function committedAfter(event: WriteEvent, answer: Answer): (write: Write) => Answer {
  return (write) => {
    write.commitAfter(event);
    return answer;
  };
}

function cutOff(write: Write): Answer {
  return { ...write.commit(), fault: 'cut off' };
}

/** A gateway gives up, and every other list comes from a copy that lacks the records that no list of theirs has had before. */
function behind(): Kind {
  const seen = new Map<string, ReadonlySet<unknown>>();
  let lists = 0;
  return {
    ...firstCreation('504, and every other list is behind', committed(gatewayTimeout)),
    page({ all, resource }) {
      const ids = new Set(all.map((record) => Object(record).id));
      const before = seen.get(resource) ?? ids;
      seen.set(resource, ids);
      const data = ++lists % 2 === 0 ? all.filter((record) => before.has(Object(record).id)) : all;
      return { json: { data, total: data.length } };
    },
  };
}

/** No lookup shows what these did in time. */
const unknowableKinds: readonly Kind[] = [
  creations('reset, not committed yet', () => reset),
  creations('504, not committed yet', () => gatewayTimeout),
  creations('reset, committed after the time limit', committedAfter('attempt', reset)),
  { ...creations('reset, record never shown', committed(reset)), hidingLists: Number.POSITIVE_INFINITY },
];

export const faultKinds: readonly Kind[] = [
  firstAttempt('reset before the commit', () => reset),
  firstAttempt('reset after the commit', committed(reset)),
  firstCreation('504 before the commit', () => gatewayTimeout),
  firstCreation('504 after the commit', committed(gatewayTimeout)),
  firstAttempt('503 before the commit', () => overloaded),
  firstCreation('a cut 201', cutOff),
  { ...firstCreation('no response, not committed', () => ({ fault: 'silence' })), timeoutMs: shortMs },
  { ...firstCreation('no response, committed', committed({ fault: 'silence' })), timeoutMs: shortMs },
  creations('reset, committed late', committedAfter('list', reset)),
  creations('504, committed late', committedAfter('list', gatewayTimeout)),
  creations(
    'a cut 201, committed late',
    committedAfter('list', { status: 201, json: { id: 'rec_?' }, fault: 'cut off' }),
  ),
  creations('every response lost', committed(reset)),
  firstAttempt('500 with a web page, after the commit', committed({ status: 500, text: '<h1>Oops</h1>' })),
  firstCreation('408 before the commit', () => ({ status: 408, text: '' })),
  // Refuses what exists, so that the attempt after a lost one is refused.
  {
    name: 'reset after the commit, then 409',
    write: ({ exists, commit, attempt }) => {
      if (exists) return { status: 409, json: { detail: 'exists' } };
      const answer = commit();
      return attempt === 1 ? reset : answer;
    },
  },
  creations('200 with a web page, after the commit', committed({ text: '<h1>Thanks</h1>' })),
  { ...firstCreation('reset, record hidden for a while', committed(reset)), hidingLists: 1 },
  behind(),
  ...unknowableKinds.map((kind) => ({ ...kind, mayCreateTwice: true })),
];
