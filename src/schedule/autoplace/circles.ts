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
  const circles: InputFault[] = [];
  for (const start of talks.keys()) {
    const path = open.has(start) ? [start] : [];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = talks[last]?.after.find((other) => open.has(other));
      const at = next === undefined ? path.length - 1 : path.indexOf(next);
      if (next !== undefined && at < 0) {
        path.push(next);
        continue;
      }
      // What leads nowhere is in no circle.
      const done = path.splice(at);
      for (const index of done) open.delete(index);
      if (next !== undefined) circles.push(circleFault(file, talks, [...done, next]));
    }
  }
  return circles;
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
