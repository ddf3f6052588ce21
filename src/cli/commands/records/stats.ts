// Owns `submissions stats`: how many submissions there are of each status, track, format, room and day.

import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { endpoints } from '../../../contract/index.ts';
import { foldKey } from '../../../contract/key.ts';
import { canonicalZone } from '../../../contract/time-zone.ts';
import { UsageError } from '../../../errors.ts';
import { type EventSubmission, readSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { type Bar, barTable } from '../../output/bars.ts';
import { knownFields } from '../../output/fields.ts';
import { withKnownFields } from '../../output/known-fields.ts';
import { oneBatch, printRecords, tableStyle } from '../../output/records.ts';
import { askedBySelection, readSelection, readsAll, type SelectionFlags, selected } from '../../selection/selection.ts';
import { usualClock } from '../../usual-clock.ts';
import { dimensions, statsFields } from './fields.ts';
import { submissionReader } from './placements.ts';
import type { submissionStats } from './report-schema.ts';

/** Tables with bars for people; for scripts, a record for each value: what is counted by, the value, the count. Only counts stay in memory. */
export async function printStats(
  context: Context<SelectionFlags & { readonly by: string | undefined }>,
): Promise<void> {
  if (context.global.fields === true) return write(context.io.stdout, `${statsFields.join('\n')}\n`);
  const by = await readBy(context.flags.by);
  const selection = readSelection(context);
  const event = await context.required('event');
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const read = by.some((name) => name === 'room' || name === 'day')
    ? await submissionReader(client, { event, timeZone })
    : readSubmission;
  async function* listed() {
    for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: event } }))
      yield records;
  }
  const known = withKnownFields(context, listed(), askedBySelection(selection), knownFields('submissions'));
  const counter = createCounter(by);
  for await (const records of selected(context, known, selection, 'submissions')) {
    for (const record of records) counter.add(read(record) ?? {});
  }
  const counts = counter.counts(await zoneFor(context, timeZone, counter.starts()));
  await print(context, counts);
  if (!readsAll(selection)) await context.notice(`${amount(counter.total(), 'submission')} in total.`);
}

type Dimension = (typeof dimensions)[number];

/** @throws {UsageError} */
async function readBy(given: unknown): Promise<readonly Dimension[]> {
  if (typeof given !== 'string') return dimensions;
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isDimension(name));
  if (unknown === undefined) return names.filter(isDimension);
  const { mostSimilar } = await import('../../../columns/similarity.ts');
  const meant = mostSimilar(unknown, dimensions);
  throw new UsageError(`--by ${unknown}: unknown`, {
    fix: `${meant === undefined ? '' : `did you mean ${meant}? `}pass one or more of ${dimensions.join(',')}`,
  });
}

function isDimension(name: string): name is Dimension {
  return dimensions.some((each) => each === name);
}

type Count = DocumentOf<typeof submissionStats>[number];

function createCounter(by: readonly Dimension[]) {
  const counted = new Map(
    by.map((name) => [name, new Map<string, { readonly value: string | null; count: number }>()]),
  );
  let total = 0;

  return {
    total: () => total,
    starts: (): readonly string[] => [...(counted.get('day')?.values() ?? [])].flatMap(({ value }) => value ?? []),
    add({ status, track, format, placement }: Partial<EventSubmission>): void {
      total++;
      const values: Readonly<Record<Dimension, string | undefined>> = {
        ...{ status, track, format },
        room: placement?.room,
        // The day follows from the start, once the clock is known on which the days begin.
        day: placement?.start,
      };
      for (const [name, counts] of counted) {
        const value = values[name] ?? null;
        const key = foldKey(value ?? '');
        const entry = counts.get(key) ?? { value, count: 0 };
        counts.set(key, entry);
        entry.count++;
      }
    },
    /** The most frequent value first, days in order, and those without a value last. */
    counts(dayOfStart: (start: string) => string): readonly (readonly Count[])[] {
      return Array.from(counted, ([name, counts]) => {
        const all = [...counts.values()];
        const values = name === 'day' ? byDay(all, dayOfStart) : all.toSorted((a, b) => b.count - a.count);
        const ordered = [
          ...values.filter(({ value }) => value !== null),
          ...values.filter(({ value }) => value === null),
        ];
        return ordered.map(({ value, count }) => ({ by: name, value, count }));
      });
    },
  };
}

type Entry = Pick<Count, 'value' | 'count'>;

function byDay(starts: readonly Entry[], dayOfStart: (start: string) => string): readonly Entry[] {
  const days = new Map<string | null, number>();
  for (const { value, count } of starts) {
    const day = value === null ? null : dayOfStart(value);
    days.set(day, (days.get(day) ?? 0) + count);
  }
  return Array.from(days, ([value, count]) => ({ value, count })).sort((a, b) =>
    (a.value ?? '').localeCompare(b.value ?? '', 'en'),
  );
}

/** The day of a start on the clock of the settings, else on the one that most starts have, as in the timetable. */
async function zoneFor(
  context: Context,
  timeZone: string | undefined,
  starts: readonly string[],
): Promise<(start: string) => string> {
  if (starts.length === 0) return (start) => start;
  const { dayOf } = await import('../../../schedule/export/grid.ts');
  const zone = timeZone === undefined ? await usualClock(context, starts) : canonicalZone(timeZone);
  return (start) => dayOf(Date.parse(start), zone);
}

async function print(
  context: Context<{ readonly by: string | undefined }>,
  counts: readonly (readonly Count[])[],
): Promise<void> {
  const rows = counts.flat();
  if ((await context.format()) !== 'table' || context.fields !== undefined) {
    const records = rows.map((row) => ({ ...row }));
    return printRecords(context, oneBatch(records), { noun: 'submissions', defaultFields: statsFields });
  }
  // Unless it was asked for, a table in which no submission has a value says nothing.
  const isShown = (table: readonly Count[]) =>
    context.flags.by !== undefined || table.some(({ value }) => value !== null);
  const tables = counts.filter((table) => table.length > 0 && isShown(table));
  const text = tables.map((table) => barTable(table[0]?.by ?? '', table.map(toBar), tableStyle(context)));
  await write(context.io.stdout, text.join('\n'));
}

function toBar({ value, count }: Count): Bar {
  return { label: value ?? '(none)', count };
}
