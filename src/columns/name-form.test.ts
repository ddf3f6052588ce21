// The form of a column's names: by its header, and by the commas of all its cells.
import { describe, expect, it } from 'vitest';
import { elementsCell } from '../people/elements.ts';
import { type NameDoubt, readPeople } from '../people/people.ts';
import { nameFormOf, nameForms, type UnclearCell, unclearCell, unclearNames } from './name-form.ts';

const rowsOf = (names: readonly string[]) =>
  names.map((name, at) => ({ row: at + 1, line: at + 2, cells: [name], fault: undefined }));

/** Each cell as first and last name; `^` if the split is uncertain. */
function read(header: string, names: readonly string[]): readonly string[] {
  const form = nameFormOf(header, 0, rowsOf(names));
  return names.map((name) =>
    readPeople(name, form)
      .people.map(
        ({ first, last, isSplitUnclear }) => `${isSplitUnclear ? '^' : ''}${first}|${last}`,
      )
      .join('; '),
  );
}

it.each([
  'Cognome e nome',
  'Příjmení, jméno',
  'Nom et prénom',
  'Фамилия Имя Отчество',
  'ФИО',
  'ФИО докладчика',
  'Nachname Vorname',
  'Name, Vorname',
  'Name (last, first)',
])('%j has the family name first', (header) => {
  expect(read(header, ['Harms Tjark', 'Novotná Žofie Ema'])).toEqual([
    'Tjark|Harms',
    '^Žofie Ema|Novotná',
  ]);
});

it.each([
  'Name',
  'Nome e cognome',
  'Prénom et nom',
  'Vor- und Nachname',
  'Name (first name, last name)',
  'Full name (first name first)',
  'Speaker name',
  '氏名',
])('%j does not have the family name first', (header) => {
  expect(read(header, ['Tjark Harms'])).toEqual(['Tjark|Harms']);
});

it.each<[string, readonly string[], readonly string[]]>([
  [
    'ФИО',
    ['Смирнова Анна Петровна', 'Кузнецова Ольга'],
    ['^Анна Петровна|Смирнова', 'Ольга|Кузнецова'],
  ],
  ['Name', ['Maria Souza da Silva'], ['^Maria Souza|da Silva']],
  [
    'Nachname Vorname',
    ['García Márquez Gabriel', '山田 太郎'],
    ['^Márquez Gabriel|García', '太郎|山田'],
  ],
  [
    'Name (Last, First)',
    ['Pérez Gil, Ana María', 'Harms Tjark'],
    ['Ana María|Pérez Gil', 'Tjark|Harms'],
  ],
  ['Nachname Vorname', ['Dr. Harms Tjark; Zemst Ema'], ['Tjark|Harms; Ema|Zemst']],
])('below %j, %j is %j', (header, names, expected) => {
  expect(read(header, names)).toEqual(expected);
});

it.each<[readonly string[], 'people' | 'parts' | 'unclear' | undefined]>([
  [['Ann Muster, Bo Li', 'Cy Dee', 'Bo'], 'people'],
  [['GARCIA LOPEZ, Juan Carlos'], 'people'],
  [
    ['Muster, Ann', 'Smith, Mary Ann', 'García Márquez, Gabriel', 'van der Berg, Pieter', 'Bo'],
    'parts',
  ],
  [['Muster, David; Beispiel, Thomas'], 'parts'],
  [['King, Jr., Lou', 'Muster, Ann, PhD'], 'parts'],
  [['王, 小明'], 'parts'],
  [['Muster, Ann', 'GARCIA LOPEZ, Juan Carlos'], 'unclear'],
  [['Muster, Ann', 'Bo Li'], 'unclear'],
  [['Felix, Gia Lund'], 'parts'],
  [['Ann Muster, Bo'], 'unclear'],
  [['Felix, Gia Lund', 'Ann Muster, Bo'], 'unclear'],
  [['Felix, Gia Lund', 'Ann Muster; Bo Li'], 'unclear'],
  [['Felix, Gia, Bo'], 'unclear'],
  [['Ida Moen, Uni North; Ola Berg, Uni South'], 'unclear'],
  [['Ida Moen, Uni North; Ola Berg, Uni South', 'Kari Nord, Uni West'], 'unclear'],
  [['Ann Muster, Bo Li; Cy Dee'], 'people'],
  [['Chairs: Ann Muster, Bo Li; Panel: Cy Dee, Di Eff'], 'people'],
  [['王小明, 李四'], 'unclear'],
  [['Ann', 'Ann, PhD', 'TBA', elementsCell(['Müller, Anna'])], undefined],
])('the commas of %j show %s', (names, comma) => {
  expect(nameFormOf('Name', 0, rowsOf(names))).toEqual({ comma });
});

const firstLast = Array.from({ length: 10 }, (_, at) => `Ann${at} Muster`);
const lastFirst = Array.from({ length: 10 }, (_, at) => `Muster, Ann${at}`);

describe('of ten cells that agree and one that does not', () => {
  it.each<[string, readonly string[], string, NameDoubt, string]>([
    ['people', firstLast, 'Muster, Cy', { kind: 'comma', text: 'Cy Muster' }, 'Cy|Muster'],
    ['people', firstLast, 'Cy Dee, Bo', { kind: 'count', text: 'Cy Dee, Bo' }, 'Cy Dee, Bo|'],
    [
      'parts',
      lastFirst,
      'GARCIA LOPEZ, Juan Carlos',
      { kind: 'comma', text: 'Juan Carlos GARCIA LOPEZ' },
      'Juan Carlos|GARCIA LOPEZ',
    ],
    ['parts', lastFirst, 'Red Hat', { kind: 'comma', text: 'Red Hat' }, 'Red|Hat'],
  ])('%s decides, and the other is a doubt', (comma, cells, odd, doubt, name) => {
    const all = [...cells, odd];
    const form = nameFormOf('Name', 0, rowsOf(all));
    expect(form).toEqual({ comma, hasOddCells: true });
    const { people, doubts } = readPeople(odd, form);
    expect(people.map(({ first, last }) => `${first}|${last}`)).toEqual([name]);
    expect(doubts).toEqual([doubt]);
    expect(cells.flatMap((cell) => readPeople(cell, form).doubts)).toEqual([]);
  });

  it('nine decide nothing', () => {
    const all = [...firstLast.slice(1), 'Muster, Cy'];
    expect(nameFormOf('Name', 0, rowsOf(all))).toEqual({ comma: 'unclear' });
  });

  it('semicolons decide that commas do not separate people', () => {
    const all = [...firstLast, 'Ida Moen, Uni North; Ola Berg, Uni South'];
    expect(nameFormOf('Name', 0, rowsOf(all))).toEqual({ comma: 'unclear' });
  });
});

const place = { file: 'a.csv', column: 'Who' };

function bestCell(names: readonly string[]): UnclearCell {
  const cell = unclearCell(rowsOf(names), 0);
  if (cell === undefined) throw new Error('no cell has two readings');
  return cell;
}

it('names the cell that does not agree with its column, and each of its readings', () => {
  const cell = bestCell(['Bo Li', 'Felix, Gia Lund']);
  const { details, fix } = unclearNames(cell, place);
  expect(details).toEqual([
    {
      file: 'a.csv',
      line: 3,
      column: 'Who',
      code: 'unclear_people',
      message:
        '"Felix, Gia Lund" names "Felix; Gia Lund" if a comma separates people, ' +
        '"Gia Lund Felix" if the last name is before the comma, ' +
        'and "Felix" if an affiliation is after the comma',
    },
  ]);
  expect(fix).toBe(
    'pass --names "first last" if a comma separates people, ' +
      '--names "last, first" if the last name is before the comma, ' +
      'or --names "first last, affiliation" if an affiliation is after the comma',
  );
});

it('offers what a comma can mean where semicolons separate people', () => {
  const all = ['Kari Nord', 'Ida Moen, Nordic Waves; Ola Berg, Blue Fjord'];
  const { details, fix } = unclearNames(bestCell(all), place);
  expect(details?.[0]?.message).toBe(
    '"Ida Moen, Nordic Waves; Ola Berg, Blue Fjord" names ' +
      '"Nordic Waves Ida Moen; Blue Fjord Ola Berg" if the last name is before the comma ' +
      'and "Ida Moen; Ola Berg" if an affiliation is after the comma',
  );
  expect(fix).toBe(
    'pass --names "last, first" if the last name is before the comma ' +
      'or --names "first last, affiliation" if an affiliation is after the comma',
  );
});

it('offers forms whose readings differ, of the cell that has most of them', () => {
  const whole = 'Ida Moen: Uni North, Oslo';
  const two = 'Ann Muster, CTO, ACME';
  expect(bestCell([whole, two])).toMatchObject({
    line: 3,
    readings: [
      { form: 'first last', people: 'Ann Muster; CTO; ACME' },
      { form: 'first last, affiliation', people: 'Ann Muster' },
    ],
  });
  expect(bestCell([whole, two, 'Moe, Rita'])).toMatchObject({
    line: 4,
    readings: [{ people: 'Moe; Rita' }, { people: 'Rita Moe' }, { people: 'Moe' }],
  });
  expect(unclearCell(rowsOf([whole]), 0)).toBeUndefined();
});

it.each([
  ['first last', 'Harms Tjark, Zemst', ['Harms|Tjark', 'Zemst|']],
  ['last first', 'Harms Tjark, Zemst Ema', ['Tjark|Harms', 'Ema|Zemst']],
  [
    'last, first',
    'García Márquez, Gabriel José; Tjark Harms',
    ['Gabriel José|García Márquez', 'Tjark|Harms'],
  ],
])('--names "%s" reads %j', (names, cell, expected) => {
  const { people, doubts } = readPeople(cell, nameForms[names]);
  expect([people.map(({ first, last }) => `${first}|${last}`), doubts]).toEqual([expected, []]);
});
