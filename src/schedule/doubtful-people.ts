// Decides which doubtful names of a schedule are several people: those of whom one is named elsewhere. Pure.
import type { Doubt } from '../columns/people.ts';
import type { ScheduleRow } from './row.ts';
import { nameKey, type Person } from './session.ts';

/**
 * Divides `Ada & Bo` and `Ada, Bo` if Ada or Bo is a person of another row or submission; nothing else in the cell can tell it from
 * the name of a company. What remains in doubt stays whole.
 * @param others people who are known from elsewhere
 */
export function settleDoubts(rows: readonly ScheduleRow[], others: Iterable<Person> = []): readonly ScheduleRow[] {
  if (!rows.some(({ doubts = [] }) => doubts.length > 0)) return rows;
  const known = new Set(Array.from(others, nameKey));
  for (const { people, doubts = [] } of rows) {
    for (const person of people) if (!doubts.some(({ text }) => text === person.name)) known.add(nameKey(person));
  }
  return rows.map((row) => {
    const { people, doubts = [] } = row;
    const settled = doubts.filter((doubt) => doubt.parts.some((part) => known.has(nameKey(part))));
    if (settled.length === 0) return row;
    return {
      ...row,
      people: people.flatMap((person) => partsOf(person, settled) ?? person),
      doubts: doubts.filter((doubt) => !settled.includes(doubt)),
    };
  });
}

function partsOf({ name }: Person, doubts: readonly Doubt[]): readonly Person[] | undefined {
  return doubts.find(({ text }) => text === name)?.parts.map((part) => ({ name: part.name, email: part.email }));
}
