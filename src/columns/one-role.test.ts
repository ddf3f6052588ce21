// Whose name and address a row has, of the several people that the columns of a file name.
import { describe, expect, it } from 'vitest';
import { type Kind, mapHeaders } from '../../test/support/columns.ts';

describe('the name and the address of a row are those of one person', () => {
  it.each<[Kind, string, readonly string[]]>([
    [
      'submissions',
      'Title;Submitted by;Speaker;Speaker email',
      ['Title=title', 'Speaker=name', 'Speaker email=submitter_email'],
    ],
    [
      'submissions',
      'Titel;Eingereicht von;Vorname;Nachname;E-Mail',
      [
        'Titel=title',
        'Vorname=submitter_first_name',
        'Nachname=submitter_last_name',
        'E-Mail=submitter_email',
      ],
    ],
    // The contact submits the talk, and is not the speaker.
    [
      'submissions',
      'Title;Contact email;Speaker',
      ['Title=title', 'Contact email=submitter_email'],
    ],
    [
      'submissions',
      'Title;Contact email;Speaker first name;Speaker last name',
      ['Title=title', 'Contact email=submitter_email'],
    ],
    [
      'submissions',
      'Title;Contact email;Name',
      ['Title=title', 'Contact email=submitter_email', 'Name=name'],
    ],
    ['speakers', 'Name;Contact email', ['Name=name', 'Contact email=email']],
    // A plain address is that of the only person without one, and not that of a contact.
    ['submissions', 'Title;Contact email;Email', ['Title=title', 'Email=submitter_email']],
    ['speakers', 'Author;Author email;Email', ['Author=name', 'Author email=email']],
    // Beside a nominee, a plain address is that of the nominator.
    [
      'speakers',
      'Nominee name;Nominee email;Email Address',
      ['Nominee name=name', 'Nominee email=email'],
    ],
    [
      'speakers',
      'Your name;Your email;Speaker you nominate;Nominee email;Nominee bio',
      ['Speaker you nominate=name', 'Nominee email=email', 'Nominee bio=about'],
    ],
    [
      'speakers',
      'Nominated by;Nominator email;Nominee name;Nominee email',
      ['Nominee name=name', 'Nominee email=email'],
    ],
    // The corresponding author is one of the authors.
    [
      'submissions',
      'Title;Author Name;Author Email;Corresponding Author Email',
      ['Title=title', 'Author Name=name', 'Author Email=submitter_email'],
    ],
    [
      'submissions',
      'Titre;Auteur;Email de l’auteur;Email de l’auteur correspondant',
      ['Titre=title', 'Auteur=name', 'Email de l’auteur=submitter_email'],
    ],
    ['speakers', 'Speaker;Email;Contact name;Contact email', ['Speaker=name', 'Email=email']],
    [
      'submissions',
      'Title;Speaker;Email;Contact name;Contact email',
      ['Title=title', 'Speaker=name', 'Email=submitter_email'],
    ],
    // The rest of the person completes the only one.
    ['speakers', 'Name;Email;Speaker bio;Bio', ['Name=name', 'Email=email', 'Speaker bio=about']],
    [
      'speakers',
      'Presenter;Presenter email;Presenter company;Author;Author email',
      ['Presenter=name', 'Presenter email=email', 'Presenter company=company_name'],
    ],
    [
      'submissions',
      'Title;Owner;Owner email;Speaker;Speaker email',
      ['Title=title', 'Owner=name', 'Owner email=submitter_email'],
    ],
    [
      'submissions',
      'Title;Owner email;Speaker;Speaker email',
      ['Title=title', 'Owner email=submitter_email'],
    ],
    [
      'submissions',
      'Title;Owner email;Name',
      ['Title=title', 'Owner email=submitter_email', 'Name=name'],
    ],
    [
      'submissions',
      'Title;Owner email;First name;Last name;Email',
      ['Title=title', 'Owner email=submitter_email'],
    ],
    [
      'submissions',
      'Title;Your name;Your email;Speaker 2 name;Speaker 2 email',
      ['Title=title', 'Your name=name', 'Your email=submitter_email'],
    ],
  ])('%s %s', (kind, header, expected) => {
    expect(mapHeaders(kind, header.split(';'))).toEqual(expected);
  });
});
