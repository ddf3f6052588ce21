// What is suggested for columns that are not mapped, and what is asked.
import { expect, it } from 'vitest';
import { type Kind, longText, outcome, readMapping } from '../../test/support/columns.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { findMapping, mapColumns } from './mapping.ts';

/** In each file, the cells decide what is suggested. */
const files: readonly (readonly [rule: string, kind: Kind, file: string, outcome: readonly string[]])[] = [
  [
    'East Asian names are suggested for the name by common family names',
    'speakers',
    'メール;参加者\na@x.org;山田太郎\nb@x.org;佐藤花子',
    ['メール=email', '参加者?name'],
  ],
  [
    'names with addresses are suggested for the address, although some rows have none',
    'submissions',
    'Title;Person\nQueues;Ann Muster <a@x.org>\nZero;Bo Li <b@x.org>\nOne;Luc Petit',
    ['Title=title', 'Person?submitter_email'],
  ],
  ['addresses are suggested for the address', 'speakers', 'Kontakt;Size\na@x.org;M\nb@x.org;L', ['Kontakt?email']],
  [
    'first and last names are suggested together, by the addresses beside them',
    'speakers',
    'Mail;Keresztnév;Vezetéknév\nzsofi.nagy@x.org;Zsófi;Nagy\nbence.szabo@x.org;Bence;Szabó',
    ['Mail=email', 'Keresztnév?first_name', 'Vezetéknév?last_name'],
  ],
  [
    'long texts are suggested for the biography',
    'speakers',
    `Mail;Wer bist du?\na@x.org;${longText}`,
    ['Mail=email', 'Wer bist du??about'],
  ],
  [
    'dates with times are suggested for the start',
    'sessions',
    'Titel;Raum;Fixiert auf\nTypen;Aula;02.05.2026 09:00\nWege;Aula;02.05.2026 10:00',
    ['Titel=title', 'Raum=room', 'Fixiert auf?start'],
  ],
  [
    'dates and times in two columns are suggested for both',
    'sessions',
    'Titel;Raum;Teil eins;Teil zwei\nTypen;Aula;2. Mai 2026;9:00\nWege;Aula;2. Mai 2026;10:00',
    ['Titel=title', 'Raum=room', 'Teil eins?date', 'Teil zwei?time'],
  ],
];

it.each(files)('%s', (_, kind, file, expected) => {
  expect(outcome(kind, file)).toEqual(expected);
  const [header = ''] = file.split('\n');
  expect(outcome(kind, header)).not.toEqual(expected);
});

it('names all columns that may be meant, and the line of the header', () => {
  const fields = fieldsOf(endpoints.createSpeaker.body);
  const columns = ['First', 'Last', 'Work email', 'Private email'];
  const sample = [
    ['Ann', 'Muster', '', 'ann@x.org'],
    ['Bo', 'Li', 'bo@work.org', 'bo@x.org'],
  ];
  const options = { file: 'a.csv', kind: 'speakers', fields, map: [] } as const;
  expect(() => mapColumns({ ...options, columns, sample, lines: [4, 5, 6] })).toThrow(
    expect.objectContaining({
      details: [
        expect.objectContaining({
          line: 4,
          message: 'required, and 2 columns look like it: "Work email" and "Private email"',
        }),
      ],
      advice: {
        kind: 'map_columns',
        entries: [
          { field: 'email', column: 'Work email' },
          { field: 'email', column: 'Private email' },
        ],
        columns,
      },
    }),
  );
});

it.each([
  ['Speaker 1 name=name', ['Speaker 1 email=email', 'Speaker 1 name=name']],
  ['Name (speaker 2)=name', ['Name (speaker 2)=name', 'Email (speaker 2)=email']],
  ['Chair=name', ['Email Address=email', 'Chair=name']],
])('takes the addresses of the people whose names the user maps: %s', (entry, expected) => {
  const columns = [
    'Email Address',
    'Speaker 1 email',
    'Speaker 1 name',
    'Name (speaker 2)',
    'Email (speaker 2)',
    'Chair',
  ];
  const sample = [1, 2].map((row) => [
    `office${row}@x.org`,
    `a${row}@x.org`,
    'Ann Muster',
    'Bo Li',
    `b${row}@x.org`,
    'Cy',
  ]);
  const fields = fieldsOf(endpoints.createSpeaker.body);
  const { mapped, unmapped } = mapColumns({
    file: 'a.csv',
    columns,
    kind: 'speakers',
    fields,
    map: [entry],
    sample,
  });
  expect(mapped.map(({ column, target }) => `${column}=${target}`)).toEqual(expected);
  // The addresses of others are not left out without a word.
  expect(unmapped.filter(({ reason }) => reason?.startsWith('the addresses are those of')).length).toBeGreaterThan(0);
});

it('suggests fields for many columns in little time', () => {
  const columns = ['Email', ...Array.from({ length: 240 }, (_, at) => `Frage nach Dingen Nummer ${at} und ${at}`)];
  const started = process.cpuUsage();
  readMapping('speakers', columns.join(';'));
  // Far less than this, unless each comparison of two words reads both again.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
});

it('offers a column that is suggested for another field last', () => {
  const { missing } = readMapping(
    'sessions',
    'Beginn;Ort;Wer;Was\n02.05.2026 09:00;Aula;Ann Muster;Wege\n02.05.2026 10:00;Lab;Bo Li;Typen',
  );
  expect(missing).toMatchObject([{ field: 'title', candidates: ['Was', 'Wer'] }]);
});

it('offers the columns for a required field that fit it, the likely ones first', () => {
  const { missing } = readMapping(
    'submissions',
    'Empresa;Frei;Worum\nAcme;a@x.org;How we moved a city\nBauer;b@x.org;What is a type?\nAcme;c@x.org;Bridges of old and new',
  );
  expect(missing).toMatchObject([
    { field: 'title', candidates: ['Worum', 'Empresa'] },
    { field: 'submitter_email', candidates: ['Frei'] },
  ]);
});
