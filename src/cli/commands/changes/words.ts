// Owns the sentences about a plan of speakers or submissions: its counts and its totals. Must not print.
import type { PlannedTotals, Totals } from '../../../import/totals.ts';
import type { RecordCounts } from './changes.ts';

/** `60 rows: 48 to update, 2 to create, 9 unchanged, 1 unknown` */
export function countsText({
  rows,
  update,
  create,
  unchanged,
  unknown,
  conflict,
  rejected,
  skipped,
}: RecordCounts): string {
  const parts: readonly (readonly [count: number, words: string])[] = [
    [update, 'to update'],
    [create, 'to create'],
    [unchanged, 'unchanged'],
    [skipped, 'repeated'],
    [unknown, 'unknown'],
    [conflict, 'in conflict'],
    [rejected, 'invalid'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${rows} ${rows === 1 ? 'row' : 'rows'}: ${shown.length === 0 ? 'nothing to change' : shown.join(', ')}`;
}

/** `Status: accepted 58 (+12), declined 140, pending 3 (-12)`, and the tracks of what is accepted. */
export function totalsTexts({ now, planned }: PlannedTotals): readonly string[] {
  const byStatus = (totals: Totals) =>
    Object.fromEntries(Object.entries(totals).map(([status, tracks]) => [status, sumOf(tracks)]));
  const tracks = planned.accepted ?? {};
  const hasTracks = Object.keys(tracks).some((track) => track !== '');
  return [
    `Status: ${differencesText(byStatus(now), byStatus(planned))}`,
    ...(hasTracks ? [`Tracks of accepted submissions: ${differencesText(now.accepted ?? {}, tracks)}`] : []),
  ];
}

type Counts = Readonly<Record<string, number>>;

function differencesText(now: Counts, planned: Counts): string {
  return Object.entries(planned)
    .filter(([name, count]) => count > 0 || (now[name] ?? 0) > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => {
      const more = count - (now[name] ?? 0);
      return `${name === '' ? '(none)' : name} ${count}${more === 0 ? '' : ` (${more > 0 ? '+' : ''}${more})`}`;
    })
    .join(', ');
}

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
