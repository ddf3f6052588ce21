// Gives a single command the ids of the tracks and formats that its flags name. Must not know how a
// name is found.
import type { RecordData } from '../../client/response.ts';
import { isRead } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { InvalidInputError } from '../../errors.ts';
import {
  namedGroups,
  newName,
  newNameFix,
  readGroups,
  shownGroups,
  withGroupIds,
} from '../../import/group-ids.ts';
import { type EndpointCall, originOf } from './endpoint-call.ts';

/**
 * The call with ids in place of names: those of the fields of a new submission, and the track by
 * which a list is filtered, because a server may fail at a filter that names no track.
 * @throws {InvalidInputError} for a name that the event does not have; nothing was sent
 */
export async function withNamedGroups(call: EndpointCall): Promise<EndpointCall> {
  const { endpoint, input, context } = call;
  const isFilter = isRead(endpoint);
  if (!['submissions', 'sessions'].includes(endpoint.resource)) return call;
  const sent: RecordData = Object(input.body ?? input.query);
  const values = isFilter ? { track_id: sent.track } : sent;
  const fields = namedGroups(values);
  if (fields.length === 0) return call;
  const lists = await context.eventLists();
  const groups = await readGroups(lists, fields, isFilter ? unknown : shownBy(call));
  const allowsNew = context.flags.allowNewValue;
  const { values: ids, faults } = withGroupIds(values, { ...groups, allowsNew });
  if (faults.length > 0) throw unknownNames(call, isFilter, faults);
  const named = isFilter ? { track: ids.track_id } : ids;
  const member = input.body === undefined ? 'query' : 'body';
  const replaced = Object.assign({}, sent, named);
  return { ...call, input: Object.assign({}, input, { [member]: replaced }) };
}

/** A filter is not worth reading the whole list. */
async function unknown(): Promise<undefined> {
  return undefined;
}

/** What the submissions of the event show, read once for both fields. */
function shownBy({ client, context }: EndpointCall): Parameters<typeof readGroups>[2] {
  const read = async () => {
    const path = { event_id: await context.requiredEvent() };
    const all: RecordData[] = [];
    for await (const { records } of client.pages(endpoints.listSubmissions, { path })) {
      for (const record of records) all.push(record);
    }
    return all;
  };
  let reading: Promise<readonly RecordData[]> | undefined;
  return async (field) => {
    reading ??= read();
    return shownGroups(await reading, field);
  };
}

function unknownNames(
  call: EndpointCall,
  isFilter: boolean,
  faults: readonly { readonly field: string; readonly code?: string; readonly message: string }[],
): InvalidInputError {
  const details = faults.map((fault) => {
    const field = isFilter ? 'track' : fault.field;
    return { ...fault, field, ...originOf(field, call) };
  });
  const fix = 'pass the name or the id of one that the event has';
  const hasNewNames = faults.some(({ code }) => code === newName);
  return new InvalidInputError('a track or a format is unknown; nothing was sent', {
    details,
    fix: hasNewNames ? `${fix}; ${newNameFix}` : fix,
  });
}
