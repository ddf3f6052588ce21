// Columns find their fields: exports of known systems, the user's own word, and what is said where neither helps.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { InvalidInputError } from '../errors.ts';
import { mapColumns } from './headers.ts';

type Noun = 'speakers' | 'submissions';

const sessionize =
  'Title,Description,Owner,Owner Email,Session format,Owner Informed,Owner Confirmed,Room,Scheduled At,' +
  'Scheduled Duration,Live Link,Recording Link,Speaker Id,FirstName,LastName,Email,TagLine,Bio,X (Twitter),LinkedIn';

const googleForm =
  'Timestamp,Your name,Your email,Company,Position,Bio,Social links,Talk or workshop?,Title of your talk/workshop,' +
  'Short description of your talk/workshop:,Reference';

const paperCall =
  'name,email,avatar,location,bio,twitter,url,organization,shirt_size,talk_format,title,abstract,description,notes,tags';

describe('mapColumns', () => {
  it.each<[string, Noun, string, string]>([
    [
      'field names, however written',
      'speakers',
      'E-Mail,FIRST_NAME,last-name,Company Name',
      'E-Mail=email, FIRST_NAME=first_name, last-name=last_name, Company Name=company_name',
    ],
    [
      'an organizer’s sheet',
      'speakers',
      'First name,Last name,E-mail,Company,Job title,Biography',
      'First name=first_name, Last name=last_name, E-mail=email, Company=company_name, Job title=title, Biography=about',
    ],
    [
      'Sessionize',
      'speakers',
      sessionize,
      'FirstName=first_name, LastName=last_name, Email=email, TagLine=title, Bio=about',
    ],
    [
      'Sessionize',
      'submissions',
      sessionize,
      'Title=title, Description=abstract, Owner=name, Owner Email=submitter_email, Session format=format_id',
    ],
    [
      'Google Forms',
      'speakers',
      googleForm,
      'Your name=name, Your email=email, Company=company_name, Position=title, Bio=about',
    ],
    [
      'Google Forms',
      'submissions',
      googleForm,
      'Your name=name, Your email=submitter_email, Title of your talk/workshop=title, Short description of your talk/workshop:=abstract',
    ],
    ['PaperCall', 'speakers', paperCall, 'name=name, email=email, bio=about, organization=company_name'],
    [
      'PaperCall',
      'submissions',
      paperCall,
      'name=name, email=submitter_email, talk_format=format_id, title=title, abstract=abstract',
    ],
    [
      'pretalx',
      'speakers',
      'ID,Name,E-mail,Biography,Picture,Proposal IDs',
      'Name=name, E-mail=email, Biography=about',
    ],
    ['a title beside an address', 'speakers', 'email,Title', 'email=email, Title=title'],
    ['a title beside an abstract', 'speakers', 'email,Title,Abstract', 'email=email'],
    [
      'a talk title beside a title',
      'submissions',
      'Title,Name,Talk title,Email',
      'Talk title=title, Name=name, Email=submitter_email',
    ],
    [
      'a name beside its parts',
      'speakers',
      'Name,First name,Last name,Email',
      'First name=first_name, Last name=last_name, Email=email',
    ],
  ])('knows %s (%s)', (_, noun, header, expected) => {
    const { bindings, unmapped } = map(noun, header);
    const pairs = expected.split(', ');
    expect(bindings.map(({ column, target }) => `${column}=${target}`).sort()).toEqual(pairs.sort());
    const others = header.split(',').filter((column) => !pairs.some((pair) => pair.startsWith(`${column}=`)));
    expect(unmapped.map(({ column }) => column)).toEqual(others);
  });

  it('splits a name into the fields that the endpoint has', () => {
    expect(map('speakers', 'Name,Email').bindings[0]?.fields).toEqual(['first_name', 'last_name']);
    expect(map('submissions', 'Name,Email,Title').bindings[0]?.fields).toEqual([
      'submitter_first_name',
      'submitter_last_name',
    ]);
  });

  it('asks "did you mean" for what is like a field that has no column', () => {
    const { unmapped } = map('speakers', 'Email,Compny name,What is your biography?,Shirt size');
    expect(unmapped).toEqual([
      { column: 'Compny name', suggestion: 'company_name' },
      { column: 'What is your biography?', suggestion: 'about' },
      { column: 'Shirt size', suggestion: undefined },
    ]);
  });

  it('ignores what a reject file has added, and names columns without a name', () => {
    const { unmapped } = map('speakers', 'Email,,_row,_code,_column,_message');
    expect(unmapped.map(({ column }) => column)).toEqual(['column 2, without a name']);
  });

  it('refuses two columns for one field, and names both', () => {
    const error = failure(() => map('speakers', 'Email,E-mail address,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has two columns for email: "Email" and "E-mail address"',
      fix: 'say which one it is: --map "Email=email"',
    });
    expect(map('speakers', 'Email,E-mail address,Name', ['E-mail address=']).bindings[0]?.column).toBe('Email');
  });

  it('lists the columns where a required field has none, with a flag ready to use', () => {
    const error = failure(() => map('submissions', 'Thema,Contact email of the author,Name'));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      message: 'people.csv has no column for title and submitter_email',
      details: [
        { field: 'title', line: 1 },
        { field: 'submitter_email', line: 1 },
      ],
      fix:
        'name the column, for example --map "COLUMN=title" --map "Contact email of the author=submitter_email"; ' +
        'the columns are: Thema, Contact email of the author, Name',
    });
  });
});

function map(noun: Noun, header: string, flags: readonly string[] = []) {
  const { body } = noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return mapColumns({
    file: 'people.csv',
    columns: header.split(','),
    resource: noun,
    fields: fieldsOf(body),
    map: flags,
  });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
