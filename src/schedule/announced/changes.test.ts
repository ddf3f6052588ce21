// What has changed between two states of a program, by their sessions.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session } from '../../../test/support/timetables.ts';
import type { Session } from '../session.ts';
import { announcementText, readAnnouncement } from './announcement.ts';
import { type ChangeKind, changesBetween, type TalkChange, titleOf } from './changes.ts';
import { programOf, type UnplacedTalk } from './program.ts';

/** A talk as a test draws it: rooms, titles and people are numbers of a list. */
interface DrawnTalk {
  readonly id: number;
  readonly title: number;
  readonly people: readonly number[];
  /** Each starts at another half hour. */
  readonly slots: readonly { readonly halfHour: number; readonly room: number }[];
}

const names = [
  ['Jörg Müller', 'Joerg Mueller'],
  ['Ada Lovelace', 'ADA LOVELACE'],
  ['Bo Li', 'Bo  Li'],
] as const;

const drawnTalk: fc.Arbitrary<DrawnTalk> = fc.record({
  id: fc.nat(7),
  title: fc.nat(7),
  people: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  slots: fc.uniqueArray(fc.record({ halfHour: fc.nat(5), room: fc.nat(2) }), {
    maxLength: 3,
    selector: ({ halfHour }) => halfHour,
  }),
});

/** In a program, each id and each title is of one talk. */
const drawnProgram = fc
  .uniqueArray(drawnTalk, { maxLength: 8, selector: ({ id }) => id })
  .map((talks) =>
    talks.filter(({ title }, at) => talks.findIndex((other) => other.title === title) === at),
  );

/** @param form 0 or 1: how names, titles and rooms are written */
function sessionsOf(talks: readonly DrawnTalk[], form: 0 | 1): readonly Session[] {
  return talks.flatMap(({ id, title, people, slots }) =>
    slots.map(({ halfHour, room }) =>
      session(new Date(Date.UTC(2027, 4, 20, 8, 30 * halfHour)).toISOString(), 30, {
        submissionId: `sub_${id}`,
        title: `It${form === 0 ? '’' : "'"}s talk ${title}`,
        room: form === 0 ? `Hall ${room}` : `HALL ${room}`,
        people: people.map((person) => ({ name: names[person]?.[form] ?? '' })),
      }),
    ),
  );
}

function unplacedOf(talks: readonly DrawnTalk[]): readonly UnplacedTalk[] {
  const waiting = talks.filter(({ slots }) => slots.length === 0);
  return waiting.map(({ id, title }) => ({
    submissionId: `sub_${id}`,
    title: `It's talk ${title}`,
    people: [],
  }));
}

/** The difference, written without what is tested: by sets of texts. */
function differenceOf(old: readonly DrawnTalk[], now: readonly DrawnTalk[]): readonly string[] {
  const placedBefore = old.filter(({ slots }) => slots.length > 0);
  const hasCommonId = placedBefore.some(({ id }) => now.some((talk) => talk.id === id));
  const key = hasCommonId ? 'id' : 'title';
  const isNamed = (talks: readonly DrawnTalk[]) => {
    return talks.some(({ people, slots }) => slots.length > 0 && people.length > 0);
  };
  const comparesPeople = isNamed(old) && isNamed(now);
  const lines: string[] = [];
  for (let number = 0; number < 8; number++) {
    const before = placedBefore.find((talk) => talk[key] === number);
    const after = now.find((talk) => talk[key] === number);
    const isPlaced = after !== undefined && after.slots.length > 0;
    const id = (after ?? before)?.id;
    if (before === undefined && isPlaced) lines.push(`${id} new`);
    if (before !== undefined && after === undefined) lines.push(`${id} canceled`);
    if (before !== undefined && after !== undefined && !isPlaced) lines.push(`${id} unplaced`);
    if (before === undefined || !isPlaced) continue;
    const was = placesOf(before);
    const is = placesOf(after);
    const gone = [...was].filter((slot) => !is.has(slot)).length;
    const added = [...is].filter((slot) => !was.has(slot)).length;
    if (gone > 0 && added > 0) lines.push(`${id} moved ${Math.min(gone, added)}`);
    if (added > gone) lines.push(`${id} newTime ${added - gone}`);
    if (gone > added) lines.push(`${id} canceledTime ${gone - added}`);
    if (before.title !== after.title) lines.push(`${id} retitled`);
    const left = before.people.filter((person) => !after.people.includes(person)).length;
    const joined = after.people.filter((person) => !before.people.includes(person)).length;
    if (comparesPeople && left + joined > 0) lines.push(`${id} people +${joined} -${left}`);
  }
  return lines.sort();
}

function placesOf({ slots }: DrawnTalk): ReadonlySet<string> {
  return new Set(slots.map(({ halfHour, room }) => `${halfHour} ${room}`));
}

/** The same lines, of what is tested. */
function linesOf({ kinds, submissionId = '', slots, joined, left }: TalkChange): readonly string[] {
  const id = submissionId.slice('sub_'.length);
  const counts: Partial<Record<ChangeKind, string>> = {
    moved: ` ${slots.filter(({ from, to }) => from && to).length}`,
    newTime: ` ${slots.filter(({ from }) => from === undefined).length}`,
    canceledTime: ` ${slots.filter(({ to }) => to === undefined).length}`,
    people: ` +${joined.length} -${left.length}`,
  };
  return kinds.map((kind) => `${id} ${kind}${counts[kind] ?? ''}`);
}

it('equals an independent difference, whatever has changed since it was announced', () => {
  fc.assert(
    fc.property(drawnProgram, drawnProgram, (old, now) => {
      const zone = 'Europe/Lisbon';
      const text = announcementText({ sessions: sessionsOf(old, 0), zone }, 'devconf');
      const announced = readAnnouncement(JSON.parse(text));
      const changes = changesBetween(
        programOf(announced?.sessions ?? []),
        programOf(sessionsOf(now, 1), unplacedOf(now)),
      );
      expect(changes.flatMap(linesOf).sort()).toEqual(differenceOf(old, now));
    }),
    { numRuns: 500 },
  );
});

describe('a talk', () => {
  const at = (time: string, other: Partial<Session>) =>
    session(`2027-05-20T${time}:00Z`, 30, { submissionId: undefined, ...other });
  const kindsOf = (old: readonly Session[], now: readonly Session[]) =>
    changesBetween(programOf(old), programOf(now)).map(
      (change) => `${titleOf(change)}: ${change.kinds.join(', ')}`,
    );

  it('is recognized by its title if one of the states has no ids', () => {
    const old = [at('09:00', { title: 'Queues' }), at('10:00', { title: 'Locks' })];
    const now = [
      at('09:30', { title: 'queues', submissionId: 'a' }),
      at('10:00', { title: 'Locks', submissionId: 'b' }),
    ];
    expect(kindsOf(old, now)).toEqual(['queues: moved']);
  });

  it('is another one with another id, unless no id is known in both states', () => {
    const old = [
      at('09:00', { submissionId: 'a' }),
      at('10:00', { submissionId: 'c', title: 'C' }),
    ];
    const other = [at('09:00', { submissionId: 'b' })];
    expect(kindsOf(old, other)).toEqual(['C: canceled']);
    const withSame = [...other, at('10:00', { submissionId: 'c', title: 'C' })];
    expect(kindsOf(old, withSame)).toEqual(['Opening: new', 'Opening: canceled']);
  });

  it('in several slots moves with each of them', () => {
    const workshop = (time: string, room: string) =>
      at(time, { submissionId: 'w', title: 'Workshop', room });
    const old = [workshop('09:00', 'Lab'), workshop('11:00', 'Lab'), workshop('15:00', 'Lab')];
    const now = [workshop('09:00', 'Loft'), workshop('16:00', 'Lab'), workshop('11:00', 'LAB')];
    const [change, ...others] = changesBetween(programOf(old), programOf(now));
    expect(others).toEqual([]);
    expect(change?.kinds).toEqual(['moved']);
    expect(change?.slots.map(({ from, to }) => [from?.rooms, to?.rooms])).toEqual([
      [['Lab'], ['Loft']],
      [['Lab'], ['Lab']],
    ]);
    expect(kindsOf(old, old.slice(1))).toEqual(['Workshop: canceledTime']);
    expect(kindsOf(old.slice(1), old)).toEqual(['Workshop: newTime']);
  });

  it('in several rooms at once is in one slot, also if each room has a row', () => {
    const whole = [at('09:00', { room: 'Lab', otherRooms: ['Loft'] })];
    const rows = [at('09:00', { room: 'Loft' }), at('09:00', { room: 'lab' })];
    expect(kindsOf(whole, rows)).toEqual([]);
    expect(kindsOf(whole, rows.slice(1))).toEqual(['Opening: moved']);
  });

  it('has no other people if one of the states names nobody', () => {
    const silent = [at('09:00', { people: [] }), at('10:00', { title: 'Locks', people: [] })];
    const named = [at('09:00', {}), at('10:00', { title: 'Locks' })];
    expect(kindsOf(silent, named)).toEqual([]);
    const mixed = [at('09:00', {}), at('10:00', { title: 'Locks', people: [] })];
    expect(kindsOf(mixed, named)).toEqual(['Locks: people']);
  });
});

describe('a break', () => {
  const pause = (time: string, title: string, room = '') =>
    session(`2027-05-20T${time}:00Z`, 30, {
      submissionId: undefined,
      title,
      room,
      people: [],
      isBreak: true,
    });
  const talk = session('2027-05-20T08:00:00Z', 30);

  it('moves as a talk does, and is not compared with a state without breaks', () => {
    const old = programOf([talk, pause('12:00', 'Lunch'), pause('15:00', 'Coffee', 'All rooms')]);
    const now = programOf([talk, pause('12:30', 'Lunch'), pause('15:00', 'Coffee')]);
    const changes = changesBetween(old, now);
    expect(changes.map((change) => [titleOf(change), change.kinds])).toEqual([
      ['Lunch', ['moved']],
    ]);
    expect(changesBetween(programOf([talk]), now)).toEqual([]);
  });
});
