// Finds talks that wish to be after each other in a circle, which no schedule can do. Pure.
import { quoteCell } from '../../columns/quote.ts';
import type { InputFault } from '../../errors.ts';

interface OrderedTalk {
  readonly session: { readonly title: string };
  readonly row?: { readonly line: number } | undefined;
  /** Indexes of talks that end before it begins. */
  readonly after: readonly number[];
}

/** A fault for each circle, in the line of its first talk; a talk is in one circle at most. */
export function circlesOf(file: string, talks: readonly OrderedTalk[]): readonly InputFault[] {
  const open = new Set(talks.keys());
  const nextOf = (index: number) => talks[index]?.after.find((other) => open.has(other));
  const circles: InputFault[] = [];
  for (;;) {
    closeOrdered(talks, open);
    const [first] = open;
    if (first === undefined) return circles;
    const path = [first];
    for (let next = nextOf(first); next !== undefined; next = nextOf(next)) {
      const at = path.indexOf(next);
      path.push(next);
      if (at < 0) continue;
      const circle = path.slice(at);
      circles.push(circleFault(file, talks, circle));
      for (const index of circle) open.delete(index);
      break;
    }
  }
}

/** Closes all talks that are after closed ones only, so that each open one leads to a circle. */
function closeOrdered(talks: readonly OrderedTalk[], open: Set<number>): void {
  const waiting = new Map([...open].map((index) => [index, 0]));
  const followers = new Map<number, number[]>();
  for (const index of open) {
    for (const other of talks[index]?.after ?? []) {
      if (!open.has(other)) continue;
      waiting.set(index, (waiting.get(index) ?? 0) + 1);
      const known = followers.get(other);
      if (known === undefined) followers.set(other, [index]);
      else known.push(index);
    }
  }
  const ready = [...open].filter((index) => waiting.get(index) === 0);
  for (const index of ready) {
    open.delete(index);
    for (const follower of followers.get(index) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1;
      waiting.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
}

/** @param circle ends with its first talk */
function circleFault(file: string, talks: readonly OrderedTalk[], circle: readonly number[]): InputFault {
  const named = circle.map((index, at) => {
    const { session, row } = talks[index] ?? { session: { title: '' } };
    const line = row === undefined || at === circle.length - 1 ? '' : ` (line ${row.line})`;
    return `${quoteCell(session.title)}${line}`;
  });
  const [first = -1] = circle;
  const line = talks[first]?.row?.line;
  const message = `the talks are after each other in a circle: ${named.join(' after ')}`;
  return { file, ...(line !== undefined && { line }), field: 'after', code: 'circle', message };
}
