// Words a plan: its counts, its warnings and the one question.

import { basename } from 'node:path';
import { amount, quoted } from '../../contract/amount.ts';
import { singularOf } from '../../contract/endpoint.ts';
import type { InputFault } from '../../errors.ts';
import type { Plan } from './plan.ts';
import { hasFiles } from './plan-columns.ts';

/** `60 rows: 48 to update, 2 to create, 9 unchanged`, or `60 rows with 64 people: 64 to create` */
export function countsText({ counts, fileRows }: Plan['parts'][number]): string {
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

/** With the file, if there may be several. */
export function warningTextIn(plan: Plan) {
  return ({ file, column, message }: InputFault): string => {
    const where = file === undefined || !hasFiles(plan) ? '' : `${basename(file)}: `;
    return `${where}${column === undefined ? '' : `column ${quoted(column)}: `}${message}`;
  };
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
