// The records of a scripted server: it stores and lists what is created, except for the mishaps of a test.
import type { Received, Reply } from './scripted-server.ts';

/** What goes wrong with a creation. */
export interface Mishap {
  readonly reply: Reply;
  /** Whether the record is created nevertheless, and when. */
  readonly creates: 'never' | 'at once' | 'after the next list' | 'with the next attempt' | 'at the end';
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
  /** Does all delayed creations. */
  end(): void;
}

export function smallWorld({ onCreate = () => undefined, onList = () => undefined }: Mishaps = {}): SmallWorld {
  const created: RecordBody[] = [];
  const late: { readonly after: Mishap['creates']; readonly body: RecordBody }[] = [];
  let sent = 0;
  let lists = 0;

  function create(body: RecordBody): RecordBody {
    const record = { id: `created-${created.length + 1}`, ...body };
    created.push(record);
    return record;
  }

  function createLate(isDue: (after: Mishap['creates']) => boolean): void {
    for (const { body } of late.filter(({ after }) => isDue(after))) create(body);
    late.splice(0, late.length, ...late.filter(({ after }) => !isDue(after)));
  }

  return {
    created,
    add: create,
    sent: () => sent,
    end: () => createLate(() => true),
    script({ method, path, body }) {
      if (method === 'GET') {
        const reply = onList(++lists) ?? { json: { data: pageOf(created, path) } };
        createLate((after) => after === 'after the next list');
        return reply;
      }
      createLate((after) => after === 'with the next attempt');
      const asked: RecordBody = JSON.parse(body);
      const mishap = onCreate(++sent, asked);
      if (mishap === undefined) return { status: 201, json: create(asked) };
      if (mishap.creates === 'at once') create(asked);
      else if (mishap.creates !== 'never') late.push({ after: mishap.creates, body: asked });
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
