// Columns of names with unknown headers, in any script: found if nothing else is a name, so that no speaker is nameless by mistake.
import { expect, it } from 'vitest';
import { readMapping } from '../../test/support/columns.ts';

const files: readonly (readonly [file: string, found: readonly string[]])[] = [
  ['Ad;Soyad;Email\nŞükrü;Yıldırım;a@x.org\nİpek;Çağlar;b@x.org', ['Ad?first_name', 'Soyad?last_name']],
  ['Email;Vardas;Pavardė\na@x.org;Žydrūnas;Šeškevičius', ['Vardas?first_name', 'Pavardė?last_name']],
  ['Förnamn;Efternamn;Email;Ort\nÅsa;Öberg;a@x.org;Lund', ['Förnamn?first_name', 'Efternamn?last_name']],
  [
    'Fornavn;Efternavn;Email;Virksomhed\nSøren;Møller;a@x.org;Aarhus Universitet\nÅse;Østergård;b@x.org;Ærø Kommune\nUffe;Bé;c@x.org;Rosenborg ApS',
    ['Fornavn?first_name', 'Efternavn?last_name', 'Virksomhed?name'],
  ],
  [
    'Fornavn;Mellemnavn;Efternavn;Email;Virksomhed\nSøren;Kjær;Møller;a@x.org;Aarhus Universitet\nÅse;;Østergård;b@x.org;Ærø Kommune\nBo;;Li;c@x.org;Rosenborg ApS\nEva;;Bé;d@x.org;Ærø Avis',
    ['Fornavn?first_name', 'Efternavn?last_name', 'Virksomhed?name'],
  ],
  [
    'שם פרטי;שם משפחה;Email;ארגון\nדוד;כהן;a@x.org;אוניברסיטת חיפה\nשרה;לוי;b@x.org;עיריית תל אביב',
    ['שם פרטי?first_name', 'שם משפחה?last_name', 'ארגון?name'],
  ],
  ['이름;Email;직장\n김민준;a@x.org;한글대학교\n이서연;b@x.org;KAIST', ['이름?name']],
  ['שם;Email\nדוד כהן;a@x.org\nשרה לוי;b@x.org', ['שם?name']],
  ['الاسم;Email\nمحمد علي;a@x.org\nفاطمة حسن;b@x.org', ['الاسم?name']],
  ['ชื่อ;Email\nสมชาย ใจดี;a@x.org\nสมหญิง รักไทย;b@x.org', ['ชื่อ?name']],
  ['Adı Soyadı;Email;Şehir\nŞükrü Yıldırım;a@x.org;Ankara\n4 kişi;b@x.org;İzmir', ['Adı Soyadı?name']],
  // Titles, sizes, notes and the names beside addresses are no names to ask about.
  ['Ünvan;Adı Soyadı;Email\nDoç. Dr.;Şükrü Yıldırım;a@x.org\nÖğr. Gör.;Işıl Güneş;b@x.org', ['Adı Soyadı?name']],
  ['Email;Ünvan\na@x.org;Doç. Dr.\nb@x.org;Öğr. Gör.', []],
  ['Email;Size\na@x.org;M\nb@x.org;L', []],
  ['Email;Team\na@x.org;Red\nb@x.org;Red\nc@x.org;Red', []],
  ['Email;Notizen\na@x.org;kommt später\nb@x.org;braucht Beamer', []],
  ['Email;City\na@x.org;Ankara\nb@x.org;İzmir', []],
  ['Email;Team\nAnn Muster <a@x.org>;Red\nBo Li <b@x.org>;Blue', []],
  ['Name;Email;Spitzname\nAnn Muster;a@x.org;Anni', []],
];

it.each(files)('%s', (file, found) => {
  expect(readMapping('speakers', file).mapping.unusedNames.map(({ column, field }) => `${column}?${field}`)).toEqual(
    found,
  );
});
