// Kinds of servers by what goes wrong with a write: lost responses, late commits, hidden records.
import type { Answer, Kind, Write } from './server.ts';

/** The time limit of a request to these servers. */
export const timeoutMs = 800;

const reset: Answer = { fault: 'reset' };
const gatewayTimeout: Answer = {
  status: 504,
  text: '<h1>Gateway Time-out</h1>',
  headers: { 'content-type': 'text/html' },
};
const overloaded: Answer = { status: 503, json: { detail: 'overloaded' } };

/** Well within the time in which a lost creation is waited for. */
const lateMs = timeoutMs / 16;
/** After the time limit of the first attempt, and before that of the second. */
const tooLateMs = timeoutMs * 1.8;

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

function late(answer: Answer, ms = lateMs): (write: Write) => Answer {
  return (write) => {
    write.commitIn(ms);
    return answer;
  };
}

function cutOff(write: Write): Answer {
  return { ...write.commit(), fault: 'cut off' };
}

/** A gateway gives up, and every other list comes from a copy that is behind. */
function behind(): Kind {
  const seenAt = new Map<string, number>();
  let lists = 0;
  return {
    ...firstCreation('504, and every other list is behind', committed(gatewayTimeout)),
    page({ all, resource }) {
      const isBehind = ++lists % 2 === 0;
      const data = all.filter((record) => {
        const name = `${resource} ${Object(record).id}`;
        const since = seenAt.get(name) ?? (lists <= 2 ? 0 : Date.now());
        seenAt.set(name, since);
        return !isBehind || Date.now() - since > timeoutMs / 4;
      });
      return { json: { data, total: data.length } };
    },
  };
}

export const faultKinds: readonly Kind[] = [
  firstAttempt('reset before the commit', () => reset),
  firstAttempt('reset after the commit', committed(reset)),
  firstCreation('504 before the commit', () => gatewayTimeout),
  firstCreation('504 after the commit', committed(gatewayTimeout)),
  firstAttempt('503 before the commit', () => overloaded),
  firstCreation('a cut 201', cutOff),
  firstCreation('no response, not committed', () => ({ fault: 'silence' })),
  firstCreation('no response, committed', committed({ fault: 'silence' })),
  creations('reset, committed late', late(reset)),
  creations('504, committed late', late(gatewayTimeout)),
  creations('a cut 201, committed late', late({ status: 201, json: { id: 'rec_?' }, fault: 'cut off' })),
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
  // The record appears before the wait for a lost creation is over.
  { ...firstCreation('reset, record hidden for a while', committed(reset)), hiddenMs: lateMs },
  behind(),
];

/** Nobody who waits for the time limit can know what these did. */
export const unknowableKinds: readonly Kind[] = [
  creations('reset, not committed yet', () => reset),
  creations('504, not committed yet', () => gatewayTimeout),
  creations('reset, committed after the time limit', late(reset, tooLateMs)),
  { ...creations('reset, record never shown', committed(reset)), hiddenMs: Number.POSITIVE_INFINITY },
];
