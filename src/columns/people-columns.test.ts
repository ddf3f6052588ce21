// Columns of people: several of one role, numbered ones, those of another person, and no people.
import { describe, expect, it } from 'vitest';
import { type Kind, readMapping } from '../../test/support/columns.ts';
import { mapColumns } from './mapping.ts';

/** The used columns as `column=target`, with the number of a person and the part of a name. */
function peopleIn(kind: Kind, text: string): readonly string[] {
  return readMapping(kind, text).mapping.mapped.map(({ column, target, person, part }) =>
    [`${column}=${target}`, person, part].filter((each) => each !== undefined).join(' '),
  );
}

function reasonsIn(kind: Kind, text: string) {
  const { unmapped } = readMapping(kind, text).mapping;
  return unmapped.flatMap(({ column, reason }) => (reason === undefined ? [] : [[column, reason]]));
}

describe('several columns of people', () => {
  it.each([
    ['Speaker;Co-speaker', ['Speaker=speakers', 'Co-speaker=co_speakers']],
    ['Artist;Hosts', ['Artist=speakers', 'Hosts=hosts']],
    ['Speaker;Panelists', ['Speaker=speakers', 'Panelists=speakers']],
    ['Referent;Sitzungsleitung', ['Referent=speakers', 'Sitzungsleitung=chairs']],
    [
      'Speaker;Moderators;Session chair',
      ['Speaker=speakers', 'Moderators=moderators', 'Session chair=chairs'],
    ],
    ['Authors', ['Authors=speakers']],
    ['Presenter;Authors', ['Presenter=speakers', 'Authors=co_authors']],
    ['Speakers;Name', ['Speakers=speakers']],
    ['Moderator;Moderator email', ['Moderator=moderators', 'Moderator email=moderators email']],
  ])('of sessions are all used: %s', (header, expected) => {
    expect(peopleIn('sessions', `Talk title;${header}`).slice(1)).toEqual(expected);
  });

  it('can be mapped to one field by the user, if the field is one of people', () => {
    const columns = ['Title', 'Guest', 'Visitor'];
    const { mapping } = readMapping('sessions', columns.join(';'));
    expect(mapping.mapped).toHaveLength(1);
    const map = ['Guest=co_speakers', 'Visitor=co_speakers'];
    const fields = ['title', 'co_speakers', 'room'].map((name) => ({ name, required: false }));
    const given = { file: 'a.csv', columns, kind: 'sessions', fields } as const;
    expect(mapColumns({ ...given, map }).mapped.map(({ target }) => target)).toEqual([
      'title',
      'co_speakers',
      'co_speakers',
    ]);
    expect(() => mapColumns({ ...given, map: ['Guest=room', 'Visitor=room'] })).toThrow(
      'mapping "Visitor=room": another column is already mapped to room',
    );
  });
});

describe('a number in a header', () => {
  it.each<[Kind, string, readonly string[]]>([
    [
      'submissions',
      'Title;1: First Name;1: Last Name;1: Email;2: First Name;2: Last Name;2: Email',
      [
        'Title=title',
        '1: First Name=submitter_first_name 1',
        '1: Last Name=submitter_last_name 1',
        '1: Email=submitter_email 1',
        '2: First Name=submitter_first_name 2',
        '2: Last Name=submitter_last_name 2',
        '2: Email=submitter_email 2',
      ],
    ],
    [
      'sessions',
      'Title;Speaker 1;speaker1_email;Speaker #2;Email (speaker 2);Co-Speaker 1: Name',
      [
        'Title=title',
        'Speaker 1=speakers 1',
        'speaker1_email=speaker_email 1',
        'Speaker #2=speakers 2',
        'Email (speaker 2)=speaker_email 2',
        'Co-Speaker 1: Name=co_speakers 1',
      ],
    ],
    [
      'sessions',
      'Title;Speaker;Speaker Email;Speaker 2;Speaker 2 Email',
      [
        'Title=title',
        'Speaker=speakers 1',
        'Speaker Email=speaker_email 1',
        'Speaker 2=speakers 2',
        'Speaker 2 Email=speaker_email 2',
      ],
    ],
    [
      'speakers',
      'Name;Email;Company;Name 2;Email 2;Company 2',
      [
        'Name=name 1',
        'Email=email 1',
        'Company=company_name 1',
        'Name 2=name 2',
        'Email 2=email 2',
        'Company 2=company_name 2',
      ],
    ],
    [
      'sessions',
      '講演タイトル;発表者1;発表者２',
      ['講演タイトル=title', '発表者1=speakers 1', '発表者２=speakers 2'],
    ],
    // The first one has no number.
    [
      'submissions',
      'E-Mail-Adresse;Vor- und Nachname;Titel;2. Sprecher: Name;2. Sprecher: E-Mail',
      ['E-Mail-Adresse=submitter_email', 'Vor- und Nachname=name', 'Titel=title'],
    ],
    [
      'sessions',
      'Title;chair1_name;chair1_email',
      ['Title=title', 'chair1_name=chairs 1', 'chair1_email=chairs 1 email'],
    ],
  ])('is that of a person: %s %s', (kind, header, expected) => {
    expect(peopleIn(kind, header)).toEqual(expected);
  });

  it.each<[Kind, string, readonly string[]]>([
    // Of a question, a second address, a second given name, a year and a talk.
    ['speakers', '1. Name;2. Email;3. Bio', ['1. Name=name', '2. Email=email', '3. Bio=about']],
    [
      'submissions',
      '1. Titel;2. Sprecher: Name;3. Sprecher: E-Mail',
      ['1. Titel=title', '2. Sprecher: Name=name', '3. Sprecher: E-Mail=submitter_email'],
    ],
    [
      'speakers',
      'First Name;E-mail Address;E-mail 2 Address',
      ['First Name=first_name', 'E-mail Address=email'],
    ],
    ['speakers', 'Nombre 1;Nombre 2;Correo', ['Correo=email']],
    ['sessions', 'Title;Speaker 2026', ['Title=title']],
    ['submissions', 'Talk 1 title;Talk 2 title', []],
  ])('is not that of a person: %s %s', (kind, header, expected) => {
    expect(peopleIn(kind, header)).toEqual(expected);
  });

  it('lets the user map one column of each person, as a run that is resumed does', () => {
    const columns = ['1: Email', '2: Email', '1: Name', '2: Name'];
    const fields = ['email', 'first_name', 'last_name'].map((name) => ({ name, required: false }));
    const map = ['1: Email=email', '2: Email=email', '1: Name=name', '2: Name=name'];
    const { mapped } = mapColumns({ file: 'a.csv', columns, kind: 'speakers', fields, map });
    expect(mapped.map(({ target, person }) => [target, person])).toEqual([
      ['email', 1],
      ['email', 2],
      ['name', 1],
      ['name', 2],
    ]);
  });

  it('lets a target have one column for each person', () => {
    expect(() =>
      peopleIn('submissions', 'Title;Author 1 Email;Author 1 E-Mail;Author 2 Email'),
    ).toThrow(
      'a.csv has several columns for submitter_email: "Author 1 Email" and "Author 1 E-Mail"',
    );
  });
});

it('a reason is given for the columns of another person', () => {
  expect(reasonsIn('submissions', 'Title;Submitted by;Speaker;Speaker email')).toEqual([
    [
      'Submitted by',
      'the name and the address are those of one person, from "Speaker" and "Speaker email"',
    ],
  ]);
  expect(reasonsIn('submissions', 'Title;Contact email;Speaker')).toEqual([
    ['Speaker', 'the name and the address are those of one person, from "Contact email"'],
  ]);
});

it('further people of a talk have columns of their own', () => {
  const header =
    'Title;Speaker;Speaker email;Second author;2nd speaker;Other speakers;Additional speaker ' +
    'email;Co-presenter;Panelists;Co-author 1;Co-author 1 email;Moderator;Session chair;Host';
  expect(peopleIn('submissions', header).slice(3)).toEqual([
    'Second author=co_authors',
    '2nd speaker=co_speakers',
    'Other speakers=co_speakers',
    'Additional speaker email=co_speakers email',
    'Co-presenter=co_speakers',
    'Panelists=co_speakers',
    'Co-author 1=co_authors 1',
    'Co-author 1 email=co_authors 1 email',
    'Moderator=moderators',
    'Session chair=chairs',
    'Host=hosts',
  ]);
});

describe('cells that are nobody', () => {
  it.each<[Kind, string, readonly string[], string]>([
    [
      'submissions',
      'Title;Author;Email;Presenter\nTides;Ida Moen;ida@example.org;Yes',
      ['Title=title', 'Author=name', 'Email=submitter_email'],
      'Presenter',
    ],
    [
      'speakers',
      'Name;Email;Speaker\nIda Moen;ida@example.org;x\nOla Berg;ola@example.org;',
      ['Name=name', 'Email=email'],
      'Speaker',
    ],
    [
      'sessions',
      'Titel;Referent;Moderation\nGezeiten;Ida Moen;Ja\nDeiche;Ola Berg;nein',
      ['Titel=title', 'Referent=speakers'],
      'Moderation',
    ],
    [
      'sessions',
      'Title;Speakers;Chair\nTides;Ida Moen;TRUE',
      ['Title=title', 'Speakers=speakers'],
      'Chair',
    ],
  ])('say yes or no: %s %s', (kind, text, expected, column) => {
    expect(peopleIn(kind, text)).toEqual(expected);
    expect(reasonsIn(kind, text)).toEqual([
      [column, expect.stringMatching(/^its cells say yes or no, so it is not /)],
    ]);
  });

  it('but a column with one other cell is one of names, and so is one family name', () => {
    expect(peopleIn('sessions', 'Title;Speaker\nTides;x\nDikes;Malcolm X')).toContain(
      'Speaker=speakers',
    );
    expect(peopleIn('speakers', 'First name;Last name;Email\nHan;No;han@example.org')).toContain(
      'Last name=last_name',
    );
  });
});
