// The order of a column's names: by its header.
import { expect, it } from 'vitest';
import { isFamilyFirstHeader } from './name-order.ts';
import { nameFormOf, readPeopleBeside } from './people-beside.ts';

/** Each cell as first and last name; `^` if the split is uncertain. */
function read(header: string, names: readonly string[]): readonly string[] {
  const form = nameFormOf(header, names, false);
  return names.map((name) =>
    readPeopleBeside(name, form)
      .people.map(({ first, last, isSplitUnclear }) => `${isSplitUnclear ? '^' : ''}${first}|${last}`)
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
  expect(isFamilyFirstHeader(header)).toBe(true);
  expect(read(header, ['Harms Tjark', 'Novotná Žofie Ema'])).toEqual(['Tjark|Harms', '^Žofie Ema|Novotná']);
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
  expect(isFamilyFirstHeader(header)).toBe(false);
  expect(read(header, ['Tjark Harms'])).toEqual(['Tjark|Harms']);
});

it.each<[string, readonly string[], readonly string[]]>([
  ['ФИО', ['Смирнова Анна Петровна', 'Кузнецова Ольга'], ['^Анна Петровна|Смирнова', 'Ольга|Кузнецова']],
  ['Name', ['Maria Souza da Silva'], ['^Maria Souza|da Silva']],
  ['Nachname Vorname', ['García Márquez Gabriel', '山田 太郎'], ['^Márquez Gabriel|García', '太郎|山田']],
  ['Nachname Vorname', ['Dr. Harms Tjark; Zemst Ema'], ['Tjark|Harms; Ema|Zemst']],
])('below %j, %j is %j', (header, names, expected) => {
  expect(read(header, names)).toEqual(expected);
});
