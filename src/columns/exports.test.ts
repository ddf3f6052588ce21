// The exports of conference systems are mapped without the user's help.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { mapColumns } from './mapping.ts';

type Noun = 'speakers' | 'submissions';

// As the systems export them, without the questions that an event adds.
const sessionizeFlattened =
  'Session Id,Title,Description,Owner,Owner Email,Session format,Level,Owner Informed,Owner Confirmed,Room,' +
  'Scheduled At,Scheduled Duration,Live Link,Recording Link,Speaker Id,FirstName,LastName,Email,TagLine,Bio,' +
  'Mobile phone,Your pronouns,X (Twitter),LinkedIn,Blog,Profile Picture';
const sessionizeSessions =
  'Session Id,Title,Description,Owner,Owner Email,Speakers,Track,Status,Date Submitted,Owner Notes,Speaker Ids';
const sessionizeSpeakers = 'Speaker Id,FirstName,LastName,Email,TagLine,Bio,Twitter,LinkedIn,Blog,Profile Picture';
const pretalxSpeakers = 'ID,Name,Biography,Email,Picture,Proposal IDs,Proposal titles';
const pretalxSessions =
  'ID,Proposal title,Proposal state,Pending proposal state,Session type,Track,created,Tags,Abstract,Description,' +
  'Notes,Internal notes,Duration,Slot Count,Language,Session image,Speaker IDs,Speaker names,Room,Start,End';
const paperCall =
  'name,email,avatar,location,bio,twitter,url,organization,shirt_size,talk_format,title,abstract,description,notes,' +
  'audience_level,tags,rating,state,confirmed,created_at,additional_info';
const easyChairAuthors = 'submission #,first name,last name,email,country,affiliation,Web page,person #,corresponding?';
const easyChairSubmissions =
  '#,title,authors,submitted,last updated,form fields,keywords,decision,notified,reviews sent,abstract,deleted?';
const indicoAbstracts =
  'Id,Title,State,Submitter,Submitter (affiliation),Submitter (email),Speakers,Speakers (affiliation),' +
  'Speakers (email),Primary authors,Primary authors (email),Co-Authors,Accepted track,Submitted for tracks,' +
  'Accepted type,Submitted type,Score,Submission date,Modification date,Content';
const googleForm =
  'Timestamp,Your name,Your email,Company,Position,Bio,Social links,Talk or workshop?,Title of your talk/workshop,' +
  'Short description of your talk/workshop:,Reference';
const googleFormWithAddresses = 'Timestamp,Email Address,Full name,Job title,Talk title,Talk abstract,Phone number';

describe('the export of', () => {
  it.each<[string, Noun, string, string]>([
    [
      'Sessionize, flattened accepted sessions',
      'speakers',
      sessionizeFlattened,
      'FirstName=first_name, LastName=last_name, Email=email, TagLine=title, Bio=about',
    ],
    [
      'Sessionize, flattened accepted sessions',
      'submissions',
      sessionizeFlattened,
      'Title=title, Description=abstract, Owner=name, Owner Email=submitter_email, Session format=format_id',
    ],
    [
      'Sessionize, sessions',
      'submissions',
      sessionizeSessions,
      'Title=title, Description=abstract, Owner=name, Owner Email=submitter_email, Track=track_id',
    ],
    [
      'Sessionize, speakers',
      'speakers',
      sessionizeSpeakers,
      'FirstName=first_name, LastName=last_name, Email=email, TagLine=title, Bio=about',
    ],
    ['pretalx, speakers', 'speakers', pretalxSpeakers, 'Name=name, Email=email, Biography=about'],
    [
      'pretalx, sessions with the addresses added',
      'submissions',
      `${pretalxSessions},Email`,
      'Proposal title=title, Session type=format_id, Track=track_id, Abstract=abstract, Speaker names=name, ' +
        'Email=submitter_email',
    ],
    ['PaperCall', 'speakers', paperCall, 'name=name, email=email, bio=about, organization=company_name'],
    [
      'PaperCall',
      'submissions',
      paperCall,
      'name=name, email=submitter_email, talk_format=format_id, title=title, abstract=abstract',
    ],
    [
      'EasyChair, authors',
      'speakers',
      easyChairAuthors,
      'first name=first_name, last name=last_name, email=email, affiliation=company_name',
    ],
    [
      'EasyChair, submissions with the addresses added',
      'submissions',
      `${easyChairSubmissions},Email`,
      'title=title, authors=name, abstract=abstract, Email=submitter_email',
    ],
    [
      'Indico, abstracts',
      'submissions',
      indicoAbstracts,
      'Title=title, Submitter=name, Submitter (email)=submitter_email, Accepted track=track_id, ' +
        'Accepted type=format_id, Content=abstract',
    ],
    [
      'a Google form',
      'speakers',
      googleForm,
      'Your name=name, Your email=email, Company=company_name, Position=title, Bio=about',
    ],
    [
      'a Google form',
      'submissions',
      googleForm,
      'Your name=name, Your email=submitter_email, Title of your talk/workshop=title, Short description of your talk/workshop:=abstract',
    ],
    [
      'a Google form that collects addresses',
      'speakers',
      googleFormWithAddresses,
      'Email Address=email, Full name=name, Job title=title',
    ],
    [
      'a Google form that collects addresses',
      'submissions',
      googleFormWithAddresses,
      'Email Address=submitter_email, Full name=name, Talk title=title, Talk abstract=abstract',
    ],
  ])('%s gives %s', (_, noun, header, expected) => {
    const { mapped } = map(noun, header);
    expect(mapped.map(({ column, target }) => `${column}=${target}`).sort()).toEqual(expected.split(', ').sort());
  });

  it('Sessionize has columns that only an update can set', () => {
    const { unmapped } = map('speakers', sessionizeFlattened);
    expect(unmapped.filter(({ reason }) => reason !== undefined)).toMatchObject([
      { column: 'Mobile phone', reason: 'phone can only be set by an update' },
      { column: 'Your pronouns', reason: 'pronouns can only be set by an update' },
      { column: 'X (Twitter)', reason: 'twitter_url can only be set by an update' },
      { column: 'LinkedIn', reason: 'linkedin_url can only be set by an update' },
      { column: 'Profile Picture', reason: 'photo_url can only be set by an update' },
    ]);
  });
});

function map(noun: Noun, header: string) {
  const { body } = noun === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return mapColumns({ file: 'a.csv', columns: header.split(','), kind: noun, fields: fieldsOf(body), map: [] });
}
