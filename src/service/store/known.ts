// Reads what a group of creations is decided by: keys, addresses, tracks and formats. Must not
// decide anything.
import { type KnownChoices, readChoices } from './choices.ts';
import type { Query } from './driver.ts';
import { type EventState, eventName } from './events.ts';
import type { RememberedKey } from './idempotency.ts';
import { addressKey, type Speaker, type Submission } from './record-fields.ts';
import type { Creation, WriteGroup } from './record-write.ts';
import { records, statements } from './statements.ts';
import { type SubmissionRow, submissionOf } from './submission-row.ts';

/** Each creation adds what it creates. */
export interface Known {
  readonly keys: Map<string, RememberedKey>;
  /** By {@link addressName}. */
  readonly addresses: Set<string>;
  readonly choices: KnownChoices;
  /** The records that an earlier attempt has committed, by id. */
  readonly stored: Map<string, Speaker | Submission>;
}

export async function readKnown(
  query: Query,
  creations: readonly Creation[],
  events: WriteGroup['events'],
): Promise<Known> {
  const known: Known = {
    keys: new Map(),
    addresses: new Set(),
    choices: new Map(),
    stored: new Map(),
  };
  const reads = [...events].flatMap(([name, event]) => {
    const ofEvent = creations.filter(({ ref }) => eventName(ref) === name);
    const choices = { event, known: known.choices };
    return [
      findAddresses(query, { event, creations: ofEvent }, known),
      readChoices(query, choices, ofEvent.flatMap(choiceTexts)),
    ];
  });
  await Promise.all([findKeys(query, creations, known), ...reads]);
  return known;
}

/**
 * A key belongs to an organization, and another event of it is not locked. So the organization is,
 * after the events: who waits for an event then holds no lock that writes to others need.
 */
async function findKeys(
  query: Query,
  creations: readonly Creation[],
  { keys }: Known,
): Promise<void> {
  const withKeys = creations.filter(({ key }) => key !== undefined);
  if (withKeys.length === 0) return;
  const owners = [...new Set(withKeys.map(({ ref }) => ref.organizationId))].sort();
  const locked = owners.map((id) => query(statements.lockOrganization, [id]));
  const values = [JSON.stringify(withKeys.flatMap(({ key }) => key?.key ?? []))];
  const found = query<KeyRow>(statements.findKeys, values);
  const [rows] = await Promise.all([found, ...locked]);
  for (const remembered of rows) keys.set(remembered.key, remembered);
}

interface KeyRow extends RememberedKey {
  readonly key: string;
}

/** The creations of one event. */
interface EventCreations {
  readonly event: EventState;
  readonly creations: readonly Creation[];
}

async function findAddresses(
  query: Query,
  { event, creations }: EventCreations,
  { addresses }: Known,
): Promise<void> {
  const wanted = creations.flatMap(({ kind, fields }) => {
    const { email } = kind === 'create speaker' ? fields : fields.submitter;
    return addressKey(email) ?? [];
  });
  if (wanted.length === 0) return;
  const values = [event.seq, JSON.stringify(wanted)];
  const rows = await query<{ address: string }>(statements.findAddresses, values);
  for (const { address } of rows) addresses.add(addressName(event, address));
}

/** Reads what an earlier attempt may have committed. */
export async function readStored(
  query: Query,
  creations: readonly Creation[],
  known: Known,
): Promise<void> {
  await Promise.all(creations.map((creation) => findStored(query, creation, known)));
}

async function findStored(query: Query, creation: Creation, { stored }: Known): Promise<void> {
  const values = [creation.id, creation.ref.organizationId];
  if (creation.kind === 'create speaker') {
    const [speaker] = await query<Speaker>(records.speakers.find, values);
    if (speaker !== undefined) stored.set(creation.id, speaker);
    return;
  }
  const [row] = await query<SubmissionRow>(records.submissions.find, values);
  if (row !== undefined) stored.set(creation.id, submissionOf(row));
}

function choiceTexts(creation: Creation): readonly string[] {
  if (creation.kind === 'create speaker') return [];
  return [creation.fields.track_id, creation.fields.format_id].filter((text) => text !== null);
}

export function addressName({ seq }: EventState, address: string): string {
  return `${seq} ${address}`;
}
