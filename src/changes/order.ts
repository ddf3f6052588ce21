// Puts placements in an order in which the room rule of the service accepts each of them. Pure.
import { foldKey } from '../contract/key.ts';
import { forEachOverlap, type Slot } from './room-rule.ts';

/** A session where it is, and where it is to be. */
export interface PlacedSession {
  readonly id: string;
  /** Undefined if it is not placed. */
  readonly now: Slot | undefined;
  /** Undefined if it is not moved. */
  readonly to: Slot | undefined;
  /** Whether it has its room to itself; the others may overlap. */
  readonly takesRoom: boolean;
}

/** One request. */
export interface Move {
  readonly id: string;
  readonly to: Slot;
  /** Whether the session only waits there, until its own place is free. */
  readonly isInterim: boolean;
  /** What must be done before. */
  readonly after: readonly Move[];
}

/**
 * The moves in waves: each move needs only moves of earlier waves. If all sessions in their new
 * places obey the rule, each place is free in its turn. Of sessions that take each other's places,
 * one waits in its own room, after everything that is or will be there, and is placed last.
 * @param sessions all that have a place, or get one
 */
export function orderMoves(sessions: readonly PlacedSession[]): readonly (readonly Move[])[] {
  const nodes = sessions.flatMap(({ id, now, to, takesRoom }): Node[] => {
    if (to === undefined) return [];
    const node: Node = {
      id,
      now,
      to,
      takesRoom,
      waitsFor: [],
      waiters: 0,
      isOpen: false,
      wave: 0,
    };
    return [node];
  });
  connect(nodes);
  const waitingRooms = createWaitingRooms(sessions);
  // A session that many others wait for is the one that gives way.
  const byWaiters = nodes.toSorted((one, other) => other.waiters - one.waiters);
  for (const node of byWaiters) if (node.final === undefined) settle(node, waitingRooms);
  return wavesOf(nodes);
}

/** A session that is moved. */
interface Node extends PlacedSession {
  readonly to: Slot;
  /** The sessions that are in its place now. */
  readonly waitsFor: Node[];
  /** How many sessions wait for it. */
  waiters: number;
  /** Whether what it waits for is being settled. */
  isOpen: boolean;
  interim?: Move;
  final?: Move;
  /** The number of the wave of its final move. */
  wave: number;
}

function connect(nodes: readonly Node[]): void {
  const ruled = nodes.filter(({ takesRoom }) => takesRoom);
  const targets = ruled.map((node) => ({ ...node.to, node }));
  const present = ruled.flatMap((node) => (node.now === undefined ? [] : [{ ...node.now, node }]));
  forEachOverlap(targets, present, ({ node }, { node: other }) => {
    if (node === other) return;
    node.waitsFor.push(other);
    other.waiters++;
  });
}

/** Finds the moves of a session, after those of all sessions that it waits for. */
function settle(first: Node, waitingRooms: ReturnType<typeof createWaitingRooms>): void {
  const path: { readonly node: Node; next: number }[] = [];
  const open = (node: Node) => {
    node.isOpen = true;
    path.push({ node, next: 0 });
  };
  open(first);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const { node } = step;
    const other = node.waitsFor[step.next++];
    if (other === undefined) {
      finish(node);
      path.pop();
    } else if (other.isOpen) {
      // The other one waits for this one in its turn.
      other.interim ??= waitingRooms.admit(other);
    } else if (other.final === undefined) open(other);
  }
}

function finish(node: Node): void {
  const { id, to, interim, waitsFor } = node;
  const others = waitsFor.flatMap((other) => other.interim ?? other.final ?? []);
  const after = interim === undefined ? others : [interim, ...others];
  node.final = { id, to, isInterim: false, after };
  node.wave = interim === undefined ? 0 : 1;
  for (const other of waitsFor) {
    // A session that waits elsewhere leaves its place in the first wave.
    const leaves = other.interim === undefined ? other.wave : 0;
    node.wave = Math.max(node.wave, leaves + 1);
  }
  node.isOpen = false;
}

function createWaitingRooms(sessions: readonly PlacedSession[]) {
  /** When each room is empty for good. */
  const ends = new Map<string, number>();
  const occupy = ({ room, endMs }: Slot) => {
    const key = foldKey(room);
    ends.set(key, Math.max(ends.get(key) ?? endMs, endMs));
  };
  for (const { now, to } of sessions) for (const slot of [now, to]) if (slot) occupy(slot);
  return {
    /** Where a session waits that is placed. */
    admit({ id, now, to: target }: Node): Move {
      const { room, startMs, endMs } = now ?? target;
      const freeMs = ends.get(foldKey(room)) ?? endMs;
      const to = { room, startMs: freeMs, endMs: freeMs + endMs - startMs };
      occupy(to);
      return { id, to, isInterim: true, after: [] };
    },
  };
}

function wavesOf(nodes: readonly Node[]): readonly (readonly Move[])[] {
  const waves: Move[][] = [];
  const add = (wave: number, move: Move) => {
    const others = waves[wave];
    if (others === undefined) waves[wave] = [move];
    else others.push(move);
  };
  for (const { wave, interim, final } of nodes) {
    if (interim !== undefined) add(0, interim);
    if (final !== undefined) add(wave, final);
  }
  return waves;
}
