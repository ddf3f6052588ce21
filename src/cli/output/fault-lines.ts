// Owns how faults and warnings about the user's input are printed: each fault once, and each kind
// of warning, with the lines where it is.
import { faultKind } from '../../columns/fault-list.ts';
import { plural, quoted } from '../../contract/amount.ts';
import type { InputFault } from '../../errors.ts';
import { toLine } from './terminal-text.ts';

/**
 * A line for each fault, with the other lines that have it. Two are one only if their words are the
 * same: a reason or a value must not be read as that of another line.
 */
export function faultLines(faults: readonly InputFault[]): readonly string[] {
  const kinds = new Map<string, number>();
  const shown: Group[] = [];
  const hidden: Group[] = [];
  for (const group of groupsOf(faults, faultWords)) {
    const kind = faultKind(group.first);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    (count > shownOfKind ? hidden : shown).push(group);
  }
  const rest = groupsOf(
    hidden.flatMap(({ first, others }) => [first, ...others]),
    faultKind,
  ).map(({ first, others }) => {
    const count = (kinds.get(faultKind(first)) ?? 0) - shownOfKind;
    return { first: { ...first, message: `and ${count} more` }, others };
  });
  return [...shown, ...rest].map(({ first, others }) => {
    if (others.length === 0) return toLine(faultText(first));
    return toLine(`${faultText(first)} (also: ${lineRanges(others, first.count)})`);
  });
}

/** How many faults of a kind are shown: a file may have another value in each row. */
const shownOfKind = 50;

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
  return groupsOf(warnings, warningWords).map(({ first, others }) => {
    if (first.line === undefined) return toLine(textOf(first));
    const isSame = others.every(({ message }) => message === first.message);
    const where = isSame
      ? lineRanges([first, ...others], first.count)
      : `line ${first.line}; also: ${lineRanges(others, first.count)}`;
    return toLine(`${textOf(first)}: ${where}`);
  });
}

interface Group {
  readonly first: InputFault;
  readonly others: InputFault[];
}

/** The first of those that have the same key, and those of other lines: a line is listed once. */
function groupsOf(
  faults: readonly InputFault[],
  keyOf: (fault: InputFault) => string,
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const fault of faults) {
    const key = keyOf(fault);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: fault, others: [] });
    else if (fault.line !== undefined && fault.line !== group.first.line) group.others.push(fault);
  }
  return [...groups.values()];
}

/** The same for faults of a kind that have the same words. */
function faultWords(fault: InputFault): string {
  return JSON.stringify([faultKind(fault), fault.message]);
}

/**
 * Warnings of a kind are one, whatever their words. Those without a line, and those whose words are
 * what the user must know, are one for each sentence.
 */
function warningWords(warning: InputFault): string {
  const isOwn = warning.line === undefined || namedCodes.has(warning.code);
  return isOwn ? faultWords(warning) : faultKind(warning);
}

/** They name a track, a format, a room or a status. */
const namedCodes: ReadonlySet<string | undefined> = new Set([
  'unknown_name',
  'new_name',
  'unknown_room',
  'respelled_room',
  'no_feedback',
]);

const shownRanges = 5;

/** `lines 5–8, 10 and others` @param count of all faults of the kind, if more than these */
function lineRanges(faults: readonly InputFault[], count: number | undefined): string {
  const lines = new Set(faults.flatMap(({ line }) => line ?? []));
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
