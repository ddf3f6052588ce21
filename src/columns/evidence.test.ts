// The cells of a file decide where its headers alone would be wrong, or say nothing.
import { describe, expect, it } from 'vitest';
import { type Kind, longText, outcome, readMapping } from '../../test/support/columns.ts';

/** In each file, one rule about cells decides: without cells, the outcome is another. */
const files: readonly (readonly [rule: string, kind: Kind, file: string, outcome: readonly string[]])[] = [
  [
    'cells without an @ are no addresses if another column has them',
    'speakers',
    'Name;Mail;Kontakt\nAnn Muster;yes;a@x.org\nBo Li;no;b@x.org',
    ['Name=name', 'Kontakt?email'],
  ],
  [
    'degrees are no job titles',
    'speakers',
    'Titel;Vorname;Nachname;Email\nDr.;Ann;Muster;a@x.org\nProf. Dr. med.;Bo;Li;b@x.org\n;Cy;Dee;c@x.org',
    ['Vorname=first_name', 'Nachname=last_name', 'Email=email'],
  ],
  ['addresses are no names', 'speakers', 'Name;Email\na@x.org;a@x.org\nb@x.org;b@x.org', ['Email=email']],
  ['long texts are no names', 'speakers', `Speaker;Email\n${longText};a@x.org`, ['Email=email']],
  ['links are no company', 'speakers', 'Company;Email\nwww.acme.com;a@x.org', ['Email=email']],
  [
    'titles of talks are no job titles',
    'speakers',
    'Email;Title\na@x.org;How we moved a city to open data\nb@x.org;What is a type?\nc@x.org;Bridges between old and new',
    ['Email=email'],
  ],
  [
    'numbers are no titles of talks',
    'submissions',
    'Title;Email;Talk\n1;a@x.org;Types\n2;b@x.org;Bridges\n3;c@x.org;Roads',
    ['Email=submitter_email', 'Talk=title'],
  ],
  ['dates are no rooms', 'sessions', 'Title;Room\nTypes;2026-05-02 09:00\nRoads;2026-05-02 10:00', ['Title=title']],
  ['addresses are no start', 'sessions', 'Title;Start\nTypes;a@x.org', ['Title=title', 'Start?submitter_email']],
  [
    'of two equal columns, the one with cells is used',
    'speakers',
    'E-mail;Email address;Name\n;a@x.org;Ann Muster\n;b@x.org;Bo Li',
    ['Email address=email', 'Name=name'],
  ],
  [
    'a last name that contains the first name is a full name',
    'speakers',
    'Vorname;Name;E-Mail\nAnn;Ann Muster;a@x.org\nBo;Bo Li;b@x.org',
    ['Name=name', 'E-Mail=email'],
  ],
];

/** Where the cells leave the headers right. */
const counterparts: typeof files = [
  [
    'professors have a job',
    'speakers',
    'Titel;Name;Email\nProfessor;Ann Muster;a@x.org\nProfessorin;Bo Li;b@x.org',
    ['Titel=title', 'Name=name', 'Email=email'],
  ],
  [
    'a full name is more than a first name',
    'speakers',
    'Full name;First name;Email\nAnn Muster;Ann;a@x.org\nBo Li;Bo;b@x.org',
    ['Full name=name', 'Email=email'],
  ],
  [
    'cells without an @ are mistakes if no other column has the required addresses',
    'speakers',
    'Name;Mail\nAnn Muster;ann.x.org\nBo Li;bo.x.org\nCy Doe;cy.x.org',
    ['Name=name', 'Mail=email'],
  ],
  [
    'addresses that are hidden from programs are addresses',
    'speakers',
    'Mail\ntom(at)acme.com\nbo [at] acme.com\ncy(at)acme.com',
    ['Mail=email'],
  ],
  [
    'names with addresses are names',
    'sessions',
    'Speakers\nAnn Muster <a@x.org>\nBo Li <b@x.org>',
    ['Speakers=speakers'],
  ],
  [
    'job titles are job titles',
    'speakers',
    'Email;Title\na@x.org;Head of open data at the city\nb@x.org;CTO\nc@x.org;Professor of history of art',
    ['Email=email', 'Title=title'],
  ],
  ['numbers can be rooms', 'sessions', 'Title;Room\nTypes;101\nRoads;102', ['Title=title', 'Room=room']],
  [
    'a name alone is whole',
    'speakers',
    'Nom;Courriel\nAna García;a@x.org\nLuis Pérez;b@x.org',
    ['Nom=name', 'Courriel=email'],
  ],
  [
    'cities and companies are no names',
    'speakers',
    'Mail;Name;Stadt;Herkunft\na@x.org;Ann Muster;Berlin;Bauer Media GmbH\nb@x.org;Bo Li;Köln;Universität Wien',
    ['Mail=email', 'Name=name'],
  ],
  [
    'a text that means something else is not suggested',
    'submissions',
    `Titel;Mail;Biografie\nTypen;a@x.org;${longText}`,
    ['Titel=title', 'Mail=submitter_email'],
  ],
  [
    'last names that begin as job words do are names',
    'speakers',
    'First name;Last name;Email\nAlice;Cooper;a@x.org\nTim;Cook;t@x.org\nAnn;Leadbeater;n@x.org\nJana;Leiterová;j@x.org\nBo;Directory;b@x.org',
    ['First name=first_name', 'Last name=last_name', 'Email=email'],
  ],
  [
    'speakers that are organizations are speakers if no other column has them',
    'sessions',
    'Title;Speakers\nTypes;Acme GmbH\nRoads;Open Lab\nBridges;Museum Team',
    ['Title=title', 'Speakers=speakers'],
  ],
  [
    'titles of talks that begin as job words do are titles',
    'submissions',
    'Title;Email\nArchitecture decision records;a@x.org\nSoftware supply chains;b@x.org\nLeading without authority;c@x.org',
    ['Title=title', 'Email=submitter_email'],
  ],
  ['from is no room', 'sessions', 'Title;Fromm\nTypes;9:00\nRoads;10:00', ['Title=title', 'Fromm?time']],
];

describe('the cells of a file', () => {
  it.each(files)('decide: %s', (_, kind, file, expected) => {
    expect(outcome(kind, file)).toEqual(expected);
    // Two equal columns are an error without cells.
    const [header = ''] = file.split('\n');
    const isSame = () => expect(outcome(kind, header)).toEqual(expected);
    expect(isSame).toThrow();
  });

  it.each(counterparts)('leave it as it is: %s', (_, kind, file, expected) => {
    expect(outcome(kind, file)).toEqual(expected);
  });
});

it('says why a column is not what its header says', () => {
  const { mapping, missing } = readMapping('speakers', 'Mail;Name;Frei\nyes;Ann Muster;a@x.org\nno;Bo Li;b@x.org');
  expect(mapping.unmapped[0]).toMatchObject({ column: 'Mail', reason: 'its cells have no @, so it is not email' });
  expect(missing).toMatchObject([{ field: 'email', candidates: ['Frei'] }]);
});
