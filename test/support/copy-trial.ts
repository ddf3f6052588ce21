// Kills copies of a database at any instant, and looks at what they leave behind.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestTables } from '../../src/service/store/copy.ts';
import { openStore, openTables } from '../../src/service/store/open.ts';
import { blankSpeaker, blankSubmission } from '../../src/service/store/records.ts';
import { timestamp } from '../../src/service/store/stamps.ts';
import { startPlenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';

export interface CopyTrial {
  /** A database that was filled. */
  readonly from: string;
  /** Returns a new, empty database. */
  readonly newTarget: () => Promise<string>;
  readonly kills: number;
  readonly seed: number;
}

export interface CopyTrialResult {
  /** Copies that were killed while they ran. */
  readonly killed: number;
  /** Of these, how many left an empty target, and how many the whole copy. */
  readonly empty: number;
  readonly whole: number;
  /** What the others left behind, in words. */
  readonly faults: readonly string[];
}

/** Each killed copy is run again into the same database, unless that is whole. */
export async function killCopies({ from, newTarget, kills, seed }: CopyTrial): Promise<CopyTrialResult> {
  const random = seededRandom(seed);
  const result = { killed: 0, empty: 0, whole: 0, faults: [] as string[] };
  const original = await digestOf(from);
  let to = await newTarget();
  let begun = performance.now();
  const exitCode = await copyOnce(from, to);
  /** Of the last copy that was not killed: a machine that was busy a moment ago is no measure for now. */
  let wholeMs = performance.now() - begun;
  if (exitCode !== 0 || (await digestOf(to)) !== original) result.faults.push(`undisturbed: exit code ${exitCode}`);
  to = await newTarget();
  while (result.killed < kills) {
    begun = performance.now();
    const isKilled = (await copyOnce(from, to, sleep(random() * wholeMs))) === null;
    if (isKilled) result.killed += 1;
    else wholeMs = performance.now() - begun;
    const left = await digestOf(to);
    if (left === original) {
      if (isKilled) result.whole += 1;
      to = await newTarget();
    } else if (left === nothing && isKilled) result.empty += 1;
    else {
      result.faults.push(`${to} after ${isKilled ? 'a kill' : 'a copy'}: ${left}`);
      to = await newTarget();
    }
  }
  return result;
}

/** Fills a database with records of two events, half of them with an idempotency key. */
export async function fillDatabase(data: string, records: number): Promise<void> {
  const store = await openStore(data, { create: true });
  const created_at = timestamp(Date.now());
  const token = { id: 'tok_1', organization_id: 'org_1', name: 'Trial', hash: 'hash', created_at };
  await store.insertOrganization({ id: 'org_1', name: 'Trial', created_at }, token);
  for (const id of ['one', 'two']) {
    await store.insertEvent({ id, organization_id: 'org_1', name: id, timezone: 'UTC', created_at });
  }
  const about = 'A text of usual length. '.repeat(15);
  const create = (n: number): Promise<unknown> => {
    const ref = { organizationId: 'org_1', eventId: n % 4 < 2 ? 'one' : 'two' };
    const address = `person-${n >> 1}@example.org`;
    return n % 2 === 0
      ? store.speakers.create(ref, { ...blankSpeaker, email: address, about }, { key: `key-${n}`, fingerprint: 'same' })
      : store.submissions.create(ref, {
          ...blankSubmission,
          title: `Talk ${n}`,
          submitter_email: address,
          abstract: about,
        });
  };
  const atOnce = 500;
  for (let first = 0; first < records; first += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, records - first) }, (_, i) => create(first + i)));
  }
  await store.close();
}

/** @returns the exit code; null if the copy was killed */
async function copyOnce(from: string, to: string, killed?: Promise<void>): Promise<number | null> {
  const child = startPlenary(['service', 'copy', '--from', from, '--to', to, '--quiet']);
  child.stdout.resume();
  child.stderr.resume();
  const exit = once(child, 'exit');
  await Promise.race([exit, killed ?? exit]);
  child.kill('SIGKILL');
  const [exitCode] = await exit;
  return exitCode;
}

const nothing = 'nothing';

/** Of all tables; `nothing` if they are empty, or if the database does not exist yet. */
async function digestOf(data: string): Promise<string> {
  const tables = await openTables(data, { create: true });
  const digests = await tables.read((reader) => digestTables(reader, () => undefined));
  await tables.close();
  return digests.every(({ rows }) => rows === 0) ? nothing : JSON.stringify(digests);
}
