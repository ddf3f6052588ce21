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

/** A condition whose value no record has, and the values that there are, with their counts. */
export interface AbsentValue {
  readonly condition: Condition;
  readonly values: readonly (readonly [value: string, count: number])[];
}

/**
 * Watches the records for values that conditions name: one that no record has is probably a typing mistake. Remembers
 * a limited number of other values, and none once the value has occurred.
 */
export function createValueWatch(conditions: readonly Condition[]) {
  const open = new Map(
    conditions
      .filter(({ kind, text }) => kind === 'is' && text !== '')
      .map((condition) => [condition, new Map<string, number>()] as const),
  );
  return {
    add(record: Row): void {
      for (const [condition, counts] of open) {
        if (holds(record, condition)) open.delete(condition);
        for (const value of valuesOf(record[condition.field])) {
          const count = counts.get(value);
          if (count !== undefined || counts.size < mostValues) counts.set(value, (count ?? 0) + 1);
        }
      }
    },
    absent: (): readonly AbsentValue[] =>
      Array.from(open, ([condition, counts]) => ({ condition, values: [...counts] })),
  };
}

const mostValues = 1000;
