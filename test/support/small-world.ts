// The records of a scripted server: it stores and lists what is created, except for the mishaps of a test.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Received, Reply } from './scripted-server.ts';

/** What goes wrong with a creation. */
export interface Mishap {
  readonly reply: Reply;
  /** Whether the record is created nevertheless, and when. */
  readonly creates: 'never' | 'at once' | 'later';
}

export interface Mishaps {
  /** Called for the n-th creation sent, from 1; undefined lets it succeed. */
  readonly onCreate?: (number: number, body: RecordBody) => Mishap | undefined;
  /** Called for the n-th list, from 1; undefined lets it succeed. */
  readonly onList?: (number: number) => Reply | undefined;
}

type RecordBody = Readonly<Record<string, unknown>>;

export interface SmallWorld {
  /** For `startScriptedServer`. */
  readonly script: (request: Received) => Reply;
  /** Every record, in the order of creation; one that was created twice appears twice. */
  readonly created: readonly RecordBody[];
  /** Adds a record that nobody sent. */
  add(record: RecordBody): void;
  /** The number of creations sent, successful or not. */
  readonly sent: () => number;
  /** Resolves when all delayed creations are done. */
  atRest(): Promise<unknown>;
}

/** A service may still work on a request after its client has given up. */
const laterMs = 500;

export function smallWorld({ onCreate = () => undefined, onList = () => undefined }: Mishaps = {}): SmallWorld {
  const created: RecordBody[] = [];
  const late: Promise<unknown>[] = [];
  let sent = 0;
  let lists = 0;

  function create(body: RecordBody): RecordBody {
    const record = { id: `created-${created.length + 1}`, ...body };
    created.push(record);
    return record;
  }

  return {
    created,
    add: create,
    sent: () => sent,
    atRest: () => Promise.all(late),
    script({ method, path, body }) {
      if (method === 'GET') return onList(++lists) ?? { json: { data: pageOf(created, path) } };
      const asked: RecordBody = JSON.parse(body);
      const mishap = onCreate(++sent, asked);
      if (mishap === undefined) return { status: 201, json: create(asked) };
      if (mishap.creates === 'at once') create(asked);
      if (mishap.creates === 'later') late.push(sleep(laterMs, asked).then(create));
      return mishap.reply;
    },
  };
}

/** A page of the requested size; pages after the last are empty, and nothing marks the last one. */
function pageOf<T>(records: readonly T[], path: string): readonly T[] {
  const { searchParams: query } = new URL(path, 'http://localhost');
  const size = Number(query.get('pageSize') ?? 25);
  const first = (Number(query.get('page') ?? 1) - 1) * size;
  return records.slice(first, first + size);
}
