// Which items of a grid are one session.
import { expect, it } from 'vitest';
import { joinSame } from './join-same.ts';

interface Item {
  readonly title: string;
  readonly people: string;
  readonly rooms: string;
}

/** Items as `title/people/rooms`, before and after. */
function joined(...items: readonly string[]): readonly string[] {
  const read = items.map((item): Item => {
    const [title = '', people = '', rooms = ''] = item.split('/');
    return { title, people, rooms };
  });
  return joinSame(read, {
    keyOf: ({ title }) => title,
    peopleOf: ({ people }) => people,
    join: (first, other) => {
      const people = first.people || other.people;
      return { ...first, people, rooms: `${first.rooms}+${other.rooms}` };
    },
  }).map(({ title, people, rooms }) => `${title}/${people}/${rooms}`);
}

it.each<[string, readonly string[], readonly string[]]>([
  ['of one title and the same people', ['Talk/Ada/1', 'Talk/Ada/2'], ['Talk/Ada/1+2']],
  ['if one names nobody', ['Talk//1', 'Talk/Ada/2'], ['Talk/Ada/1+2']],
  [
    'but not those of other people between them',
    ['Talk/Ada/1', 'Talk/Bo/2', 'Talk/Ada/3', 'Talk/Bo/4'],
    ['Talk/Ada/1+3', 'Talk/Bo/2+4'],
  ],
  ['but not those of another title', ['Talk/Ada/1', 'Panel/Ada/2'], ['Talk/Ada/1', 'Panel/Ada/2']],
])('joins items %s', (_, items, expected) => expect(joined(...items)).toEqual(expected));
