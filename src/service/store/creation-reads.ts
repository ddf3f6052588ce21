// Reads what a group of creations is decided by: keys, addresses, tracks and formats. Must not
// decide anything.
import { readChoices } from './choices.ts';
import type { Query } from './driver.ts';
import type { RememberedKey } from './idempotency.ts';
import { eventName, type LockedEvent } from './locked-events.ts';
import { addressKey, type Speaker, type Submission } from './record-fields.ts';
import type { Creation, WriteGroup } from './record-write.ts';
import { records, statements } from './statements.ts';
import { type SubmissionRow, submissionOf } from './submission-row.ts';

/** Reads into each event which of the addresses, tracks and formats that are named it has. */
export async function readNamed(
  { query, events }: WriteGroup,
  creations: readonly Creation[],
): Promise<void> {
  await Promise.all(
    [...events].flatMap(([name, event]) => {
      const ofEvent = creations.filter(({ ref }) => eventName(ref) === name);
      return [
        readAddresses(query, event, ofEvent),
        readChoices(query, event, ofEvent.flatMap(choiceTexts)),
      ];
    }),
  );
}

async function readAddresses(
  query: Query,
  { seq, addresses }: LockedEvent,
  creations: readonly Creation[],
): Promise<void> {
  const wanted = creations.flatMap(({ kind, fields }) => {
    const { email } = kind === 'create speaker' ? fields : fields.submitter;
    return addressKey(email) ?? [];
  });
  if (wanted.length === 0) return;
  const values = [seq, JSON.stringify(wanted)];
  const rows = await query<{ address: string }>(statements.findAddresses, values);
  for (const { address } of rows) addresses.add(address);
}

function choiceTexts(creation: Creation): readonly string[] {
  if (creation.kind === 'create speaker') return [];
  return [creation.fields.track_id, creation.fields.format_id].filter((text) => text !== null);
}

/**
 * A key belongs to an organization, and another event of it is not locked. So the organization is,
 * after the events: who waits for an event then holds no lock that writes to others need.
 */
export async function readKeys(
  { query }: WriteGroup,
  creations: readonly Creation[],
): Promise<Map<string, RememberedKey>> {
  const withKeys = creations.filter(({ key }) => key !== undefined);
  if (withKeys.length === 0) return new Map();
  const owners = [...new Set(withKeys.map(({ ref }) => ref.organizationId))].sort();
  const locked = owners.map((id) => query(statements.lockOrganization, [id]));
  const values = [JSON.stringify(withKeys.flatMap(({ key }) => key?.key ?? []))];
  const found = query<RememberedKey & { readonly key: string }>(statements.findKeys, values);
  const [rows] = await Promise.all([found, ...locked]);
  return new Map(rows.map((remembered) => [remembered.key, remembered]));
}

/** The records that an earlier attempt has committed, by id. */
export async function readStored(
  { query, mayBeStored }: WriteGroup,
  creations: readonly Creation[],
): Promise<ReadonlyMap<string, Speaker | Submission>> {
  if (!mayBeStored) return new Map();
  const found = await Promise.all(creations.map((creation) => findStored(query, creation)));
  return new Map(found.flat().map((record) => [record.id, record]));
}

async function findStored(
  query: Query,
  { kind, id, ref }: Creation,
): Promise<readonly (Speaker | Submission)[]> {
  const values = [id, ref.organizationId];
  if (kind === 'create speaker') return query<Speaker>(records.speakers.find, values);
  return (await query<SubmissionRow>(records.submissions.find, values)).map(submissionOf);
}
