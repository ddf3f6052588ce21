// Files whose columns do not show whose address a row has: what is refused, and what the flags of
// the fix read.
import { describe, expect, it } from 'vitest';
import { type Kind, mapHeaders, readMapping } from '../../test/support/columns.ts';

describe('whose address it is', () => {
  /** A file, the flags of its fix, and what it is read as with the first of them. */
  interface Case {
    readonly kind: Kind;
    readonly header: string;
    readonly address: string;
    readonly fix: string;
    readonly first: readonly string[];
    readonly read: readonly string[];
  }

  const cases: readonly Case[] = [
    {
      kind: 'submissions',
      header: 'Title;Submitted by;Speaker;Email',
      address: 'Email',
      fix:
        'choose the person whose address it is: --map "Submitted by=name", ' +
        'or --map "Speaker=name"',
      first: ['Submitted by=name'],
      read: ['Title=title', 'Submitted by=name', 'Email=submitter_email'],
    },
    {
      kind: 'submissions',
      header: 'Title;Submitted by;Author first name;Author last name;Email',
      address: 'Email',
      fix:
        'choose the person whose address it is: --map "Submitted by=name", ' +
        'or --map "Author first name=submitter_first_name" --map ' +
        '"Author last name=submitter_last_name"',
      first: ['Author first name=submitter_first_name', 'Author last name=submitter_last_name'],
      read: [
        'Title=title',
        'Author first name=submitter_first_name',
        'Author last name=submitter_last_name',
        'Email=submitter_email',
      ],
    },
    {
      kind: 'submissions',
      header: 'paperID;title;authors;presenting_author;email',
      address: 'email',
      fix:
        'choose the person whose address it is: --map "authors=name", ' +
        'or --map "presenting_author=name"',
      first: ['presenting_author=name'],
      read: ['paperID=id', 'title=title', 'presenting_author=name', 'email=submitter_email'],
    },
    {
      kind: 'speakers',
      header: 'Contact person;Email;Speaker;Bio;Company',
      address: 'Email',
      fix:
        'choose the person whose address it is: --map "Speaker=name", ' +
        'or --map "Contact person=name"',
      first: ['Speaker=name'],
      read: ['Email=email', 'Speaker=name', 'Bio=about', 'Company=company_name'],
    },
    {
      kind: 'speakers',
      header: 'Speaker name;Speaker bio;Company;Contact name;Contact email',
      address: 'Contact email',
      fix:
        'if it is the address of "Speaker name", pass --map "Contact email=email"; ' +
        'if not, add a column "Speaker email"',
      first: ['Contact email=email'],
      read: [
        'Speaker name=name',
        'Speaker bio=about',
        'Company=company_name',
        'Contact email=email',
      ],
    },
    {
      kind: 'speakers',
      header: 'Session Title;Speaker;Contact Email',
      address: 'Contact Email',
      fix:
        'if it is the address of "Speaker", pass --map "Contact Email=email"; ' +
        'if not, add a column "Speaker email"',
      first: ['Contact Email=email'],
      read: ['Speaker=name', 'Contact Email=email'],
    },
    {
      kind: 'speakers',
      header: 'Name;Email;Speaker name;Speaker bio;Speaker company',
      address: 'Email',
      fix:
        'if "Email" is the address of this person, pass --map "Email=email" --map ' +
        '"Speaker name=name"; to leave this person out, pass --map "Speaker name=" --map ' +
        '"Speaker bio=" --map "Speaker company="',
      first: ['Speaker name=', 'Speaker bio=', 'Speaker company='],
      read: ['Name=name', 'Email=email'],
    },
    {
      kind: 'speakers',
      header: 'Author;Author email;Presenter;Presenter bio;Presenter company',
      address: 'Author email',
      fix:
        'if "Author email" is the address of this person, pass --map "Author email=email" --map ' +
        '"Presenter=name"; to leave this person out, ' +
        'pass --map "Presenter=" --map "Presenter bio=" --map "Presenter company="',
      first: ['Author email=email', 'Presenter=name'],
      read: [
        'Author email=email',
        'Presenter=name',
        'Presenter bio=about',
        'Presenter company=company_name',
      ],
    },
    {
      kind: 'speakers',
      header: 'Email Address;Name of the speaker you nominate',
      address: 'Email Address',
      fix:
        'if it is the address of "Name of the speaker you nominate", ' +
        'pass --map "Email Address=email"; if not, add a column "Nominee email"',
      first: ['Email Address=email'],
      read: ['Email Address=email', 'Name of the speaker you nominate=name'],
    },
    {
      kind: 'speakers',
      header: 'Author first name;Author last name;Contact email',
      address: 'Contact email',
      fix:
        'if it is the address of "Author first name" and "Author last name", ' +
        'pass --map "Contact email=email"; if not, add a column "Author email"',
      first: ['Contact email=email'],
      read: ['Author first name=first_name', 'Author last name=last_name', 'Contact email=email'],
    },
    {
      kind: 'speakers',
      header: 'Your name;Your email;Speaker name',
      address: 'Your email',
      fix:
        'if "Your email" is the address of this person, pass --map "Your email=email" --map ' +
        '"Speaker name=name"; to leave this person out, pass --map "Speaker name="',
      first: ['Your email=email', 'Speaker name=name'],
      read: ['Your email=email', 'Speaker name=name'],
    },
    {
      kind: 'speakers',
      header: 'Nominee;Name;Email',
      address: 'Email',
      fix:
        'if "Email" is the address of this person, pass --map "Email=email" --map ' +
        '"Nominee=name"; to leave this person out, pass --map "Nominee="',
      first: ['Nominee='],
      read: ['Name=name', 'Email=email'],
    },
    {
      kind: 'speakers',
      header: 'Speaker;Author;Author email',
      address: 'Author email',
      fix:
        'if "Author email" is the address of this person, pass --map "Author email=email" --map ' +
        '"Speaker=name"; to leave this person out, pass --map "Speaker="',
      first: ['Speaker='],
      read: ['Author=name', 'Author email=email'],
    },
  ];

  it.each(cases)('is asked for: $kind $header', ({ kind, header, address, fix, first, read }) => {
    const columns = header.split(';');
    expect(() => mapHeaders(kind, columns)).toThrow(
      expect.objectContaining({
        message: `a.csv does not show whose address "${address}" is`,
        fix,
      }),
    );
    for (const flag of first) expect(fix).toContain(`--map "${flag}"`);
    expect(mapHeaders(kind, columns, first)).toEqual(read);
  });

  it('is known if the others are left out, or have an address of their own', () => {
    const columns = ['Contact person', 'Email', 'Speaker'];
    expect(mapHeaders('speakers', columns, ['Contact person='])).toEqual([
      'Email=email',
      'Speaker=name',
    ]);
    expect(
      mapHeaders('speakers', ['Speaker', 'Speaker email', 'Contact name', 'Contact email']),
    ).toEqual(['Speaker=name', 'Speaker email=email']);
  });

  it('is known beside a part of the name that the user chooses', () => {
    const columns = ['Title', 'Submitter email', 'Submitter first name', 'Rest of it'];
    const map = ['Rest of it=submitter_last_name'];
    expect(mapHeaders('submissions', columns, map)).toEqual([
      'Title=title',
      'Submitter email=submitter_email',
      'Submitter first name=submitter_first_name',
      'Rest of it=submitter_last_name',
    ]);
  });

  it.each([
    ['Speaker name;Contact email\nIda Moen;agent@x.org\nOla Berg;agent@x.org', 'Speaker email'],
    ['Email;Nominee\nAgent@x.org;Ida Moen\nagent@x.org;Ola Berg', 'Nominee email'],
  ])('is that of nobody if several people have it: %s', (text, column) => {
    expect(() => readMapping('speakers', text)).toThrow(
      expect.objectContaining({
        fix: `add a column "${column}", with the own address of each person`,
      }),
    );
    const [header = '', ...rows] = text.split('\n');
    const own = rows.map((row, at) => `${row};own${at}@x.org`).join('\n');
    const { mapped } = readMapping('speakers', `${header};${column}\n${own}`).mapping;
    const used = mapped.map(({ target }) => target);
    expect([...used].sort()).toEqual(['email', 'name']);
    expect(mapped.map((one) => one.column)).toContain(column);
  });
});
