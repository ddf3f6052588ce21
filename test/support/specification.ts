// Owns the API as typed by hand from its specification, so that tests can check the program's own
// table against it.
import { aFormat, anEvent, aSpeaker, aSubmission, aTrack } from './ids.ts';
// Each endpoint has one entry here. The tests of the contract, OpenAPI, the wire, help and README
// read these lists.

export interface SpecifiedEndpoint {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  /** The name of its export in the contract and of its OpenAPI operation. */
  readonly name: string;
  /** The words of its command. */
  readonly command: string;
  /**
   * Arguments and flags of one command line. `dev conf` is the event and `/conference` the prefix
   * of the base URL.
   */
  readonly args: readonly string[];
  /** The request that this command line sends. */
  readonly request: string;
  /** The bytes of its body; empty if there is none. */
  readonly body: string;
  /** One response, with the status that our service sends; without `json` there is no body. */
  readonly response: { readonly status: 200 | 201 | 204; readonly json?: object };
}

const emptyPage = { data: [], page: 1, pageSize: 25, total: 0 };

export const specification: readonly SpecifiedEndpoint[] = [
  {
    number: 1,
    method: 'POST',
    path: '/v1/events/{event_id}/speakers',
    title: 'Create Speaker',
    name: 'createSpeaker',
    command: 'speakers add',
    args: ['--email', 'ada@example.org', '--first-name', 'Ada', '--about', 'Größe\n2'],
    request: `POST /conference/v1/events/${anEvent}/speakers`,
    body: '{"email":"ada@example.org","first_name":"Ada","about":"Größe\\n2"}',
    response: { status: 201, json: { data: { id: 'spk_1' } } },
  },
  {
    number: 2,
    method: 'POST',
    path: '/v1/events/{event_id}/submissions',
    title: 'Create Submission',
    name: 'createSubmission',
    command: 'submissions add',
    args: [
      '--title',
      'T',
      '--submitter-email',
      'a@b.c',
      '--track-id',
      aTrack,
      '--format-id',
      aFormat,
    ],
    request: `POST /conference/v1/events/${anEvent}/submissions`,
    body: `{"title":"T","submitter_email":"a@b.c","track_id":"${aTrack}","format_id":"${aFormat}"}`,
    response: { status: 201, json: { data: { id: 'sub_1' } } },
  },
  {
    number: 3,
    method: 'PATCH',
    path: '/v1/speakers/{speaker_id}',
    title: 'Update Speaker',
    name: 'updateSpeaker',
    command: 'speakers update',
    args: [aSpeaker, '--pronouns', 'she/her', '--clear', 'about', '--clear', 'phone'],
    request: `PATCH /conference/v1/speakers/${aSpeaker}`,
    body: '{"about":null,"phone":"","pronouns":"she/her"}',
    response: { status: 200, json: { data: { id: aSpeaker } } },
  },
  {
    number: 4,
    method: 'PATCH',
    path: '/v1/submissions/{submission_id}',
    title: 'Update Submission',
    name: 'updateSubmission',
    command: 'submissions update',
    args: [aSubmission, '--status', 'accepted', '--feedback', 'Yes!'],
    request: `PATCH /conference/v1/submissions/${aSubmission}`,
    body: '{"status":"accepted","feedback":"Yes!"}',
    response: { status: 200, json: { data: { id: 'sub_1' } } },
  },
  {
    number: 5,
    method: 'POST',
    path: '/v1/events/{event_id}/submissions/search',
    title: 'Search Submissions',
    name: 'searchSubmissions',
    command: 'submissions search',
    args: ['--status', 'pending', '--track', aTrack, '--page', '2', '--page-size', '50'],
    request: `POST /conference/v1/events/${anEvent}/submissions/search`,
    body: `{"status":"pending","track":"${aTrack}","page":2,"pageSize":50}`,
    response: { status: 200, json: emptyPage },
  },
  {
    number: 6,
    method: 'POST',
    path: '/v1/events/{event_id}/contacts/search',
    title: 'Search Contacts',
    name: 'searchContacts',
    command: 'contacts search',
    args: [],
    request: `POST /conference/v1/events/${anEvent}/contacts/search`,
    body: '{"page":1,"pageSize":100}',
    response: { status: 200, json: emptyPage },
  },
  {
    number: 7,
    method: 'PUT',
    path: '/v1/sessions/{submission_id}/schedule',
    title: 'Place Session',
    name: 'placeSession',
    command: 'sessions place',
    args: [aSubmission, '--room', 'Main Hall', '--start', '2026-05-02T09:00:00+02:00'],
    request: `PUT /conference/v1/sessions/${aSubmission}/schedule`,
    body: '{"room":"Main Hall","start":"2026-05-02T09:00:00+02:00"}',
    response: { status: 200, json: { data: { id: 'sub_1' } } },
  },
  {
    number: 8,
    method: 'GET',
    path: '/v1/events/{event_id}/submissions',
    title: 'List Submissions',
    name: 'listSubmissions',
    command: 'submissions list',
    args: ['--status', 'a&b', '--track', aTrack, '--page', '1', '--quiet'],
    request: `GET /conference/v1/events/${anEvent}/submissions?status=a%26b&track=${aTrack}&page=1`,
    body: '',
    response: { status: 200, json: emptyPage },
  },
  {
    number: 9,
    method: 'GET',
    path: '/v1/events/{event_id}/content-items',
    title: 'List Content Items',
    name: 'listContentItems',
    command: 'content-items list',
    args: ['--query', 'lang=en'],
    request: `GET /conference/v1/events/${anEvent}/content-items?lang=en&page=1&pageSize=100`,
    body: '',
    response: { status: 200, json: emptyPage },
  },
  {
    number: 10,
    method: 'GET',
    path: '/v1/events/{event_id}/sessions',
    title: 'List Submissions (sessions of an event)',
    name: 'listSessions',
    command: 'sessions list',
    args: ['--page', '3'],
    request: `GET /conference/v1/events/${anEvent}/sessions?page=3`,
    body: '',
    response: { status: 200, json: emptyPage },
  },
  {
    number: 11,
    method: 'GET',
    path: '/v1/events/{event_id}/speakers',
    title: 'List Speakers',
    name: 'listSpeakers',
    command: 'speakers list',
    args: ['--event', aSpeaker],
    request: `GET /conference/v1/events/${aSpeaker}/speakers?page=1&pageSize=100`,
    body: '',
    response: { status: 200, json: emptyPage },
  },
];

/** The limits of a field in one operation. Lengths are in code points, both inclusive. */
export interface SpecifiedLimits {
  readonly required?: true;
  readonly min?: number;
  readonly max?: number;
  readonly default?: string;
}

/** An operation without limits does not accept the field. */
export interface SpecifiedField {
  readonly name: string;
  readonly orNull?: true;
  readonly create?: SpecifiedLimits;
  readonly update?: SpecifiedLimits;
}

export const speakerFields: readonly SpecifiedField[] = [
  { name: 'email', create: { required: true, min: 3, max: 320 }, update: { max: 320 } },
  { name: 'first_name', create: { max: 200, default: '' }, update: { max: 200 } },
  { name: 'last_name', create: { max: 200, default: '' }, update: { max: 200 } },
  { name: 'company_name', orNull: true, create: { max: 300 }, update: { max: 300 } },
  { name: 'title', orNull: true, create: { max: 300 }, update: { max: 300 } },
  { name: 'about', orNull: true, create: { max: 50_000 }, update: { max: 50_000 } },
  { name: 'photo_url', update: { max: 2000 } },
  { name: 'pronouns', update: { max: 100 } },
  { name: 'linkedin_url', update: { max: 2000 } },
  { name: 'twitter_url', update: { max: 2000 } },
  { name: 'phone', update: { max: 100 } },
  { name: 'speaker_status', orNull: true, create: { max: 32 }, update: { max: 32 } },
  { name: 'logistics_notes', orNull: true, create: { max: 50_000 }, update: { max: 50_000 } },
];

export const submissionFields: readonly SpecifiedField[] = [
  { name: 'title', create: { required: true, min: 1, max: 300 }, update: {} },
  { name: 'submitter_email', create: { required: true, min: 3, max: 320 } },
  { name: 'abstract', create: { max: 50_000, default: '' }, update: {} },
  { name: 'submitter_first_name', create: { max: 200, default: '' } },
  { name: 'submitter_last_name', create: { max: 200, default: '' } },
  { name: 'track_id', create: { max: 64 } },
  { name: 'format_id', create: { max: 64 } },
  { name: 'status', update: {} },
  { name: 'feedback', update: {} },
];
