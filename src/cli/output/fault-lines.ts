// Owns how faults of the user's input are printed: a line each, and a fault that repeats once, with its count.
import { faultKind } from '../../columns/fault-list.ts';
import type { InputFault } from '../../errors.ts';
import { toLine } from './terminal-text.ts';
import { amount, plural, quoted } from './text.ts';

/**
 * Faults as lines. Of each kind with more than three, only those that differ in their words are printed, at most three;
 * a last line has the number of the others, and where they are.
 * @param textOf a fault with its place
 */
export function faultLines(faults: readonly InputFault[], textOf: (fault: InputFault) => string): readonly string[] {
  const kinds = new Map<string, Kind>();
  for (const fault of faults) {
    const key = faultKind(fault);
    const kind = kinds.get(key) ?? { shown: [], others: [] };
    kinds.set(key, kind);
    const isRepeated = kind.shown.length >= shownOfKind || kind.shown.some(({ message }) => message === fault.message);
    (isRepeated ? kind.others : kind.shown).push(fault);
  }
  const isShort = ({ shown, others }: Kind) => totalOf({ shown, others }) <= shownOfKind;
  const hidden = new Set([...kinds.values()].flatMap((kind) => (isShort(kind) ? [] : kind.others)));
  const lines = faults.filter((fault) => !hidden.has(fault)).map((fault) => toLine(textOf(fault)));
  return [...lines, ...[...kinds.values()].filter((kind) => !isShort(kind)).flatMap(othersLine)];
}

const shownOfKind = 3;

interface Kind {
  readonly shown: InputFault[];
  readonly others: InputFault[];
}

function totalOf({ shown, others }: Kind): number {
  return shown[0]?.count ?? shown.length + others.length;
}

/** `… and the same in 409 more rows, column "Start": lines 5–413` */
function othersLine(kind: Kind): readonly string[] {
  const { shown, others } = kind;
  const [{ file, column, field } = { file: undefined, column: undefined, field: undefined }] = shown;
  const count = totalOf(kind) - shown.length;
  if (count === 0) return [];
  const place = column === undefined ? (field ?? file ?? '') : `column ${quoted(column)}`;
  const where = lineRanges(
    others.flatMap(({ line }) => line ?? []),
    count > others.length,
  );
  return [toLine(`… and ${amount(count, 'more such fault')}${place && ` in ${place}`}${where && `: ${where}`}`)];
}

const shownRanges = 5;

/** `lines 5–8, 10 and others` */
function lineRanges(lines: readonly number[], hasMore: boolean): string {
  const ranges: [from: number, to: number][] = [];
  for (const line of new Set(lines)) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  if (ranges.length === 0) return '';
  const shown = ranges.slice(0, shownRanges).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const others = hasMore || ranges.length > shownRanges ? ' and others' : '';
  return `${plural(lines.length, 'line')} ${shown.join(', ')}${others}`;
}
