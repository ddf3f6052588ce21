// Owns what a plan of one or more kinds of records prints and asks.
import { basename } from 'node:path';
import { amount } from '../../contract/amount.ts';
import { singularOf } from '../../contract/endpoint.ts';
import type { RecordChange } from '../../import/saved-plan.ts';
import { kinds } from '../../program/kinds.ts';
import { changesOf, changesText, countsText } from '../commands/changes/changes.ts';
import { planMarkdown } from '../commands/changes/markdown.ts';
import { planMarkdown as scheduleMarkdown } from '../commands/sessions/markdown.ts';
import type { SummaryFlag } from '../commands/sessions/report.ts';
import { noticePlan, zoneOf } from '../commands/sessions/report.ts';
import { changeTexts } from '../commands/sessions/words.ts';
import type { Context } from '../context.ts';
import { keptAddresses } from '../endpoint/kept-address.ts';
import { ignoreClosedPipe, write } from '../io.ts';
import { markdownText } from '../output/markdown.ts';
import { publicChange } from '../output/private-values.ts';
import { printRecord, printRecords } from '../output/records.ts';
import { labelOf, type Planned, type RecordsPlan, type ShownPlan } from './planned.ts';

/** How many existing records a plan changes, how many it creates, and how many sessions it places for the first time. */
function countChanges({ speakers, submissions, sessions }: ShownPlan) {
  const records = [speakers, submissions];
  const sum = (count: (each: RecordsPlan) => number) =>
    records.reduce((total, each) => total + (each === undefined ? 0 : count(each)), 0);
  const { place = 0, move = 0, create = 0 } = sessions?.counts ?? {};
  return {
    update: sum(({ counts }) => counts.update),
    create: sum(({ counts }) => counts.create),
    place: place + create,
    move,
  };
}

/** The whole plan with `--json`; else its changes, and the rest as notices. */
export async function printPlanned(context: Context<SummaryFlag>, planned: Planned): Promise<void> {
  if (context.flags.summary === 'markdown') {
    const { sessions } = planned.plan;
    const zone = sessions === undefined ? '' : await zoneOf(context, sessions);
    await write(context.io.stdout, plannedMarkdown(planned, zone));
  } else if ((await context.format()) === 'json') await printRecord(context, publicJson(planned));
  else await printChanges(context, planned);
  await noticePlanned(context, planned);
}

/** Shows people the plan before anything is sent; scripts get the report at the end. */
export async function announceChanges(context: Context, planned: Planned): Promise<void> {
  const isShown = !context.global.quiet && (await context.format()) === 'table';
  if (isShown) await printChanges(context, planned).catch(ignoreClosedPipe);
  await noticePlanned(context, planned);
}

/** A plan as `--out` saves it: each part is a plan of its own. */
export function plannedJson(
  { input, plan }: Planned,
  shown: (change: RecordChange) => RecordChange = (change) => change,
): Readonly<Record<string, unknown>> {
  const { baseUrl, event, folder } = input;
  const head = { schemaVersion: '1.0', baseUrl, event };
  const records = (name: 'speakers' | 'submissions') => {
    const found = plan[name];
    const file = input[name]?.file ?? '';
    if (found === undefined) return null;
    const { rejects } = found.plan.report;
    const changes = Array.from(changesOf(found.plan), shown);
    return { ...head, resource: name, file, counts: found.counts, rejects, changes };
  };
  return {
    ...head,
    ...(folder !== undefined && { folder }),
    creates: input.creates,
    ...(input.undoes !== undefined && { undoes: input.undoes.run, final: input.undoes.final }),
    ...input.folderReview?.json,
    speakers: records('speakers'),
    submissions: records('submissions'),
    sessions: plan.sessions ?? null,
  };
}

/** A plan as it is printed: logs store what is printed. */
export function publicJson({ input, plan }: Planned): Readonly<Record<string, unknown>> {
  const creations = plan.sessions?.creations?.map(({ submission: _, ...creation }) => ({
    ...creation,
    submission: {},
  }));
  const sessions = plan.sessions && { ...plan.sessions, ...(creations !== undefined && { creations }) };
  return plannedJson({ input, plan: { ...plan, sessions } }, publicChange);
}

async function printChanges(context: Context, { input, plan }: Planned): Promise<void> {
  if (!hasChanges(plan)) return;
  const zone = plan.sessions === undefined ? '' : await zoneOf(context, plan.sessions);
  // Who sits at a terminal may see what is sent.
  const isTerminal = context.interactive && (await context.format()) === 'table';
  function* ofRecords(resource: 'speakers' | 'submissions') {
    const found = plan[resource];
    for (const change of found === undefined ? [] : changesOf(found.plan)) {
      const { action, name, fields, line, id = '' } = isTerminal ? change : publicChange(change);
      const changes = action === 'create' ? '' : changesText(fields);
      yield { file: labelOf(input, resource), action, name, changes, line, id };
    }
  }
  function* ofSessions() {
    for (const change of [...(plan.sessions?.changes ?? []), ...(plan.sessions?.creations ?? [])]) {
      const moved = 'from' in change ? change : { ...change, action: 'place' as const, submissionId: '', from: null };
      const { start, room } = changeTexts(moved, zone);
      const { title: name, line, submissionId: id, action } = moved;
      yield { file: labelOf(input, 'sessions'), action, name, changes: `${room}, ${start}`, line, id };
    }
  }
  async function* rows() {
    for (const part of [ofRecords('speakers'), ofRecords('submissions'), ofSessions()]) {
      for (const row of part) yield [row];
    }
  }
  const hasFile = input.folder !== undefined || kinds.filter((name) => input[name] !== undefined).length > 1;
  const defaultFields = [
    ...(hasFile ? ['file'] : []),
    ...['action', 'name', 'changes'],
    ...(input.undoes === undefined ? ['line'] : []),
  ];
  await printRecords(context, rows(), { noun: 'changes', defaultFields });
}

async function noticePlanned(context: Context, { input, plan }: Planned): Promise<void> {
  for (const name of ['speakers', 'submissions'] as const) {
    const found = plan[name];
    if (input[name] === undefined) continue;
    const file = labelOf(input, name);
    await context.notice(found === undefined ? `${file}: nothing to change.` : `${file}: ${countsText(found.counts)}.`);
  }
  for (const { line, message } of plan.speakers === undefined ? [] : keptAddresses(plan.speakers.plan)) {
    await context.notice(`Warning: ${labelOf(input, 'speakers')} line ${line}: ${message}.`);
  }
  if (plan.sessions !== undefined) await noticePlan(context, plan.sessions, `${labelOf(input, 'sessions')}: `);
  await input.folderReview?.notice(context);
}

export function hasChanges(plan: ShownPlan): boolean {
  const { update, create, place, move } = countChanges(plan);
  return update + create + place + move > 0;
}

/** Asks once for everything, if there is a terminal to ask on and something to do. */
export async function confirmPlanned(context: Context, { input, plan }: Planned): Promise<boolean> {
  if (!hasChanges(plan) || !context.interactive || context.global.yes === true) return true;
  const { askConfirmation } = await import('../ask.ts');
  const { create, place, move } = countChanges(plan);
  const records = (kind: 'update' | 'create') =>
    (['speakers', 'submissions'] as const)
      .map((name) => [plan[name]?.counts[kind] ?? 0, singularOf(name)] as const)
      .flatMap(([count, noun]) => (count > 0 ? [amount(count, noun)] : []))
      .join(' and ');
  const parts: readonly (readonly [verb: string, what: string])[] = [
    [input.undoes === undefined ? 'update' : 'restore', records('update')],
    ['create', records('create')],
    ['place', place > 0 ? amount(place, 'session') : ''],
    ['move', move > 0 ? amount(move, 'session') : ''],
  ];
  const text = parts.flatMap(([verb, what]) => (what === '' ? [] : [`${verb} ${what}`])).join(', ');
  const note =
    create + place > 0 ? ' (The API cannot delete what is created, nor remove a session from its place.)' : '';
  return askConfirmation(context, `${text.charAt(0).toUpperCase()}${text.slice(1)}?${note}`);
}

/** The conflicts, and the plans of speakers, submissions and sessions. @param zone in which times are shown */
function plannedMarkdown({ input, plan }: Planned, zone: string): string {
  const { conflict } = input.folderReview ?? {};
  const listed = conflict?.error.details.map(({ file = '', line, column, message }) => {
    const place = [basename(file), ...(line === undefined ? [] : [`line ${line}`]), column ?? []].flat().join(', ');
    return `- ${markdownText(`${place}: ${message}`)}\n`;
  });
  const conflicts = conflict && `## Conflicts: ${markdownText(conflict.text)}\n\n${listed?.join('')}`;
  const records = (['speakers', 'submissions'] as const).flatMap((name) => {
    const found = plan[name]?.plan;
    if (found === undefined) return [];
    const { report } = found;
    const rejects = report.rejects.filter(({ code }) => conflict === undefined || code !== 'conflict');
    return [planMarkdown({ ...found, report: { ...report, rejects } }, labelOf(input, name))];
  });
  const { sessions } = plan;
  const schedule =
    sessions === undefined ? [] : [scheduleMarkdown({ ...sessions, file: basename(sessions.file) }, zone)];
  const parts = [conflicts ?? [], ...records, ...schedule].flat();
  return parts.length === 0 ? '## Program: nothing to change\n' : parts.join('\n');
}
