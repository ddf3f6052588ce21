// A service in memory for tests that apply schedules: it places sessions, and loses or delays responses as scripted.
import { array, constantFrom, nat, record } from 'fast-check';
import type { WriteOutcome } from '../../src/client/client.ts';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import { ApiError, NetworkError } from '../../src/errors.ts';
import type { Runs } from '../../src/runs/folder.ts';
import type { ScheduleRow } from '../../src/schedule/row.ts';
import type { ScheduleRunOptions } from '../../src/schedule/run.ts';
import type { Placement } from '../../src/schedule/submissions.ts';

export const target = { event: 'conf', timeZone: undefined };

const somewhere = record({
  room: constantFrom('Hall', 'Lab', 'Attic'),
  start: nat(5).map((hour) => `2026-05-02T0${hour}:00:00+00:00`),
});
export const ids = Array.from({ length: 8 }, (_, at) => `s${at}`);
export const placements = array(somewhere, { minLength: ids.length, maxLength: ids.length });

export function scheduleRows(places: readonly Placement[], named: readonly string[] = ids): readonly ScheduleRow[] {
  return ids.flatMap((id, at) => {
    const { room, start } = places[at] ?? { room: '', start: '' };
    const others = {
      title: '',
      submitterEmail: undefined,
      durationMs: undefined,
      people: [],
      track: undefined,
      format: undefined,
    };
    return named.includes(id)
      ? [{ ...others, line: at + 2, submissionId: id, room, start, startMs: Date.parse(start) }]
      : [];
  });
}

export const planOptions = {
  ...target,
  file: 's.csv',
  baseUrl: 'http://127.0.0.1',
  defaultDurationMs: 1,
  turnaroundMs: 0,
  sharedRooms: [],
};

export type SimulatedOutcome = 'done' | 'lost' | 'lost without effect' | 'late' | 'accepted' | 'unsent' | 'refused';

/** The first placement is lost, and again when it is repeated after the others. */
export const lostTwice: readonly SimulatedOutcome[] = [
  'lost without effect',
  ...ids.slice(1).map(() => 'done' as const),
  'lost without effect',
];

/** An event's sessions, the outcome of each placement (later ones are done), and the folder of the runs that place them. */
export class World {
  readonly runs: Runs;
  readonly places = new Map<string, Placement>();
  readonly outcomes: SimulatedOutcome[] = [];
  sent = 0;
  private readonly ids: readonly string[];
  private readonly late: PlaceInput[] = [];

  constructor(ids: readonly string[], runs: Runs) {
    this.ids = ids;
    this.runs = runs;
  }

  get client(): Awaited<ReturnType<ScheduleRunOptions['client']>> {
    const world = this;
    return {
      concurrency: 2,
      cancelWaiting() {},
      write: async (_, input) => world.place(input as unknown as PlaceInput),
      async *pages({ path }) {
        const all = world.ids.map((id) => ({ id, title: `Talk ${id}`, ...world.places.get(id) }));
        const records = path.endsWith('/sessions') ? all.filter(({ id }) => world.places.has(id)) : all;
        yield { records, body: undefined };
      },
    };
  }

  place({ path, body }: PlaceInput): WriteOutcome {
    this.sent++;
    const outcome = this.outcomes.shift() ?? 'done';
    if (outcome === 'unsent') return { kind: 'unsent', error: new NetworkError('connection refused') };
    if (outcome === 'refused') return { kind: 'refused', error: new ApiError('no', { status: 422, body: undefined }) };
    if (outcome === 'lost without effect') return lost;
    if (outcome === 'late' || outcome === 'accepted') {
      this.late.push({ path, body });
      return outcome === 'late' ? lost : { ...lost, loss: 'confirmed' };
    }
    this.places.set(path.submission_id, body);
    return outcome === 'lost' ? lost : { kind: 'done', record: {} };
  }

  /** Delayed placements take effect. */
  land(): void {
    for (const { path, body } of this.late.splice(0)) this.places.set(path.submission_id, body);
  }
}

/** Waiting lets delayed placements take effect. */
export function clockOf(world: World): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  return {
    ...systemClock,
    waits,
    async sleep(ms) {
      waits.push(ms);
      world.land();
    },
  };
}

interface PlaceInput {
  readonly path: { readonly submission_id: string };
  readonly body: Placement;
}

const lost: Extract<WriteOutcome, { kind: 'lost' }> = {
  kind: 'lost',
  loss: 'unanswered',
  error: new NetworkError('the connection was closed'),
};
