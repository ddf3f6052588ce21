// Applies conditions to records. Must not know resources.
import { foldKey } from '../../contract/key.ts';
import { cellText } from '../output/cell-text.ts';
import type { Condition } from './terms.ts';

type Row = Readonly<Record<string, unknown>>;

/** Whether a record meets all conditions. Texts are compared without regard to case and extra spaces. */
export function meets(record: Row, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => holds(record, condition) !== condition.isNegated);
}

function holds(record: Row, { field, kind, text }: Condition): boolean {
  const values = valuesOf(record[field]);
  const wanted = foldKey(text);
  if (wanted === '') return values.length === 0;
  return values.some((value) => (kind === 'is' ? foldKey(value) === wanted : foldKey(value).includes(wanted)));
}

/** The texts of a field: those of each item of a list; none of an empty field. */
function valuesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  const text = cellText(typeof value === 'object' ? [value] : value);
  return value === null || text.trim() === '' ? [] : [text];
}
