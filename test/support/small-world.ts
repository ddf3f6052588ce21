// A scripted server's memory: it keeps what was created and lists it, unless a test has something go wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Received, Reply } from './scripted-server.ts';

/** What goes wrong with a creation. */
export interface Mishap {
  readonly reply: Reply;
  /** Whether the record is made all the same, and when. */
  readonly made: 'never' | 'at once' | 'later';
}

export interface Mishaps {
  /** Asked for the n-th creation sent, from 1; undefined lets it go right. */
  readonly onCreate?: (number: number, body: RecordBody) => Mishap | undefined;
  /** Asked for the n-th list, from 1. */
  readonly onList?: (number: number) => Reply | undefined;
}

type RecordBody = Readonly<Record<string, unknown>>;

export interface SmallWorld {
  /** For `startScriptedServer`. */
  readonly script: (request: Received) => Reply;
  /** Every record made, in order; one made twice is there twice. */
  readonly made: readonly RecordBody[];
  /** How many creations were sent, right or wrong. */
  readonly sent: () => number;
  /** Resolves when all that is made later has been made. */
  atRest(): Promise<unknown>;
}

/** A service may still be at work when its client knows no more of it. */
const laterMs = 500;

export function smallWorld({ onCreate = () => undefined, onList = () => undefined }: Mishaps = {}): SmallWorld {
  const made: RecordBody[] = [];
  const late: Promise<unknown>[] = [];
  let sent = 0;
  let lists = 0;

  function make(body: RecordBody): RecordBody {
    const record = { id: `made-${made.length + 1}`, ...body };
    made.push(record);
    return record;
  }

  return {
    made,
    sent: () => sent,
    atRest: () => Promise.all(late),
    script({ method, path, body }) {
      if (method === 'GET') return onList(++lists) ?? { json: { data: pageOf(made, path) } };
      const asked: RecordBody = JSON.parse(body);
      const mishap = onCreate(++sent, asked);
      if (mishap === undefined) return { status: 201, json: make(asked) };
      if (mishap.made === 'at once') make(asked);
      if (mishap.made === 'later') late.push(sleep(laterMs, asked).then(make));
      return mishap.reply;
    },
  };
}

/** As many as were asked for; after the last page come empty ones, and nothing tells which is the last. */
function pageOf<T>(records: readonly T[], path: string): readonly T[] {
  const { searchParams: query } = new URL(path, 'http://localhost');
  const size = Number(query.get('pageSize') ?? 25);
  const first = (Number(query.get('page') ?? 1) - 1) * size;
  return records.slice(first, first + size);
}
