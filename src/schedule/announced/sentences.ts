// Words the changes of a program, as people announce them. Must not know where they are printed.
// Pure.

import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import { amount, quoted } from '../../contract/amount.ts';
import type { Person } from '../session.ts';
import { type ChangeKind, type TalkChange, titleOf } from './changes.ts';
import { namesOf, type ProgramSlot } from './program.ts';

/** What the first kind of a change is called. */
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  new: 'New',
  canceled: 'Canceled',
  unplaced: 'No place yet',
  moved: 'Moved',
  newTime: 'New time',
  canceledTime: 'Canceled time',
  retitled: 'Retitled',
  people: 'People',
};

/** What follows the number of changes of a kind. */
export const countWords: Readonly<Record<ChangeKind, string>> = {
  new: 'new',
  canceled: 'canceled',
  unplaced: 'without a place',
  moved: 'moved',
  newTime: 'with a new time',
  canceledTime: 'with a canceled time',
  retitled: 'retitled',
  people: 'with other people',
};

/**
 * What words a change, without its label: `"Queues" from Hall 1, Thu 20 May 10:00 to Hall 2, Thu
 * 20 May 11:30`. Days have their year if the changes are in several.
 * @param zone on whose clocks times are written
 */
export function sentenceWriter(
  changes: readonly TalkChange[],
  zone: string,
): (change: TalkChange) => string {
  const slots = changes.flatMap((change) => change.slots.flatMap(({ from, to }) => [from, to]));
  const days = slots.flatMap((slot) => (slot === undefined ? [] : [localDay(slot.startMs, zone)]));
  const hasYears = new Set(days.map((day) => day.slice(0, 4))).size > 1;
  const placeText = ({ rooms, startMs }: ProgramSlot): string => {
    const day = dayText(localDay(startMs, zone), hasYears);
    return `${rooms.join(', ') || 'all rooms'}, ${day} ${clockTime(startMs, zone)}`;
  };
  return (change) => {
    const { kinds, before, after } = change;
    const title = quoted(titleOf(change));
    if (before === undefined || after === undefined) {
      const names = namesText(after ?? before);
      const all = (after ?? before)?.slots ?? [];
      const places = all.map(placeText).join('; ');
      return `${title}${names}${after === undefined ? ', was' : ''} in ${places}`;
    }
    const former = kinds.includes('retitled') ? ` (until now ${quoted(before.title)})` : '';
    const clauses = [...placeClauses(change, placeText), peopleClause(change)];
    return `${title}${former} ${clauses.filter((clause) => clause !== '').join('; ')}`.trimEnd();
  };
}

function placeClauses(
  { slots }: TalkChange,
  placeText: (slot: ProgramSlot) => string,
): readonly string[] {
  return slots.map(({ from, to }) => {
    if (from === undefined) return to === undefined ? '' : `also in ${placeText(to)}`;
    if (to === undefined) return `no longer in ${placeText(from)}`;
    return `from ${placeText(from)} to ${placeText(to)}`;
  });
}

function peopleClause({ joined, left }: TalkChange): string {
  const clauses = [
    ...(joined.length > 0 ? [`now with ${peopleText(joined)}`] : []),
    ...(left.length > 0 ? [`no longer with ${peopleText(left)}`] : []),
  ];
  return clauses.join(', ');
}

/** People of whom only the address is known are counted. */
function peopleText(people: readonly Person[]): string {
  const { length } = people.filter(({ name }) => name === '');
  const nameless =
    length === 0 ? [] : [amount(length, 'person without a name', 'people without a name')];
  return [...namesOf(people), ...nameless].join(', ');
}

function namesText(state: TalkChange['after']): string {
  const names = namesOf(state?.people ?? []);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** `Thu 20 May`: joined here, because versions of the locale data differ. */
function dayText(day: string, hasYear: boolean): string {
  const at = Date.parse(day);
  const date = `${weekday.format(at)} ${Number(day.slice(8))} ${month.format(at)}`;
  return hasYear ? `${date} ${day.slice(0, 4)}` : date;
}
