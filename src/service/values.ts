// Owns what the service makes of the values of requests: what it trims, and what it refuses with
// 400. Pure.
import type { ParsedInputOf } from '../contract/endpoint.ts';
import { fieldNames } from '../contract/fields.ts';
import { type Endpoints, endpoints } from '../contract/index.ts';
import { statuses } from '../contract/statuses.ts';
import { badRequest } from './refusal.ts';
import { type ContentStatus, contentStatuses } from './store/content-items.ts';
import { readInstant } from './store/instant.ts';
import {
  blankSpeaker,
  type NewSubmission,
  type SpeakerChanges,
  type SpeakerFields,
  type SubmissionChanges,
} from './store/record-fields.ts';
import type { PlaceWrite } from './store/record-write.ts';

/** The body of a request: this service takes null where the specification does not mention it. */
export type RequestBody<
  Name extends keyof Endpoints,
  Body = ParsedInputOf<Endpoints[Name]>['body'],
> = Body extends object ? { readonly [Field in keyof Body]: Body[Field] | null } : Body;

const submissionStatuses = statuses.submissions.recommended;
const speakerStatuses = statuses.speakers.recommended;

/** @throws RequestRefusal 400 */
export function newSpeaker(body: RequestBody<'createSpeaker'>): SpeakerFields {
  const sent = {
    email: addressIn(body.email),
    first_name: trimmedOrEmpty(body.first_name),
    last_name: trimmedOrEmpty(body.last_name),
    company_name: body.company_name ?? null,
    title: body.title ?? null,
    about: body.about ?? null,
    speaker_status: speakerStatusIn(body.speaker_status),
    logistics_notes: body.logistics_notes ?? null,
  } satisfies Record<keyof RequestBody<'createSpeaker'>, string | null>;
  return { ...blankSpeaker, ...sent };
}

/** A field that a creation takes as well is trimmed. @throws RequestRefusal 400 */
export function speakerChanges(body: RequestBody<'updateSpeaker'>): SpeakerChanges {
  refuseEmpty(body);
  const changes: Record<string, string | null | undefined> = { ...body };
  for (const name of fieldNames(endpoints.createSpeaker.body)) {
    const value = changes[name];
    if (typeof value === 'string') changes[name] = trimmed(value);
  }
  if (body.email !== undefined) changes.email = addressIn(body.email);
  if (body.speaker_status !== undefined) {
    changes.speaker_status = speakerStatusIn(body.speaker_status);
  }
  // The contract does not take null for a name, and an address is none.
  return changes as SpeakerChanges;
}

/** @throws RequestRefusal 400 */
export function newSubmission(body: RequestBody<'createSubmission'>): NewSubmission {
  const { title, abstract, submitter_email, track_id, format_id } = body;
  const [first, last] = [body.submitter_first_name ?? '', body.submitter_last_name ?? ''];
  return {
    title: titleIn(title),
    abstract: trimmedOrEmpty(abstract),
    submitter_email: submitter_email ?? '',
    submitter_first_name: first,
    submitter_last_name: last,
    track_id: track_id || null,
    format_id: format_id || null,
    submitter: {
      email: addressIn(submitter_email),
      first_name: trimmed(first),
      last_name: trimmed(last),
    },
  };
}

/** @throws RequestRefusal 400 */
export function submissionChanges(body: RequestBody<'updateSubmission'>): SubmissionChanges {
  refuseEmpty(body);
  const sent: Readonly<Record<string, string | null | undefined>> = body;
  const changes = Object.entries(submissionReaders).flatMap(([name, read]) => {
    const text = sent[name];
    return text === undefined ? [] : [[name, read(text)] as const];
  });
  return Object.fromEntries(changes);
}

/** Of the fields that an update changes, in the order in which they are checked. */
const submissionReaders = {
  status: submissionStatusIn,
  title: titleIn,
  abstract: trimmedOrEmpty,
  feedback: trimmedOrEmpty,
} as const satisfies Record<keyof RequestBody<'updateSubmission'>, (text: string | null) => string>;

/** Exactly as it is written. @throws RequestRefusal 400 */
export function submissionStatusIn(text: string | null): string {
  if (text !== null && submissionStatuses.includes(text)) return text;
  throw badRequest(`status must be one of ${submissionStatuses.join(', ')}`);
}

/** Null for a blank one. @throws RequestRefusal 400 */
export function speakerStatusIn(text: string | null | undefined): string | null {
  const status = trimmed(text ?? '').toLowerCase();
  if (status === '') return null;
  if (speakerStatuses.includes(status)) return status;
  throw badRequest(`speaker_status must be one of ${speakerStatuses.join(', ')}`);
}

/** @throws RequestRefusal 400 */
export function contentStatusIn(text: string | null | undefined): ContentStatus | undefined {
  if (!text) return undefined;
  const status = contentStatuses.find((name) => name === text);
  if (status !== undefined) return status;
  throw badRequest(`status must be one of ${contentStatuses.join(', ')}`);
}

/** @throws RequestRefusal 400 */
export function placement({ room, start: text }: RequestBody<'placeSession'>): PlaceWrite {
  const start = readInstant(text ?? '');
  if (start !== undefined) return { room: room ?? '', start };
  throw badRequest(
    'start is not a time in the form of ISO 8601, such as 2027-05-20T09:00:00+02:00',
  );
}

/**
 * Without the white space around it, as Python counts it. A pattern for both ends would take
 * quadratic time.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && spaces.has(text.charAt(start))) start += 1;
  while (start < end && spaces.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function trimmedOrEmpty(text: string | null | undefined): string {
  return trimmed(text ?? '');
}

const spaces = new Set(
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007' +
    '\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

function refuseEmpty(body: object): void {
  if (Object.keys(body).length === 0) throw badRequest('The body has no field to change');
}

function titleIn(text: string | null): string {
  const title = trimmed(text ?? '');
  if (title === '') throw badRequest('The title is empty');
  return title;
}

/** After the first @, anything is a domain that has a dot, and does not end in one. */
function addressIn(text: string | null): string {
  const address = trimmed(text ?? '').toLowerCase();
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  if (at > 0 && domain.includes('.') && !domain.endsWith('.')) return address;
  throw badRequest('The e-mail address is not valid');
}
