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
  const groups = groupsOf(faults, faultWords);
  const kinds = kindsIn(groups);
  const shown = new Set([...kinds.values()].flatMap((ofKind) => ofKind.slice(0, shownOfKind)));
  const lines = groups
    .filter((group) => shown.has(group))
    .map((group) => faultLine(group, isCutOff(group, kinds)));
  return [...lines, ...[...kinds.values()].flatMap(restLines)];
}

/** @param isCut whether more lines have it than the group has */
function faultLine({ first, others }: Group, isCut: boolean): string {
  if (others.length === 0) return toLine(faultText(first));
  return toLine(`${faultText(first)} (also: ${lineRanges(others, isCut)})`);
}

/** At most one line: how many faults of a kind are not shown, and where the first of them are. */
function restLines(ofKind: readonly Group[]): readonly string[] {
  const shown = ofKind.slice(0, shownOfKind);
  const first = shown[0]?.first;
  const more = countBeyond(shown, ofKind);
  if (first === undefined || more === 0) return [];
  const message = `and ${more} more`;
  const hidden = ofKind.slice(shownOfKind).flatMap((group) => [group.first, ...group.others]);
  const [rest] = groupsOf(hidden, faultKind);
  if (rest === undefined) {
    const { line: _, ...place } = first;
    return [toLine(faultText({ ...place, message }))];
  }
  const isCut = first.count !== undefined;
  return [faultLine({ ...rest, first: { ...rest.first, message } }, isCut)];
}

/** How many faults of a kind are not shown; a kind with one text ends in `and others` instead. */
function countBeyond(shown: readonly Group[], ofKind: readonly Group[]): number {
  if (ofKind.length === 1) return 0;
  return (ofKind[0]?.first.count ?? sizeOf(ofKind)) - sizeOf(shown);
}

function sizeOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0);
}

function kindsIn(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const kinds = new Map<string, Group[]>();
  for (const group of groups) {
    const kind = faultKind(group.first);
    const ofKind = kinds.get(kind);
    if (ofKind === undefined) kinds.set(kind, [group]);
    else ofKind.push(group);
  }
  return kinds;
}

/**
 * Whether faults of the kind that are not listed have the words of the group. If the kind has
 * several, that is unknown.
 */
function isCutOff({ first }: Group, kinds: ReturnType<typeof kindsIn>): boolean {
  return first.count !== undefined && kinds.get(faultKind(first))?.length === 1;
}

/** How many texts of a kind are shown: a file may have another value in each row. */
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
  const groups = groupsOf(warnings, warningWords);
  const kinds = kindsIn(groups);
  const lines = groups.map((group) => {
    const { first, others } = group;
    const isCut = isCutOff(group, kinds);
    if (first.line === undefined) return toLine(textOf(first));
    const isSame = others.every(({ message }) => message === first.message);
    const where = isSame
      ? lineRanges([first, ...others], isCut)
      : `line ${first.line}; also: ${lineRanges(others, isCut)}`;
    return toLine(`${textOf(first)}: ${where}`);
  });
  const rest = [...kinds.values()].flatMap((ofKind) => {
    const more = countBeyond(ofKind, ofKind);
    const first = ofKind[0]?.first;
    if (first === undefined || more === 0) return [];
    return [toLine(textOf({ ...first, message: `and ${more} more` }))];
  });
  return [...lines, ...rest];
}

interface Group {
  readonly first: InputFault;
  readonly others: InputFault[];
  /** How many faults it has, with those of one line. */
  size: number;
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
    if (group === undefined) {
      groups.set(key, { first: fault, others: [], size: 1 });
      continue;
    }
    group.size++;
    if (fault.line !== undefined && fault.line !== group.first.line) group.others.push(fault);
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

/** `lines 5–8, 10 and others` @param isCut whether other faults are not among these */
function lineRanges(faults: readonly InputFault[], isCut: boolean): string {
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
  const others = isCut || ranges.length > shownRanges ? ' and others' : '';
  return `${plural(lines.size, 'line')} ${shown.join(', ')}${others}`;
}
