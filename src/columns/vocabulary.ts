// Owns the headers that conference systems, forms and spreadsheets write, by the field they mean. Must not know files.
import { isCreation, type Resource } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpointList, updateOf } from '../contract/index.ts';

/** By field, or by `name` for a full name: groups of headers, the most specific group first. */
export type Vocabulary = Readonly<Record<string, readonly (readonly string[])[]>>;

/** By header, the other headers that change its meaning: beside an abstract, `Title` is the talk's title, not the speaker's. */
export type Ambiguities = Readonly<Record<string, readonly string[]>>;

/** Headers by field, for the fields that only an update can set. */
export type UpdateOnly = Readonly<Record<string, readonly string[]>>;

const emails = [
  'Email',
  'E-mail',
  'Email address',
  'E-mail address',
  'Mail',
  'Your email',
  'Your email address',
  'What is your email address?',
  'Contact email',
];
const names = [
  'Name',
  'Full name',
  'Your name',
  'Your full name',
  'What is your name?',
  'Display name',
  'First and last name',
];
const firstNames = ['First name', 'Given name', 'Forename', 'Your first name'];
const lastNames = ['Last name', 'Surname', 'Family name', 'Your last name'];

const speakers: Vocabulary = {
  email: [['Speaker email', 'Speaker e-mail', 'Speaker email address', 'Presenter email'], emails],
  name: [['Speaker', 'Speaker name', 'Presenter', 'Presenter name'], names],
  first_name: [['Speaker first name'], firstNames],
  last_name: [['Speaker last name'], lastNames],
  company_name: [
    [
      'Company',
      'Organization',
      'Organisation',
      'Company/organization',
      'Company/organisation',
      'Company or organization',
      'Organization or affiliation',
      'Employer',
      'Affiliation',
      'Institution',
      'Your company',
      'Speaker company',
    ],
  ],
  title: [
    ['Tag line', 'Job title', 'Job', 'Position', 'Role', 'Your role', 'Your job title', 'Your position'],
    ['Title'],
  ],
  about: [
    ['Speaker bio', 'Speaker biography', 'About the speaker'],
    ['Bio', 'Biography', 'Short bio', 'Your bio', 'Your biography', 'About you', 'About yourself', 'About me'],
  ],
  logistics_notes: [['Logistics', 'Travel notes']],
};

// The submitter is the owner if the file has one, else the speaker, else the person that the row names.
const submissions: Vocabulary = {
  submitter_email: [
    ['Owner email', 'Proposer email', 'Submitted by email', 'Author email', 'Corresponding author email'],
    ['Speaker email', 'Speaker e-mail', 'Speaker email address', 'Presenter email'],
    emails,
  ],
  name: [
    ['Owner', 'Submitter', 'Submitter name', 'Proposer', 'Submitted by', 'Corresponding author'],
    ['Speaker', 'Speaker name', 'Presenter', 'Presenter name'],
    names,
  ],
  submitter_first_name: [['Owner first name', 'Proposer first name'], ['Speaker first name'], firstNames],
  submitter_last_name: [['Owner last name', 'Proposer last name'], ['Speaker last name'], lastNames],
  title: [
    [
      'Talk title',
      'Session title',
      'Proposal title',
      'Submission title',
      'Presentation title',
      'Paper title',
      'Title of talk',
      'Title of your talk',
      'Title of the talk',
      'Title of your talk/workshop',
      'Title of your session',
      'Title of your proposal',
      'Title of your presentation',
      'What is the title of your talk?',
    ],
    ['Title'],
  ],
  abstract: [
    ['Talk abstract', 'Session abstract', 'Proposal abstract', 'Presentation abstract', 'Abstract of your talk'],
    ['Abstract'],
    [
      'Description',
      'Talk description',
      'Session description',
      'Description of your talk',
      'Short description of your talk',
      'Short description of your talk/workshop',
      'Summary',
    ],
    ['Content'],
  ],
  track_id: [['Accepted track'], ['Track', 'Track name']],
  format_id: [
    ['Accepted type'],
    ['Format', 'Session format', 'Talk format', 'Session type', 'Talk type', 'Submission type', 'Submitted type'],
    ['Type'],
  ],
};

const speakersUpdateOnly: UpdateOnly = {
  photo_url: ['Profile picture', 'Picture', 'Photo', 'Profile photo', 'Headshot', 'Avatar', 'Picture URL'],
  pronouns: ['Pronoun', 'Your pronoun', 'Your pronouns', 'Preferred pronouns'],
  linkedin_url: ['LinkedIn', 'LinkedIn profile', 'LinkedIn profile URL'],
  twitter_url: ['Twitter', 'X (Twitter)', 'Twitter handle', 'X', 'X handle'],
  phone: ['Phone number', 'Mobile', 'Mobile phone', 'Mobile number', 'Telephone', 'Your phone number'],
};

const submissionsUpdateOnly: UpdateOnly = {
  status: ['State', 'Proposal state', 'Decision'],
};

const none = {};

// A schedule file. A session's id from another system is mapped to `id`, since it may not be the id of a submission.
const sessions: Vocabulary = {
  submission_id: [['Submission']],
  id: [['Session ID', 'Talk ID', 'Proposal ID', 'Contribution ID']],
  title: [submissions.title?.[0] ?? [], ['Title', 'Session', 'Talk', 'Subject']],
  submitter_email: [['Owner email', 'Proposer email', 'Submitted by email', 'Author email']],
  room: [['Room name', 'Location', 'Venue', 'Hall', 'Stage', 'Place', 'Where']],
  start: [
    ['Scheduled at', 'Starts at', 'Start date/time', 'Start (date and time)', 'Starts', 'Begin', 'Begins at', 'When'],
  ],
  date: [['Start date', 'Day']],
  time: [['Start time', 'Clock time', 'Begin time']],
  end: [['Ends at', 'End time', 'Ends', 'Finish', 'Until']],
  duration: [['Scheduled duration', 'Length', 'Minutes', 'Mins', 'Duration (minutes)', 'Duration in minutes']],
  speakers: [['Speaker names', 'Speaker', 'Speaker name', 'Presenters', 'Presenter', 'Who']],
  speaker_first_name: [firstNames],
  speaker_last_name: [lastNames],
  speaker_email: [['Speaker e-mail', 'Speaker email address'], emails],
  track: [['Track name', 'Stream']],
  format: [['Session format', 'Session type', 'Format name']],
};

/** @param resource the kind of record that the rows of the file describe */
export function vocabularyOf(resource: Resource): Vocabulary {
  return { speakers, submissions, sessions }[String(resource)] ?? none;
}

/** Every field that only an update can set, with the headers that mean it besides its own name. */
export function updateOnlyOf(resource: Resource): UpdateOnly {
  const creation = endpointList.map(([, row]) => row).find((row) => row.resource === resource && isCreation(row));
  if (creation === undefined) return none;
  const created = new Set(fieldsOf(creation.body).map(({ name }) => name));
  const updated = fieldsOf(updateOf(creation)?.body).map(({ name }) => name);
  const headers: UpdateOnly =
    { speakers: speakersUpdateOnly, submissions: submissionsUpdateOnly }[String(resource)] ?? none;
  return Object.fromEntries(updated.filter((name) => !created.has(name)).map((name) => [name, headers[name] ?? []]));
}

const talkColumns = [...(submissions.title?.[0] ?? []), ...(submissions.abstract ?? []).flat(), 'Session format'];

export function ambiguitiesOf(resource: Resource): Ambiguities {
  return resource === 'speakers' ? { Title: talkColumns } : {};
}
