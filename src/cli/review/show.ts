// Shows a plan: as JSON, Markdown, a table or rows, with its notices; and asks the one question
// before anything is sent.

import { basename } from 'node:path';
import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import { amount, quoted } from '../../contract/amount.ts';
import { singularOf } from '../../contract/endpoint.ts';
import type { InputFault } from '../../errors.ts';
import type { PlannedChange } from '../../program/plan-document.ts';
import { clashText } from '../../schedule/clash-report.ts';
import type { Context } from '../context.ts';
import type { Some } from '../flags.ts';
import { write } from '../io.ts';
import { publicValue } from '../output/cell-text.ts';
import { faultLines, warningLines } from '../output/fault-lines.ts';
import { escapeUnsafe } from '../output/json.ts';
import { printRecords } from '../output/records.ts';
import { markdownText, shortChange, toLine } from '../output/terminal-text.ts';
import { usualClock } from '../usual-clock.ts';
import { commandText } from './command-name.ts';
import { noticeMapping } from './mapping-table.ts';
import { countChanges, type Plan, planJson } from './plan.ts';

export type SummaryFlag = Some<{ readonly summary: 'markdown' | undefined }>;

/** How many changes, clashes or warnings are shown one by one before a question. */
export const shownAtMost = 20;

/** The whole plan, for `plan` and dry runs. */
export async function printPlan(context: Context<SummaryFlag>, plan: Plan): Promise<void> {
  const { io, flags } = context;
  const format = await context.format();
  await noticeColumns(context, plan);
  if (flags.summary === 'markdown')
    await write(io.stdout, markdown(plan, await zoneOf(context, plan)));
  else if (format === 'json') {
    for (const piece of planJson(plan))
      await write(io.stdout, io.stdout.isTTY === true ? escapeUnsafe(piece) : piece);
  } else if (countChanges(plan) > 0) {
    const zone = format === 'ndjson' ? '' : await zoneOf(context, plan);
    const rows = batchesOf(plan, (change) =>
      format === 'ndjson' ? change : rowOf(context, plan, change, zone),
    );
    await printRecords(context, rows, { noun: 'changes', defaultFields: columnsOf(plan) });
  }
  await noticePlan(context, plan);
}

/** The plan before a question, on standard error: its data is the report that follows. */
export async function announcePlan(context: Context, plan: Plan): Promise<void> {
  await noticeColumns(context, plan);
  const isShown = !context.global.quiet && (await context.format()) === 'table';
  const { update, place, move, unplace } = plan.counts;
  // A creation has the values of its row, which the mapping shows.
  if (isShown && update + place + move + unplace > 0) {
    const zone = await zoneOf(context, plan);
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (const change of plan.changes())
      if (rows.push(rowOf(context, plan, change, zone)) === shownAtMost) break;
    const { recordTable } = await import('../output/table.ts');
    const { isTTY, columns } = context.io.stderr;
    const style = {
      width: isTTY === true ? columns || 80 : undefined,
      bold: (text: string) => text,
    };
    await context.notice(recordTable(rows, columnsOf(plan), style).trimEnd());
    const more = countChanges(plan) - rows.length;
    const { command } = plan.subject;
    const planning = commandText({ ...command, verb: 'plan' });
    const all = command.verb === 'apply' ? `\`plenary ${planning}\`` : '--dry-run';
    if (more > 0) await context.notice(`… and ${amount(more, 'more change')}; ${all} shows all.`);
  }
  await noticePlan(context, plan);
}

async function noticeColumns(context: Context, { found, mapping }: Plan): Promise<void> {
  if (mapping !== undefined && !found.isResumed) await noticeMapping(context, mapping);
}

async function* batchesOf(
  plan: Plan,
  toRow: (change: PlannedChange) => Readonly<Record<string, unknown>>,
) {
  for (const change of plan.changes()) yield [toRow(change)];
}

/** Whether the plan may be about several files. */
function hasFiles({ parts, subject }: Pick<Plan, 'parts' | 'subject'>): boolean {
  return subject.folder !== undefined || parts.length > 1;
}

function columnsOf(plan: Plan): readonly string[] {
  const { subject } = plan;
  return [
    ...(hasFiles(plan) ? ['file'] : []),
    'action',
    'name',
    'changes',
    ...(subject.undoes === undefined ? ['line'] : []),
  ];
}

/** A change for people. Logs store what is printed; who sits at a terminal may see everything. */
function rowOf({ interactive }: Context, { parts }: Plan, change: PlannedChange, zone: string) {
  const { kind, action, name, line, id = '' } = change;
  const file = parts.find((part) => part.kind === `${kind}s`)?.label;
  return { file, kind, action, name, changes: changesText(change, zone, interactive), line, id };
}

/** `status "pending" → "accepted"` for each field, or the new room and start of a session. */
function changesText(
  { kind, action, fields }: PlannedChange,
  zone: string,
  showsPrivate: boolean,
): string {
  if (action === 'create') return '';
  if (kind !== 'session') {
    const values = Object.entries(fields).map(([field, { from, to, hidden }]) => {
      const shown = (value: unknown) => (showsPrivate ? value : publicValue(field, value));
      const old = hidden === true ? undefined : shown(from);
      return `${toLine(field)} ${shortChange(old, shown(to))}`;
    });
    return values.join('; ');
  }
  return placementText(fields, zone);
}

/** Old → new if they differ: `Pier 3 → Main Hall, 2026-05-02 09:00 → 10:30`. */
function placementText({ room, start }: PlannedChange['fields'], zone: string): string {
  const [where, when] = [String(room?.to), localStart(start?.to, zone)];
  if (typeof room?.from !== 'string' || typeof start?.from !== 'string') return `${where}, ${when}`;
  const old = localStart(start.from, zone);
  if (room.to === null) return `${room.from}, ${old} → not placed`;
  const [day = '', time = ''] = when.split(' ');
  const moved = old === when ? when : `${old} → ${old.startsWith(`${day} `) ? time : when}`;
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
async function zoneOf(context: Context, { found, parts, changes }: Plan): Promise<string> {
  if (parts.every(({ kind }) => kind !== 'sessions')) return '';
  const value = await context.timeZone();
  if (value !== undefined) return value;
  const starts = Array.from(changes()).flatMap(({ kind, fields }) =>
    kind === 'session' ? (fields.start?.to ?? []) : [],
  );
  return found.sessions === undefined ? '' : usualClock(context, starts);
}

/**
 * The counts, the warnings and, if they do not end the command, the clashes and what is skipped.
 */
async function noticePlan(
  context: Context<Some<{ readonly failOn: string }>>,
  plan: Plan,
): Promise<void> {
  const { parts, warnings, found } = plan;
  for (const part of parts) {
    await context.notice(`${parts.length > 1 ? `${part.label}: ` : ''}${countsText(part)}.`);
  }
  const breaks = found.sessions?.schedule?.breaks ?? [];
  if (breaks.length > 0) {
    const titles = [...new Set(breaks.map(({ title }) => quoted(title)))];
    const more = titles.length > shownBreaks ? ' and others' : '';
    const what = amount(breaks.length, 'row is not a talk', 'rows are not talks');
    await context.notice(
      toLine(`${what}, and not sent: ${titles.slice(0, shownBreaks).join(', ')}${more}.`),
    );
  }
  const lines = warningLines(warnings, warningTextIn(plan));
  for (const line of lines.slice(0, shownAtMost)) await context.notice(`Warning: ${line}.`);
  if (lines.length > shownAtMost)
    await context.notice(`… and ${lines.length - shownAtMost} more; --json lists them all.`);
  if (context.flags.failOn !== 'never') return;
  // What the service refuses is an error.
  const accepted = plan.clashes.filter(({ code }) => code !== 'service');
  const count = plan.counts.clashes - (plan.clashes.length - accepted.length);
  for (const clash of accepted.slice(0, shownAtMost)) {
    await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  }
  const more = count - shownAtMost;
  if (more > 0) await context.notice(`… and ${more} more clashes; see --json.`);
}

const shownBreaks = 8;

/** With the file, if there may be several. */
function warningTextIn(plan: Plan) {
  return ({ file, column, message }: InputFault): string => {
    const where = file === undefined || !hasFiles(plan) ? '' : `${basename(file)}: `;
    return `${where}${column === undefined ? '' : `column ${quoted(column)}: `}${message}`;
  };
}

/** What a dry run with `--skip-invalid` or `--allow-partial` would skip. */
export async function noticeSkipped(context: Context, { rejects, counts }: Plan): Promise<void> {
  if (rejects.length === 0) return;
  const skipped = counts.unknown + counts.rejected + counts.conflict;
  await context.notice(`${amount(skipped, 'row')} cannot be applied and would be skipped:`);
  for (const line of faultLines(rejects)) await context.notice(`  ${line}`);
}

/** `60 rows: 48 to update, 2 to create, 9 unchanged`, or `60 rows with 64 people: 64 to create` */
function countsText({ counts, fileRows }: Plan['parts'][number]): string {
  const parts: readonly (readonly [count: number, words: string])[] = [
    [counts.create, 'to create'],
    [counts.update, 'to update'],
    [counts.place, 'to place'],
    [counts.move, 'to move'],
    [counts.unplace, 'to unplace'],
    [counts.unchanged, 'unchanged'],
    [counts.skipped, 'skipped'],
    [counts.unknown, 'unknown'],
    [counts.conflict, 'in conflict'],
    [counts.rejected, 'invalid'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  const people = fileRows < counts.rows ? ` with ${counts.rows} people` : '';
  const what = shown.length === 0 ? 'nothing to change' : shown.join(', ');
  return `${amount(fileRows, 'row')}${people}: ${what}`;
}

/** Asks once for everything, if there is a terminal to ask on and something to do. */
export async function confirmPlan(context: Context, plan: Plan): Promise<boolean> {
  if (countChanges(plan) === 0 || !context.interactive || context.global.yes === true) return true;
  const { askConfirmation } = await import('../ask.ts');
  return askConfirmation(context, questionText(plan));
}

/**
 * `Create 39 speakers? (1 of 40 rows is invalid and will be skipped. The API cannot delete what is
 * created.)`
 */
export function questionText({
  parts,
  counts,
  subject,
}: Pick<Plan, 'parts' | 'counts' | 'subject'>): string {
  const named = (name: 'create' | 'update' | 'place' | 'move' | 'unplace') =>
    parts.flatMap(({ kind, counts }) => {
      const noun = kind === 'sessions' ? 'session' : singularOf(kind);
      return counts[name] > 0 ? [amount(counts[name], noun)] : [];
    });
  const verbs = [
    [subject.undoes === undefined ? 'update' : 'restore', named('update')],
    ['create', named('create')],
    ['place', named('place')],
    ['move', named('move')],
    ['unplace', named('unplace')],
  ] as const;
  const what = verbs
    .flatMap(([verb, of]) => (of.length === 0 ? [] : [`${verb} ${of.join(' and ')}`]))
    .join(', ');
  const invalid = counts.rejected + counts.unknown + counts.conflict;
  const isDivided = parts.some((part) => part.fileRows < part.counts.rows);
  const all = isDivided ? amount(counts.rows, 'person', 'people') : amount(counts.rows, 'row');
  const notes = [
    invalid > 0 ? `${invalid} of ${all} cannot be applied and will be skipped.` : '',
    counts.create > 0 ? 'The API cannot delete what is created.' : '',
  ].filter(Boolean);
  const note = notes.length === 0 ? '' : ` (${notes.join(' ')})`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}?${note}`;
}

/**
 * For the job summary of a CI system: the counts, a table of the changes, and lists of what is
 * wrong or doubtful.
 */
function markdown(plan: Plan, zone: string): string {
  const { parts, rejects, clashes, warnings, counts } = plan;
  const { create, update, place, move, unplace } = counts;
  const changed = Object.entries({ create, update, place, move, unplace }).filter(
    ([, count]) => count > 0,
  );
  const heading =
    changed.length === 0
      ? 'nothing to change'
      : changed.map(([verb, count]) => `${count} to ${verb}`).join(', ');
  const rows: string[] = [];
  for (const change of plan.changes()) {
    const { action, name, line } = change;
    const text = changesText(change, zone, false);
    if (
      rows.push(`| ${action} | ${markdownText(name)} | ${markdownText(text)} | ${line} |`) ===
      listed
    )
      break;
  }
  const lines = [
    `## Plan: ${heading}`,
    '',
    ...parts.map((part) => `- ${markdownText(part.label)}: ${countsText(part)}`),
    ...list('Rows that cannot be applied', faultLines(rejects)),
    ...list(
      'Clashes',
      clashes.map((clash) => clashText(clash)),
    ),
    ...(rows.length === 0 ? [] : ['', '| | name | changes | line |', '|---|---|---|---|', ...rows]),
    ...(countChanges({ counts }) > rows.length
      ? ['', `and ${countChanges({ counts }) - rows.length} more`]
      : []),
    ...list('Warnings', warningLines(warnings, warningTextIn(plan))),
  ];
  return `${lines.join('\n')}\n`;
}

/** Job summaries are limited to a megabyte. */
const listed = 1000;

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0
    ? []
    : ['', `### ${heading}`, '', ...items.map((item) => `- ${markdownText(item)}`)];
}
