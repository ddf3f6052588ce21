// Tables of records: alignment, width, and safe text.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { growth, mostGrowth, processorMsOf } from '../../../test/support/growth.ts';
import { fieldTable } from './card.ts';
import { cellText } from './cell-text.ts';
import { recordTable } from './table.ts';
import { toLine, toLines } from './terminal-text.ts';
import { cutToWidth } from './width.ts';

const plain = { width: undefined, bold: (text: string) => text };

describe('recordTable', () => {
  it('aligns wide characters, empty cells, lists and texts of several lines', () => {
    const records = [
      { id: 'spk_1', first_name: '小林', note: 'one\ntwo', roles: ['speaker', 'submitter'] },
      { id: 'spk_20', first_name: 'Zoë', note: null, roles: [] },
    ];
    expect(recordTable(records, ['id', 'first_name', 'note', 'roles'], plain)).toBe(
      [
        'ID      FIRST NAME  NOTE     ROLES',
        'spk_1   小林        one two  speaker, submitter',
        'spk_20  Zoë',
        '',
      ].join('\n'),
    );
  });

  it('cuts a long cell of a pipe, but no id and no change, so that a record is one line', () => {
    const long = 'word '.repeat(60).trim();
    const records = [{ id: 'i'.repeat(90), title: long, changes: long, room: 'Hall' }];
    const [heading = '', line = '', ...others] = recordTable(
      records,
      ['id', 'title', 'changes', 'room'],
      plain,
    ).split('\n');
    expect(others).toEqual(['']);
    expect(line).toBe(`${'i'.repeat(90)}  ${cutToWidth(long, 80)}  ${long}  Hall`);
    expect(heading.indexOf('CHANGES')).toBe(90 + 2 + 80 + 2);
  });

  it('has the words of a name as its heading', () => {
    const record = { first_name: 'Zoë', createdAt: 'now', talkStatuses: ['accepted'] };
    expect(recordTable([record], Object.keys(record), plain)).toBe(
      'FIRST NAME  CREATED AT  TALK STATUSES\nZoë         now         accepted\n',
    );
  });

  it('aligns lines with characters that cli-table3 measures differently, among others', () => {
    const names = [
      ...Array.from({ length: 150 }, (_, n) => `Speaker ${n}`),
      'नमस्ते',
      '👩‍🚀 Ada',
      'שלום',
      'e\u0301',
      'ก็',
      'Zoë',
    ];
    const records = names.map((name, n) => ({ name, room: `Room ${n}` }));
    const lines = recordTable(records, ['name', 'room'], plain).trimEnd().split('\n');
    expect(lines).toHaveLength(names.length + 1);
    expect(lines.filter((line) => line.includes('ROOM'))).toHaveLength(1);
    for (const [at, line] of lines.slice(1).entries()) {
      expect(line.endsWith(`Room ${at}`)).toBe(true);
      expect(stringWidth(line.slice(0, line.indexOf('Room')))).toBe('Speaker 149  '.length);
    }
  });

  it.each([
    [
      'between words',
      'A title that is too long for this',
      20,
      'ID     TITLE\nsub_1  A title that\n       is too long\n       for this\n',
    ],
    [
      'in three lines at most',
      'one two three four five six',
      15,
      'ID     TITLE\nsub_1  one two\n       three\n       four fi…\n',
    ],
    [
      'beside an id that stays whole',
      'A long title',
      17,
      'ID     TITLE\nsub_1  A long\n       title\n',
    ],
  ])('fits a narrow terminal by breaking its cells %s', (_, title, width, table) => {
    expect(recordTable([{ id: 'sub_1', title }], ['id', 'title'], { ...plain, width })).toBe(table);
  });

  it.each([
    ['id', 'b644e1a0-0000-4000-8000-000000000001'],
    ['submission_id', 'b644e1a0-0000-4000-8000-000000000001'],
    ['run', '20261129-062901-b6440000'],
  ])('breaks no %s, which is to be copied', (name, value) => {
    const table = recordTable([{ [name]: value, title: 'A title' }], [name, 'title'], {
      ...plain,
      width: 20,
    });
    expect(table.split('\n')[1]).toBe(`${value}  A`);
  });

  it.each([60, 40, 30])('fits %i columns with six of its own', (width) => {
    const session = {
      title: 'Queues all the way down',
      room: 'Lighthouse',
      start: '2027-05-20 09:30',
      end: '2027-05-20 10:00',
      track: 'Backend',
      status: 'accepted',
    };
    const lines = recordTable([session], Object.keys(session), { ...plain, width }).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
  });

  it('shows the whole of what a plan changes', () => {
    const change = 'Workshop 1 → Lighthouse, 2027-05-20 10:30 → 2027-05-21 09:00';
    const table = recordTable([{ name: 'Café', changes: change }], ['name', 'changes'], {
      ...plain,
      width: 22,
    });
    expect(table).toBe(
      'NAME  CHANGES\n' +
        'Café  Workshop 1 →\n' +
        '      Lighthouse,\n' +
        '      2027-05-20 10:30\n' +
        '      → 2027-05-21\n' +
        '      09:00\n',
    );
  });

  it('takes time in proportion to the rows', async () => {
    const workMs = (rows: number) => {
      const records = Array.from({ length: rows }, (_, n) => ({
        id: `sub_${n}`,
        title: 'A title',
        room: 'A room',
      }));
      return processorMsOf(() => recordTable(records, ['id', 'title', 'room'], plain));
    };
    expect(await growth(workMs, 500)).toBeLessThan(mostGrowth);
  });

  it('is never wider than the terminal if the columns can be cut to fit', () => {
    const unit = fc.constantFrom(
      ...'ab é ñ 日 本 か ナ 한 국 Ω ж 🎤 🚀 👩‍🚀 '.split(' '),
      ' ',
      '-',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit }), fc.string({ unit })), { minLength: 1 }),
        (rows) => {
          const records = rows.map(([a, b]) => ({ a, b }));
          for (const line of recordTable(records, ['a', 'b'], { ...plain, width: 24 }).split(
            '\n',
          )) {
            expect(stringWidth(line)).toBeLessThanOrEqual(24);
          }
        },
      ),
    );
  });
});

it('shows one field of a record per line', () => {
  expect(fieldTable({ id: 'spk_1', about: 'first\r\nsecond' }, ['id', 'about'], plain)).toBe(
    'id     spk_1\nabout  first\n       second\n',
  );
});

describe('text that the program did not write', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007x', 'x'],
    ['a\u0000b\u0085c\u009bd', 'abcd'],
    ['safe\u202etxt.exe', 'safetxt.exe'],
    ['tab\tand\r\nline', 'tab and line'],
  ])('%j becomes harmless', (text, expected) => expect(toLine(text)).toBe(expected));

  it('keeps its line breaks if it may have several lines', () =>
    expect(toLines('a\u001b[1m\r\nb\rc')).toBe('a\nb\nc'));

  it('is cut between characters, never inside a character', () => {
    expect(cutToWidth('👩‍🚀👩‍🚀👩‍🚀', 5)).toBe('👩‍🚀👩‍🚀…');
    expect(cutToWidth('exact', 5)).toBe('exact');
  });
});

it.each([
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [false, 'false'],
  [{ a: 1 }, '{"a":1}'],
  [[{ name: 'Ada King', email: 'ada@example.org' }, { name: 'Bo' }], 'Ada King, Bo'],
])('%j is the cell %j', (value, text) => expect(cellText(value)).toBe(text));

it('wraps the texts of a record between words on a terminal, and keeps longer words whole', () => {
  const record = {
    id: 'sub_1',
    abstract: 'One two three four five six\nhttps://example.org/a/long/address and more',
  };
  const table = fieldTable(record, ['id', 'abstract'], { ...plain, width: 34 });
  expect(table.split('\n')).toEqual([
    'id        sub_1',
    'abstract  One two three four five',
    '          six',
    '          https://example.org/a/long/address',
    '          and more',
    '',
  ]);
  expect(fieldTable(record, ['abstract'], plain).split('\n')).toHaveLength(3);
});
