// Fills an event through a store, with statuses, tracks and placements as a large conference has them.
import { blankSpeaker, blankSubmission, type EventRef } from '../src/service/store/records.ts';
import type { Store } from '../src/service/store/store.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

/** Each value with its share; the rest has the last one. */
type Shares = readonly (readonly [value: string | null, share: number])[];

const statuses: Shares = [
  ['declined', 0.3],
  ['accepted', 0.2],
  ['withdrawn', 0.05],
  ['waitlisted', 0.0005],
  ['pending', 1],
];
const tracks: Shares = [
  ['web', 0.3],
  ['data', 0.15],
  ['cloud', 0.15],
  ['security', 0.1],
  ['languages', 0.1],
  ['people', 0.05],
  ['history', 0.0005],
  [null, 1],
];
const speakerStatuses: Shares = [
  ['confirmed', 0.4],
  ['invited', 0.25],
  ['declined', 0.05],
  [null, 1],
];
const placedShare = 0.8;

/** How many requests are in progress at once. */
const concurrency = 256;

/** Creates this many submissions, 0.4 times as many speakers, and with them 0.7 times as many contacts. */
export async function fillFilteredEvent(store: Store, ref: EventRef, submissions: number): Promise<void> {
  const random = seededRandom(1);
  const people = 0.6 * submissions;
  const work: (() => Promise<{ readonly outcome: string }>)[] = [];
  for (let i = 0; i < submissions; i++) {
    work.push(submission(i < people ? i : Math.floor(random() * people)));
    if (i < 0.4 * submissions) work.push(speaker(0.3 * submissions + i));
  }
  for (let i = 0; i < work.length; i += concurrency) {
    const created = await Promise.all(work.slice(i, i + concurrency).map((create) => create()));
    if (created.some(({ outcome }) => outcome !== 'created')) throw new Error('a record was not created');
  }

  function submission(person: number) {
    const status = pick(statuses) ?? '';
    const isPlaced = status === 'accepted' && random() < placedShare;
    const fields = {
      ...blankSubmission,
      title: `Talk of person ${person}`,
      abstract: 'What we learned while we moved a large system, and what we would do in another way today. '.repeat(4),
      submitter_email: emailOf(person),
      submitter_first_name: 'Amina',
      submitter_last_name: 'Okoye',
      track_id: pick(tracks),
      status,
      ...(isPlaced && { room: 'Main Hall', start: '2027-05-20T09:30:00+02:00' }),
    };
    return () => store.submissions.create(ref, fields);
  }

  function speaker(person: number) {
    const fields = { ...blankSpeaker, email: emailOf(person), first_name: 'Amina', last_name: 'Okoye' };
    const speaker_status = pick(speakerStatuses);
    return () => store.speakers.create(ref, { ...fields, speaker_status });
  }

  function pick(shares: Shares): string | null {
    let left = random();
    for (const [value, share] of shares) {
      if (left < share) return value;
      left -= share;
    }
    return null;
  }
}

function emailOf(person: number): string {
  return `person-${Math.floor(person)}@example.org`;
}
