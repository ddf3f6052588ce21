// Owns the columns of a plan: what people see of each change, in tables and in Markdown.

import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import type { PlannedChange } from '../../plans/plan-document.ts';
import type { Context } from '../context.ts';
import { publicValue } from '../output/cell-text.ts';
import { markdownText } from '../output/markdown.ts';
import { toLine } from '../output/terminal-text.ts';
import { usualClock } from '../usual-clock.ts';
import { readsFile } from './command-name.ts';
import type { Plan } from './plan.ts';

/** How changes are shown. */
export interface ShownPlan {
  readonly plan: Plan;
  /** Of the starts of sessions. */
  readonly zone: string;
  /** Logs store what is printed; who sits at a terminal may see everything. */
  readonly showsPrivate: boolean;
}

const always = () => true;
const never = () => false;
const columns: readonly {
  readonly name: string;
  readonly value: (change: PlannedChange, shown: ShownPlan) => string | number | undefined;
  /** Whether a table has it, unless fields are chosen. */
  readonly isInTable: (plan: Plan) => boolean;
  /** In Markdown; without it, the column is not there. */
  readonly heading?: string;
}[] = [
  { name: 'file', value: labelOf, isInTable: hasFiles },
  { name: 'kind', value: ({ kind }) => kind, isInTable: never },
  { name: 'action', value: ({ action }) => action, isInTable: always, heading: '' },
  { name: 'name', value: nameText, isInTable: always, heading: 'name' },
  { name: 'changes', value: changesText, isInTable: always, heading: 'changes' },
  { name: 'line', value: ({ line }) => line, isInTable: hasLines, heading: 'line' },
  { name: 'id', value: ({ id }) => id, isInTable: never },
];

/** The plan as it is shown with these settings. */
export async function shownPlan(context: Context, plan: Plan): Promise<ShownPlan> {
  return { plan, zone: await zoneOf(context, plan), showsPrivate: context.interactive };
}

/** The columns of a table, unless fields are chosen. */
export function tableColumns(plan: Plan): readonly string[] {
  return columns.filter(({ isInTable }) => isInTable(plan)).map(({ name }) => name);
}

/** A change with a value for each column. */
export function rowOf(change: PlannedChange, shown: ShownPlan): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map(({ name, value }) => [name, value(change, shown)]));
}

/** The first changes as lines of Markdown; none without changes. @param atMost how many changes */
export function markdownTable(shown: ShownPlan, atMost: number): readonly string[] {
  const inMarkdown = columns.filter(({ heading }) => heading !== undefined);
  const rows: string[] = [];
  for (const change of shown.plan.changes()) {
    if (rows.length === atMost) break;
    const cells = inMarkdown.map(({ value }) => markdownText(String(value(change, shown) ?? '')));
    rows.push(`| ${cells.join(' | ')} |`);
  }
  if (rows.length === 0) return [];
  const headings = inMarkdown.map(({ heading = '' }) => (heading === '' ? ' ' : ` ${heading} `));
  const rule = headings.map(() => '---');
  return [`|${headings.join('|')}|`, `|${rule.join('|')}|`, ...rows];
}

/**
 * The changes that the table cuts off, whole, with the lines where they are: a reviewer compares
 * long titles and abstracts.
 */
export function* longChanges(shown: ShownPlan): IterableIterator<string> {
  for (const change of shown.plan.changes()) {
    const file = hasFiles(shown.plan) ? `${labelOf(change, shown)} ` : '';
    for (const { field, from, to } of fieldChanges(change, shown)) {
      const text = longChange(from, to);
      if (text !== undefined) yield `${file}line ${change.line}: ${field} ${text}`;
    }
  }
}

/** Whether the plan may be about several files. */
export function hasFiles({ parts, subject }: Pick<Plan, 'parts' | 'subject'>): boolean {
  return subject.command.group === 'program' || parts.length > 1;
}

/** The rows of an undo are those of a run; what moves talks by their present places has no file. */
function hasLines({ subject }: Plan): boolean {
  const { undoes, command } = subject;
  return undoes === undefined && readsFile(command);
}

/** A speaker may have no name. Its address identifies it, which logs must not store. */
function nameText({ name, id, fields }: PlannedChange, { showsPrivate }: ShownPlan): string {
  if (name !== '') return name;
  const address = fields.email?.to;
  if (showsPrivate && typeof address === 'string') return address;
  return id ?? '(no name)';
}

function labelOf({ kind }: PlannedChange, { plan }: ShownPlan): string | undefined {
  return plan.parts.find((part) => part.kind === `${kind}s`)?.label;
}

/** `status "pending" → "accepted"` for each field, or the new room and start of a session. */
function changesText(change: PlannedChange, shown: ShownPlan): string {
  if (change.kind === 'session') return placementText(change.fields, shown.zone);
  return fieldChanges(change, shown)
    .map(({ field, from, to }) => `${field} ${shortChange(from, to)}`)
    .join('; ');
}

/**
 * Of an existing speaker or submission, with the values that may be shown; one that the service
 * does not show is undefined.
 */
function fieldChanges({ kind, action, fields }: PlannedChange, { showsPrivate }: ShownPlan) {
  if (kind === 'session' || action === 'create') return [];
  return Object.entries(fields).map(([field, { from, to, hidden }]) => {
    const shown = (value: unknown) => (showsPrivate ? value : publicValue(field, value));
    return { field: toLine(field), from: hidden === true ? undefined : shown(from), to: shown(to) };
  });
}

/**
 * `"pending" → "accepted"`: of two long texts, what is around their first difference. A value that
 * is not shown is undefined.
 */
function shortChange(from: unknown, to: unknown): string {
  const [before, after] = [shortValue(from), shortValue(to)];
  const isCutOff = before === after && before.endsWith('…');
  if (!isCutOff || typeof from !== 'string' || typeof to !== 'string')
    return `${before} → ${after}`;
  const [characters, others] = [Array.from(from), Array.from(to)];
  const difference = characters.findIndex((character, at) => character !== others[at]);
  const start = Math.max(0, (difference < 0 ? characters.length : difference) - 20);
  const [old, changed] = [characters, others].map((text) => `…${text.slice(start).join('')}`);
  return `${shortValue(old)} → ${shortValue(changed)}`;
}

/** The same with whole values, of a change that a short one cuts off; undefined of another one. */
function longChange(from: unknown, to: unknown): string | undefined {
  const values = [from, to].map(valueText);
  return values.some(isLong) ? values.join(' → ') : undefined;
}

/** The value of a field in a line about a change: quoted, and cut off if it is long. */
function shortValue(value: unknown): string {
  const text = valueText(value);
  return isLong(text) ? `${text.slice(0, longestValue)}…` : text;
}

function valueText(value: unknown): string {
  if (value === undefined) return '(not shown)';
  return value === null || value === '' ? '(none)' : toLine(JSON.stringify(value));
}

function isLong(text: string): boolean {
  return text.length > longestValue;
}

const longestValue = 60;

/** Old → new if they differ: `Pier 3 → Main Hall, 2026-05-02 09:00 → 10:30`. */
function placementText({ room, start }: PlannedChange['fields'], zone: string): string {
  const [where, when] = [String(room?.to), localStart(start?.to, zone)];
  if (typeof room?.from !== 'string' || typeof start?.from !== 'string') return `${where}, ${when}`;
  const old = localStart(start.from, zone);
  if (room.to === null) return `${room.from}, ${old} → not placed`;
  const [day = '', time = ''] = when.split(' ');
  const shortened = old.startsWith(`${day} `) ? time : when;
  const moved = old === when ? when : `${old} → ${shortened}`;
  return `${room.from === where ? where : `${room.from} → ${where}`}, ${moved}`;
}

function localStart(start: unknown, zone: string): string {
  const ms = Date.parse(String(start));
  // A service may return a start that is not a date.
  return Number.isNaN(ms) ? String(start) : `${localDay(ms, zone)} ${clockTime(ms, zone)}`;
}

/**
 * The zone of the settings; else the offset of most starts, because those on different clocks
 * cannot be compared.
 */
async function zoneOf(context: Context, { run, parts, changes }: Plan): Promise<string> {
  if (parts.every(({ kind }) => kind !== 'sessions')) return '';
  const value = await context.timeZone();
  if (value !== undefined) return value;
  const starts = Array.from(changes()).flatMap(({ kind, fields }) =>
    kind === 'session' ? (fields.start?.to ?? []) : [],
  );
  return run.sessions === undefined ? '' : usualClock(context, starts);
}
