// Parts of a name in columns of their own are joined to the first or the last name.
import { expect, it } from 'vitest';
import { readMapping } from '../../test/support/columns.ts';
import { fieldReader } from './cell.ts';
import { describeMapping } from './mapping-report.ts';

it.each([
  ['Voornaam;Tussenvoegsel;Achternaam;E-mail', 'Pieter;van der;Berg;p@example.nl', 'Pieter|van der Berg'],
  ['Voornaam;Tussenvoegsel;Achternaam;E-mail', 'Pieter;van der;van der Berg;p@example.nl', 'Pieter|van der Berg'],
  ['Voornaam;Tussenvoegsel;Achternaam;E-mail', 'Pieter;;Berg;p@example.nl', 'Pieter|Berg'],
  ['Voornaam;Tussenvoegsel;Achternaam;E-mail', 'Pieter;van;;p@example.nl', 'Pieter|'],
  ['Nombre;Primer apellido;Segundo apellido;Correo', 'Gabriel;García;Márquez;g@example.org', 'Gabriel|García Márquez'],
  [
    'Apellido paterno;Apellido materno;Nombre(s);Correo',
    'García;Márquez;Gabriel;g@example.org',
    'Gabriel|García Márquez',
  ],
  [
    'Apellidos;Segundo apellido;Nombre;Correo',
    'García Márquez;Márquez;Gabriel;g@example.org',
    'Gabriel|García Márquez',
  ],
  ['Vorname;Namenszusatz;Nachname;E-Mail', 'Karl;von;Ebner;k@example.org', 'Karl|von Ebner'],
  ['Фамилия;Имя;Отчество;Email', 'Иванов;Пётр;Ильич;p@example.org', 'Пётр Ильич|Иванов'],
  ['First name;Middle name;Last name;E-mail', 'Anna;Maria;Berg;a@example.org', 'Anna Maria|Berg'],
  ['First name;Surname prefix;Second surname;Surname;E-mail', 'Ann;de;Gil;Ruiz;a@example.org', 'Ann|de Ruiz Gil'],
  ['Titul před;Jméno;Příjmení;Titul za;E-mail', 'Ing.;Jan;Novák;Ph.D.;j@example.org', 'Jan|Novák'],
  ['Name;Middle name;E-mail', 'Anna Maria Berg;Maria;a@example.org', 'Anna Maria|Berg'],
])('%j reads %j as %s', (header, row, expected) => {
  const { mapping, likely } = readMapping('speakers', `${header}\n${row}`);
  const { first_name = '', last_name = '' } = fieldReader(mapping)(row.split(';'));
  expect([`${first_name}|${last_name}`, likely]).toEqual([expected, []]);
});

it('reports them below the field that they complete, and no degree as a job title', () => {
  const { mapping } = readMapping(
    'speakers',
    'Voornaam;Tussenvoegsel;Achternaam;E-mail;Titul za\nPieter;van der;Berg;p@a.nl;Ph.D.',
  );
  const report = describeMapping(mapping);
  expect(report.mapping.map(({ column, field }) => [column, field])).toEqual([
    ['Voornaam', 'first_name'],
    ['Tussenvoegsel', 'last_name'],
    ['Achternaam', 'last_name'],
    ['E-mail', 'email'],
    ['Titul za', null],
  ]);
  expect([report.unmapped, report.suggestions]).toEqual([['Titul za'], []]);
});
