// Finds the record that an argument names by its id, address, full name or title, and sends a call
// with its id. Must not know any single endpoint.
import type { Page, RecordData } from '../../client/client.ts';
import { speakersOf } from '../../client/records.ts';
import { recordId } from '../../client/response.ts';
import { recordName } from '../../columns/record-name.ts';
import { quoted } from '../../contract/amount.ts';
import {
  type RecordResource,
  type Resource,
  recordParameters,
  singularOf,
} from '../../contract/endpoint.ts';
import { shellWord } from '../../contract/escape.ts';
import { isIdByForm } from '../../contract/id.ts';
import { listIdentifiedBy } from '../../contract/index.ts';
import { accentlessKey, foldKey, keyText } from '../../contract/key.ts';
import { MalformedResponseError, NotFoundError, UsageError } from '../../errors.ts';
import { fullName } from '../../people/name.ts';
import type { EndpointCall } from './endpoint-call.ts';

/**
 * Sends the call with the id of the record that its argument names. An argument that is an id by
 * its form is sent as it is; any other is looked up in the list of the event before, because a
 * server may fail at a path with a name.
 * @throws {NotFoundError} if the list has no such record
 * @throws {UsageError} if it has several
 */
export async function sendToNamed<Result>(
  call: EndpointCall,
  send: (call: EndpointCall) => Promise<Result>,
): Promise<Result> {
  const { client, context, endpoint, input } = call;
  const [parameter] = recordParameters(endpoint);
  if (parameter === undefined) return send(call);
  const list = listIdentifiedBy(parameter);
  const { [parameter]: argument } = input.path;
  if (list === undefined || !isNamed(list.resource)) return send(call);
  if (argument === undefined || isIdByForm(argument)) return send(call);
  const pages = client.pages(list, { path: { event_id: await context.requiredEvent() } });
  const record = await findRecord(pages, list.resource, argument);
  const id = recordId(record, list.resource);
  if (id === undefined) {
    throw new MalformedResponseError(`the service lists ${quoted(argument)} without an id`, {
      fix: 'use the address of a service that returns the id of each record',
    });
  }
  return send({ ...call, record, input: { ...input, path: { ...input.path, [parameter]: id } } });
}

/**
 * Reads a list to the record with this id, else to its end. Names are compared without case and
 * extra white space and, if none is equal then, without accents.
 * @throws {NotFoundError}
 * @throws {UsageError} with their ids, if several records have the name
 */
export async function findRecord(
  pages: AsyncIterable<Page>,
  resource: RecordResource,
  text: string,
): Promise<RecordData> {
  const [key, accentless] = [foldKey(text), accentlessKey(text)];
  const equal: RecordData[] = [];
  const alike: RecordData[] = [];
  for await (const { records } of pages) {
    for (const record of records) {
      if (recordId(record, resource) === text) return record;
      const names = namesOf(record, resource);
      if (names.some((name) => foldKey(name) === key)) equal.push(record);
      else if (names.some((name) => accentlessKey(name) === accentless)) alike.push(record);
    }
  }
  const namesakes = equal.length > 0 ? equal : alike;
  const [record] = namesakes;
  if (record === undefined) throw notFound(resource, text);
  if (namesakes.length === 1) return record;
  throw new UsageError(`${namesakes.length} ${resource} are named ${quoted(text)}`, {
    details: namesakes.map((namesake) => ({ message: namesakeText(namesake, resource) })),
    fix: 'pass the id of one of them',
  });
}

/**
 * What distinguishes a record from those of its name: `sub_1 (Ida Moen, accepted)`. Without
 * addresses, because logs store it.
 */
function namesakeText(record: RecordData, resource: RecordResource): string {
  const id = recordId(record, resource) ?? '(without an id)';
  const { status, company_name: company, title } = record;
  const about = resource === 'submissions' ? [peopleText(record), status] : [company, title];
  const texts = about.flatMap((value) => keyText(value) || []);
  return texts.length === 0 ? id : `${id} (${texts.join(', ')})`;
}

/** The speakers of a submission, or else its submitter. */
function peopleText(record: RecordData): string {
  const speakers = speakersOf(record).flatMap(({ name }) => keyText(name) || []);
  if (speakers.length > 0) return speakers.join('; ');
  const { submitter_first_name: first, submitter_last_name: last } = record;
  return fullName(keyText(first) ?? '', keyText(last) ?? '');
}

/** The name of a person, or else the address; the title of a talk; empty if it has none. */
export function titleOf(record: RecordData, resource: RecordResource): string {
  return namesOf(record, resource)[0] ?? '';
}

function namesOf(record: RecordData, resource: RecordResource): readonly string[] {
  const address = resource === 'speakers' ? keyText(record.email) : undefined;
  return [recordName(resource, record), address].flatMap((name) => name || []);
}

function notFound(resource: RecordResource, text: string): NotFoundError {
  const means = resource === 'speakers' ? 'id, e-mail address or full name' : 'id or title';
  return new NotFoundError(`no ${singularOf(resource)} ${quoted(text)}`, {
    fix: `pass the ${means} of a record; the list has them`,
    next: [{ command: ['plenary', resource, 'list', ...searchFor(resource, text)].join(' ') }],
  });
}

/**
 * The flags that search a list for a misspelled text. A word of a name may be a first name or a
 * last name, so the list of people is not searched for it.
 */
function searchFor(resource: RecordResource, text: string): readonly string[] {
  if (resource === 'submissions') return ['--where', shellWord(`title~${longestWord(text)}`)];
  return text.includes('@') ? ['--where', shellWord(`email~${text}`)] : [];
}

/** A misspelled title has other words. */
function longestWord(text: string): string {
  const [longest = text] = text.split(/\s+/).toSorted((a, b) => b.length - a.length);
  return longest;
}

/** Whether its records have names besides their ids. */
function isNamed(resource: Resource): resource is RecordResource {
  return resource === 'speakers' || resource === 'submissions';
}
