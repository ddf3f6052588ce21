// The order of a column's names: by its header and the addresses in the same rows.
import { expect, it } from 'vitest';
import { isFamilyFirstHeader } from './name-order.ts';
import { nameFormOf, readPeopleBeside } from './people-beside.ts';

/** Each cell with its address, as first and last name; `^` if the split is uncertain. */
function read(header: string, rows: readonly (readonly [name: string, address?: string])[]): readonly string[] {
  const [names, addresses] = [rows.map(([name]) => name), rows.map(([, address = '']) => `${address}@example.org`)];
  const form = nameFormOf(header, names, false);
  return names.map((name, row) =>
    readPeopleBeside(name, addresses[row] ?? '', form)
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
  expect(read(header, [['Harms Tjark'], ['Novotná Žofie Ema']])).toEqual(['Tjark|Harms', '^Žofie Ema|Novotná']);
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
  expect(read(header, [['Tjark Harms']])).toEqual(['Tjark|Harms']);
});

it.each<[string, readonly (readonly [string, string?])[], readonly string[]]>([
  // The address decides.
  ['Nome', [['Giulia Bianchi'], ['Rossi Paolo', 'paolo.rossi']], ['Giulia|Bianchi', 'Paolo|Rossi']],
  ['Name', [['Harms Tjark', 'tharms']], ['Tjark|Harms']],
  ['Name', [['Müller Tjark', 't.mueller']], ['Tjark|Müller']],
  ['Name', [['Paolo Rossi', 'rossi.paolo']], ['Paolo|Rossi']],
  ['Name', [['Tjark Harms', 'harms.tjark']], ['^Tjark|Harms']],
  ['Nom et prénom', [['Tjark Harms', 'tharms']], ['Tjark|Harms']],
  // The header decides, and a contradiction is a doubt.
  ['Příjmení a jméno', [['Novotný Tomáš', 'tomas.novotny']], ['Tomáš|Novotný']],
  ['Příjmení a jméno', [['Harms Tjark', 'harms.tjark']], ['^Tjark|Harms']],
  ['Nom et prénom', [['Paul Zemst'], ['Roux Marie'], ['Petit Anna']], ['^Zemst|Paul', 'Marie|Roux', 'Anna|Petit']],
  ['ФИО', [['Смирнова Анна Петровна'], ['Кузнецова Ольга']], ['Анна Петровна|Смирнова', 'Ольга|Кузнецова']],
  // Of three words, the address shows where each part begins.
  ['Name', [['García Márquez Gabriel', 'gabriel.garcia']], ['Gabriel|García Márquez']],
  ['Name', [['Rossi Bianchi Paolo', 'paolo.bianchi']], ['Paolo|Rossi Bianchi']],
  ['Name', [['Rossi Paolo Maria', 'paolo.rossi']], ['Paolo Maria|Rossi']],
  ['Name', [['Ana María López', 'lopez.ana']], ['Ana María|López']],
  // It may begin with either part.
  ['Name', [['Nagy Kiss Eszter', 'eszter.nagykiss']], ['^Eszter|Nagy Kiss']],
  // A family name may begin before its particle.
  ['Name', [['Conceição Evaristo de Brito', 'conceicao']], ['^Conceição Evaristo|de Brito']],
  ['Name', [['Maria Souza da Silva', 'maria.silva']], ['Maria Souza|da Silva']],
  ['Name', [['Maria Souza da Silva', 'msouza']], ['Maria|Souza da Silva']],
  // Marks decide.
  [
    'Nachname Vorname',
    [['DUPONT Jean'], ['Jean DUPONT'], ['API Conference Lagos']],
    ['Jean|DUPONT', 'Jean|DUPONT', '^Conference Lagos|API'],
  ],
  ['Name', [['API Conference Lagos'], ['API Conference Abuja']], ['^API Conference|Lagos', '^API Conference|Abuja']],
  ['Nachname Vorname', [['García Márquez Gabriel'], ['山田 太郎']], ['^Gabriel|García Márquez', '太郎|山田']],
  ['Nachname Vorname', [['Dr. Harms Tjark; Zemst Ema']], ['Tjark|Harms; Ema|Zemst']],
])('below %j, %j is %j', (header, rows, expected) => {
  expect(read(header, rows)).toEqual(expected);
});
