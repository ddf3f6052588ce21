// Owns how faults and warnings about the user's input are printed: each kind once, with the lines
// where it is.
import { faultKind } from '../../columns/fault-list.ts';
import { plural, quoted } from '../../contract/amount.ts';
import type { InputFault } from '../../errors.ts';
import { toLine } from './terminal-text.ts';

/** A line for each kind of fault: the first one, and where the others are. */
export function faultLines(faults: readonly InputFault[]): readonly string[] {
  return kindsOf(faults).map(({ first, others }) => {
    if (others.length === 0 && first.count === undefined) return toLine(faultText(first));
    return toLine(`${faultText(first)} (also: ${lineRanges(others, first.count)})`);
  });
}

/**
 * `speakers.csv:17 column "E-mail": at least 3 characters`, or `--email: …` if the value did not
 * come from a file.
 */
function faultText(fault: InputFault): string {
  const { sheet, column, flag, field, message } = fault;
  const place = [
    lineText(fault),
    sheet === undefined ? undefined : `sheet ${quoted(sheet)}`,
    column === undefined ? (flag ?? field) : `column ${quoted(column)}`,
  ].filter(Boolean);
  return place.length === 0 ? message : `${place.join(' ')}: ${message}`;
}

/** `speakers.csv:17`, or what is known of it. */
function lineText({ file, line }: InputFault): string | undefined {
  if (line === undefined) return file;
  return file === undefined ? `line ${line}` : `${file}:${line}`;
}

/**
 * A sentence for each kind of warning: what the first one says, and the lines of all: `the speaker
 * has no name: lines 2, 5–8`
 */
export function warningLines(
  warnings: readonly InputFault[],
  textOf: (warning: InputFault) => string,
) {
  return kindsOf(warnings).map(({ first, others }) => {
    if (first.line === undefined) return toLine(textOf(first));
    const isSame = others.every(({ message }) => message === first.message);
    const where = isSame
      ? lineRanges([first, ...others], first.count)
      : `line ${first.line}; also: ${lineRanges(others, first.count)}`;
    return toLine(`${textOf(first)}: ${where}`);
  });
}

/**
 * Each kind, with its first fault, and those of other lines: a line is listed once.
 *
 * Faults without a line, with a name that the event does not have, with a suggestion or with the
 * values of a conflict repeat each other only if their words are the same.
 */
function kindsOf(faults: readonly InputFault[]) {
  const kinds = new Map<string, { readonly first: InputFault; readonly others: InputFault[] }>();
  for (const fault of faults) {
    const isNamed = namedCodes.has(fault.code);
    const isOwn =
      fault.line === undefined || isNamed || /similar: |: the file has /.test(fault.message);
    const key = `${faultKind(fault)} ${isOwn ? fault.message : ''}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { first: fault, others: [] });
    else if (fault.line !== undefined && fault.line !== kind.first.line) kind.others.push(fault);
  }
  return [...kinds.values()];
}

const namedCodes: ReadonlySet<string | undefined> = new Set([
  'unknown_name',
  'new_name',
  'unknown_room',
  'respelled_room',
]);

const shownRanges = 5;

/** `lines 5–8, 10 and others` @param count of all faults of the kind, if more than these */
function lineRanges(faults: readonly InputFault[], count: number | undefined): string {
  const lines = new Set(faults.flatMap(({ line }) => line ?? []));
  if (lines.size === 0) return 'others';
  const ranges: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges
    .slice(0, shownRanges)
    .map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const others = count !== undefined || ranges.length > shownRanges ? ' and others' : '';
  return `${plural(lines.size, 'line')} ${shown.join(', ')}${others}`;
}
