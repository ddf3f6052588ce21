// Reads what the response to a write shows: the record, an acknowledgement, or that it does not confirm the write. Pure.
import { type Endpoint, isCreation } from '../contract/endpoint.ts';
import { isMasked, keyText } from '../contract/key.ts';
import { isSameOrAlike, likeness, likenessOfKey, showsChange } from '../contract/likeness.ts';
import { reportedFailure } from './api-error.ts';
import { isRecord, type RecordData, type Response, recordId, shapeOf, unwrapRecord } from './response.ts';

/** What a response in 2xx shows. */
export type WriteReading =
  /** As served; empty if the response has no body. */
  | { readonly kind: 'done'; readonly record: RecordData; readonly isLocated?: boolean }
  /** `fault`: the end of a sentence about the response. `confirms`: the service accepted the write nevertheless. */
  | { readonly kind: 'unusable'; readonly fault: string; readonly confirms: boolean };

/**
 * The status alone confirms a write, unless the body reports a failure, shows another record than the one sent, or shows
 * neither a record nor an acknowledgement. After a 202 or a 207, the body has to show the record.
 * @param sent the fields of the request
 */
export function readWritten({ status, headers, body }: Response, endpoint: Endpoint, sent: unknown): WriteReading {
  const { resource } = endpoint;
  const failure = reportedFailure(body);
  if (failure !== undefined) return unusable(`reports a failure: ${failure}`, false);
  const record = unwrapRecord(body, resource);
  const wanted = isRecord(sent) ? sent : {};
  if (!isUsable(body, record, wanted, endpoint)) return unusable(`is not a record, but ${shapeOf(body)}`, true);
  const other = isCreation(endpoint) ? otherRecord(record, wanted, endpoint.key ?? []) : undefined;
  if (other !== undefined) return unusable(`shows another record: ${other}`, true);
  const open = openStatuses[status];
  if (open !== undefined && !showsWrite(record, wanted, endpoint)) return unusable(`${open} (${status})`, true);
  const id =
    isCreation(endpoint) && recordId(record, resource) === undefined ? idIn(headers.location, resource) : undefined;
  return id === undefined ? { kind: 'done', record } : { kind: 'done', record: { ...record, id }, isLocated: true };
}

/** The id in `Location: /v1/speakers/spk_1`; undefined if it leads to something else, such as a job. */
function idIn(location: unknown, resource: string): string | undefined {
  const [, collection, id] = /([^/]+)\/([^/?#]+)\/?(?:[?#].*)?$/.exec(String(location)) ?? [];
  if (collection !== resource || id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

/** Statuses that leave the outcome to the body (RFC 9110 §15.3.3, RFC 4918 §11.1). */
const openStatuses: Readonly<Record<number, string>> = {
  202: 'only accepts it for later',
  207: 'contains several outcomes',
};

function unusable(fault: string, confirms: boolean): WriteReading {
  return { kind: 'unusable', fault, confirms };
}

/**
 * No body, `true`, an acknowledgement, or an object or an array of one that shows the record. A `null` may mean that there was
 * no such record, and any other object may report a failure in words of its own.
 */
function isUsable(body: unknown, record: RecordData, wanted: RecordData, endpoint: Endpoint): boolean {
  if (Array.isArray(body)) return body.length === 1 && isRecord(body[0]);
  if (!isRecord(body)) return body === undefined || body === true;
  if (recordId(record, endpoint.resource) !== undefined || acknowledges(body)) return true;
  return isCreation(endpoint)
    ? (endpoint.key ?? []).some((name) => keyText(record[name]) !== undefined)
    : Object.entries(wanted).some(([name, value]) => showsChange(name, record[name], value));
}

function acknowledges(body: RecordData): boolean {
  const { success, ok, status, result } = body;
  if (success === true || ok === true || Object.keys(body).length === 0) return true;
  return [status, result].some((word) => typeof word === 'string' && goodWord.test(word));
}

const goodWord = /^(ok|success|succeeded|done)$/i;

/** The key of a record, if it shows none of the fields of the wanted key as they were sent, or as the service may have changed them. */
function otherRecord(record: RecordData, wanted: RecordData, key: readonly string[]): string | undefined {
  const shown = key.filter((name) => typeof record[name] === 'string' && record[name] !== '');
  if (shown.length === 0 || shown.some((name) => isAlike(name, record[name], wanted[name]))) return undefined;
  return shown.map((name) => `${name} ${JSON.stringify(record[name])}`).join(', ');
}

function isAlike(name: string, shown: unknown, wanted: unknown): boolean {
  if (isMasked(name, shown)) return true;
  return likeness(name, shown, wanted) !== 'other' || likeness(name, wanted, shown) !== 'other';
}

/** Whether a record has an id, and its key or, after a change, one of the changed fields as it was sent. */
function showsWrite(record: RecordData, wanted: RecordData, endpoint: Endpoint): boolean {
  if (recordId(record, endpoint.resource) === undefined) return false;
  if (isCreation(endpoint)) return isSameOrAlike(likenessOfKey(endpoint.key ?? [], record, wanted));
  return Object.entries(wanted).some(([name, value]) => showsChange(name, record[name], value));
}
