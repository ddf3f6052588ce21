// Prints what has changed between two states of a program: as sentences, Markdown or data. Must not
// know how they were read.

import { toRfc3339 } from '../../../columns/dates/zoned-time.ts';
import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import {
  type ChangeKind,
  changeKinds,
  type TalkChange,
  titleOf,
} from '../../../schedule/announced/changes.ts';
import { namesOf, type ProgramSlot } from '../../../schedule/announced/program.ts';
import { changeLabels, countWords, sentenceWriter } from '../../../schedule/announced/sentences.ts';
import type { Context } from '../../context.ts';
import type { timetableChanges } from '../../documents.ts';
import { write } from '../../io.ts';
import { markdownList } from '../../output/markdown.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import type { SummaryFlag } from '../../review/show.ts';

/** @param zone on whose clocks times are written */
export async function printChanges(
  context: Context<SummaryFlag>,
  changes: readonly TalkChange[],
  zone: string,
): Promise<void> {
  const { io, flags } = context;
  const format = await context.format();
  if (flags.summary === 'markdown') return write(io.stdout, markdownOf(changes, zone));
  if (format === 'json') return printRecord(context, documentOf(changes, zone));
  if (format !== 'table') {
    const whole = documentOf(changes, zone).changes;
    const rows = changes.map((change) => flat(change, zone));
    const batches = format === 'ndjson' ? oneBatch(whole) : oneBatch(rows);
    return printRecords(context, batches, { noun: 'changes', defaultFields: [] });
  }
  const sentenceOf = sentenceWriter(changes, zone);
  const lines = changes.map((change) => `${toLine(labelled(change, sentenceOf(change)))}\n`);
  await write(io.stdout, lines.join(''));
  const counts = `${amount(changes.length, 'change')}: ${countsText(changes)}.`;
  await context.notice(changes.length === 0 ? 'Nothing has changed.' : counts);
}

function labelled({ kinds }: TalkChange, sentence: string): string {
  const [kind = 'moved'] = kinds;
  return `${changeLabels[kind]}: ${sentence}`;
}

/** `1 new, 2 moved`; empty without changes. */
function countsText(changes: readonly TalkChange[]): string {
  const counts = countKinds(changes);
  return changeKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${countWords[kind]}`)
    .join(', ');
}

/** A change of several kinds counts as each of them. */
function countKinds(changes: readonly TalkChange[]): Readonly<Record<ChangeKind, number>> {
  const counts = {
    new: 0,
    canceled: 0,
    unplaced: 0,
    moved: 0,
    newTime: 0,
    canceledTime: 0,
    retitled: 0,
    people: 0,
  };
  for (const kind of changes.flatMap(({ kinds }) => kinds)) counts[kind]++;
  return counts;
}

/** A list for each kind. */
function markdownOf(changes: readonly TalkChange[], zone: string): string {
  const sentenceOf = sentenceWriter(changes, zone);
  const lists = changeKinds.flatMap((kind) => {
    const ofKind = changes.filter(({ kinds }) => kinds[0] === kind);
    const items = ofKind.slice(0, listed).map(sentenceOf);
    const more = ofKind.length - items.length;
    const last = more > 0 ? ['', `and ${more} more`] : [];
    return [...markdownList(changeLabels[kind], items), ...last];
  });
  const counts = countsText(changes) || 'nothing has changed';
  return `## Timetable changes: ${counts}\n${lists.map((line) => `${line}\n`).join('')}`;
}

/** Of each kind: the summary of a job is limited. */
const listed = 500;

function documentOf(
  changes: readonly TalkChange[],
  zone: string,
): DocumentOf<typeof timetableChanges> {
  return {
    schemaVersion: '2.0',
    timezone: zone,
    counts: countKinds(changes),
    changes: changes.map((change) => ({
      kinds: change.kinds,
      id: change.submissionId ?? null,
      title: titleOf(change),
      isBreak: change.isBreak,
      from: shownState(change.before, zone),
      to: shownState(change.after, zone),
      moves: change.slots.map(({ from, to }) => ({
        from: from === undefined ? null : shownSlot(from, zone),
        to: to === undefined ? null : shownSlot(to, zone),
      })),
      joined: namesOf(change.joined),
      left: namesOf(change.left),
    })),
  };
}

function shownState(state: TalkChange['before'], zone: string) {
  if (state === undefined) return null;
  return {
    title: state.title,
    speakers: namesOf(state.people),
    slots: state.slots.map((slot) => shownSlot(slot, zone)),
  };
}

function shownSlot({ rooms, startMs, endMs }: ProgramSlot, zone: string) {
  return {
    rooms,
    start: toRfc3339(startMs, zone),
    end: endMs === undefined ? null : toRfc3339(endMs, zone),
  };
}

/** As a row of CSV. */
function flat(change: TalkChange, zone: string): Readonly<Record<string, string>> {
  const { kinds, submissionId = '', before, slots } = change;
  const textOf = (some: readonly (ProgramSlot | undefined)[]) =>
    some
      .flatMap((slot) => slot ?? [])
      .map(({ rooms, startMs }) => `${rooms.join(', ')} ${toRfc3339(startMs, zone)}`.trim())
      .join('; ');
  return {
    kinds: kinds.join(', '),
    id: submissionId,
    title: titleOf(change),
    oldTitle: before?.title ?? '',
    oldPlace: textOf(slots.map(({ from }) => from)),
    newPlace: textOf(slots.map(({ to }) => to)),
    joined: namesOf(change.joined).join('; '),
    left: namesOf(change.left).join('; '),
  };
}
