// An event in memory with speakers, submissions and sessions: it loses, refuses and delays writes
// as scripted.
import type { RecordData, WriteOutcome } from '../../src/client/client.ts';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import type { Operation } from '../../src/contract/endpoint.ts';
import { ApiError, NetworkError } from '../../src/errors.ts';
import type { RunSending } from '../../src/runs/task.ts';

/**
 * What happens to a write, or to the process that sends it. A late one takes effect when somebody
 * waits.
 */
export type Mishap =
  | 'done'
  | 'lost'
  | 'lost without effect'
  | 'killed'
  | 'killed without effect'
  | 'unsent'
  | 'late'
  | 'late and killed';

interface ProgramWrite {
  readonly resource: string;
  readonly verb: string;
  readonly fields: Readonly<Record<string, string>>;
}

type PlacedBy = (session: RecordData, place: ProgramWrite['fields']) => RecordData | undefined;

export class ProgramWorld {
  readonly speakers: RecordData[] = [];
  readonly submissions: RecordData[] = [];
  /** In the order in which they were sent. */
  readonly sent: ProgramWrite[] = [];
  /** Decides what happens to each write. */
  mishapOf: (write: ProgramWrite) => Mishap | undefined = () => undefined;
  /** What a session has once it is placed; undefined if the service refuses it. */
  placed: PlacedBy = (_, place) => place;
  private readonly late: (() => void)[] = [];
  private passed = 0;

  /** Delayed writes take effect. */
  land(): void {
    for (const takeEffect of this.late.splice(0)) takeEffect();
  }

  /** Waiting takes no time, and lets delayed writes take effect. */
  readonly clock: Clock & { readonly waits: readonly number[] } = this.openClock();

  get client(): Awaited<ReturnType<RunSending['client']>> {
    const world = this;
    return {
      concurrency: 1,
      cancelWaiting() {},
      write: async (endpoint, { path = {}, body = {} }) =>
        world.write(endpoint, String(Object.values(path).at(-1)), body as ProgramWrite['fields']),
      async *pages({ path }) {
        const { speakers, submissions } = world;
        // It has the eleven endpoints alone.
        if (path.endsWith('/rooms')) throw new ApiError('no', { status: 404, body: undefined });
        if (path.endsWith('/speakers')) yield { records: speakers, body: undefined };
        else if (path.endsWith('/sessions'))
          yield { records: submissions.filter(({ room }) => room !== undefined), body: undefined };
        else yield { records: submissions, body: undefined };
      },
    };
  }

  private write(
    { resource, verb }: Operation,
    id: string,
    fields: ProgramWrite['fields'],
  ): WriteOutcome {
    const write = { resource, verb, fields };
    this.sent.push(write);
    const mishap = this.mishapOf(write) ?? 'done';
    const takeEffect = () => this.change(resource, verb, id, fields);
    if (mishap === 'unsent')
      return { kind: 'unsent', error: new NetworkError('connection refused') };
    if (mishap === 'killed without effect') throw new Killed();
    if (mishap === 'late' || mishap === 'late and killed') this.late.push(takeEffect);
    if (mishap === 'late and killed') throw new Killed();
    if (mishap === 'late' || mishap === 'lost without effect') return lost;
    const record = takeEffect();
    if (mishap === 'killed') throw new Killed();
    if (mishap === 'lost') return lost;
    return record === undefined ? taken : { kind: 'done', record };
  }

  private change(
    resource: string,
    verb: string,
    id: string,
    fields: ProgramWrite['fields'],
  ): RecordData | undefined {
    const all = resource === 'speakers' ? this.speakers : this.submissions;
    const at = verb === 'add' ? all.length : all.findIndex((record) => record.id === id);
    if (at < 0) throw new RangeError(`no ${resource} have the id ${id}`);
    const before = all[at] ?? {};
    const changed = resource === 'sessions' ? this.placed(before, fields) : fields;
    if (changed === undefined) return undefined;
    const record = { id: `${resource}-${at + 1}`, ...before, ...changed };
    all[at] = record;
    return record;
  }

  private openClock() {
    const waits: number[] = [];
    return {
      ...systemClock,
      waits,
      now: () => systemClock.now() + this.passed,
      date: () => systemClock.date() + this.passed,
      sleep: async (ms: number) => {
        waits.push(ms);
        this.passed += ms;
        this.land();
      },
    };
  }
}

/** Ends a run as a kill does: what was in flight has no outcome. */
class Killed extends Error {}

const taken: WriteOutcome = {
  kind: 'refused',
  error: new ApiError('no', { status: 409, body: undefined }),
};

const lost: Extract<WriteOutcome, { kind: 'lost' }> = {
  kind: 'lost',
  otherwise: 'unknown',
  lateUntil: 0,
  error: new NetworkError('the connection was closed'),
};
