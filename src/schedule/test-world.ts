// A service in memory for tests of what applies a schedule: it takes placements, loses answers, and is late where it is told to.
import type { Attempted } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { ApiError, NetworkError } from '../errors.ts';
import type { Placement } from './program.ts';
import type { ScheduleRunOptions } from './run.ts';

export type Fate = 'done' | 'lost' | 'lost before the work' | 'late' | 'held back' | 'refused';

/** An event's sessions, and what becomes of each placement; what comes after is done. */
export class World {
  readonly places = new Map<string, Placement>();
  readonly fates: Fate[] = [];
  sent = 0;
  private readonly ids: readonly string[];
  private readonly late: PlaceInput[] = [];

  constructor(ids: readonly string[]) {
    this.ids = ids;
  }

  get client(): ScheduleRunOptions['client'] {
    const world = this;
    return {
      concurrency: 2,
      dismiss() {},
      attempt: async (_, input) => world.place(input as unknown as PlaceInput),
      async *pages({ path }) {
        const all = world.ids.map((id) => ({ id, title: `Talk ${id}`, ...world.places.get(id) }));
        const records = path.endsWith('/sessions') ? all.filter(({ id }) => world.places.has(id)) : all;
        yield { records, body: undefined };
      },
    };
  }

  place({ path, body }: PlaceInput): Attempted {
    this.sent++;
    const fate = this.fates.shift() ?? 'done';
    if (fate === 'held back') return { kind: 'unsent', error: new NetworkError('connection refused') };
    if (fate === 'refused') return { kind: 'refused', error: new ApiError('no', { status: 422, body: undefined }) };
    if (fate === 'lost before the work') return lost;
    if (fate === 'late') {
      this.late.push({ path, body });
      return lost;
    }
    this.places.set(path.submission_id, body);
    return fate === 'lost' ? lost : { kind: 'done', record: {} };
  }

  /** What was late takes effect. */
  land(): void {
    for (const { path, body } of this.late.splice(0)) this.places.set(path.submission_id, body);
  }
}

/** Waiting lets what is late arrive. */
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

const lost: Attempted = { kind: 'lost', error: new NetworkError('the connection was closed') };
