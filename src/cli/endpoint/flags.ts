// Owns the flags of the command of an endpoint. Must not know any single endpoint.
import { type Endpoint, isEventScoped, isRead, recordParameters } from '../../contract/endpoint.ts';
import { type Field, fieldsOf } from '../../contract/fields.ts';
import { groupFields } from '../../contract/id.ts';
import { flag } from '../flag.ts';
import { allowNewValue, event, limit, selectionFlags } from '../flag-sets.ts';
import { type FlagValues, flagsOf, readPairs } from '../flags.ts';

/** What identifies a record, in words, by its path parameter. */
export const identified: Readonly<Record<string, string>> = {
  speaker_id: 'id, e-mail address or full name',
  submission_id: 'id or title',
};

const listFlags = {
  all: flag.boolean('list all records at a terminal, where a table shows the first page'),
  limit,
  ...selectionFlags,
};

const query = flag.parsedList(
  '<name=value>',
  'another query parameter, for the service; repeatable',
  { read: readPairs },
);

const input = flag.file(
  'file with the fields as a JSON object (- is standard input); flags override it',
);

const startFlags = {
  timezone: flag.timezone(
    'time zone of a local start (or PLENARY_TIMEZONE; default: that of the event)',
  ),
};

const clear = flag.list('<field>', 'clear a field; repeatable');

type AllFlags = typeof listFlags &
  typeof startFlags & {
    readonly query: typeof query;
    readonly input: typeof input;
    readonly clear: typeof clear;
    readonly allowNewValue: typeof allowNewValue;
  };

/** The flags that an endpoint may have, besides those of its fields. */
export type EndpointFlags = Partial<FlagValues<AllFlags>>;

/** The values of the fields' flags are looked up by the names of the fields. */
export function flagsOfEndpoint(endpoint: Endpoint): Partial<AllFlags> {
  return {
    ...eventFlags(endpoint),
    ...flagsOf(fieldsOf(endpoint.body ?? endpoint.query)),
    ...(isRead(endpoint) ? readFlags(endpoint) : writeFlags(endpoint)),
  } as Partial<AllFlags>;
}

/** A record that is not named by its id is looked up in the lists of an event. */
function eventFlags(endpoint: Endpoint) {
  if (isEventScoped(endpoint)) return { event };
  if (!recordParameters(endpoint).some((name) => name in identified)) return {};
  return {
    event: flag.text(
      '<event>',
      'event of the record, unless it is named by its id (or PLENARY_EVENT)',
    ),
  };
}

function readFlags({ method, returns }: Endpoint) {
  const selecting = returns === 'page' ? listFlags : {};
  return method === 'GET' ? { ...selecting, query } : selecting;
}

function writeFlags({ method, body }: Endpoint) {
  if (body === undefined) return {};
  const fields = fieldsOf(body);
  return {
    input,
    ...(method === 'PATCH' ? { clear } : {}),
    ...(fields.some(isChecked) ? { allowNewValue } : {}),
    ...(fields.some(({ name }) => name === 'start') ? startFlags : {}),
  };
}

/** Whether a value that no record has may be refused. */
function isChecked({ name, recommended }: Field): boolean {
  return recommended !== undefined || groupFields.some((field) => field === name);
}
