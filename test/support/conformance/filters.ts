// That every filter of every list finds what a plain evaluation finds, after any creations and
// updates, also at the same time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListPage } from '../../../src/service/store/page.ts';
import {
  blankSpeaker,
  type EventRef,
  fullNameOf,
  type Speaker,
  type Submission,
} from '../../../src/service/store/record-fields.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { newTalk } from '../new-talk.ts';
import { type Fixture, ours, own, pageIn } from './fixture.ts';

const email = fc.constantFrom('a@example.org', 'b@example.org', 'B@example.org ', 'c@example.org');
const name = fc.constantFrom('', 'Amina', 'amina', 'Ömer', '%');
const speakerFields = fc.record({
  email,
  first_name: name,
  last_name: name,
  speaker_status: fc.constantFrom('invited', 'confirmed', null),
  company_name: fc.constantFrom('Harbour', null),
  about: fc.constantFrom('Ships.', '', null),
});
const status = fc.constantFrom('pending', 'accepted', 'declined');
const track = fc.constantFrom('Web', 'web', 'Data', '=', null);
const start = fc.constantFrom('2027-05-20T09:00:00+00:00', '2027-05-20T09:15:00+00:00', undefined);

type Step = (store: Store, event: EventRef, ids: Ids) => Promise<unknown>;
type Ids = Readonly<Record<'speakers' | 'submissions', string[]>>;

const step: fc.Arbitrary<Step> = fc.oneof(
  speakerFields.map(
    (fields): Step =>
      async (store, event, ids) => {
        const made = await store.speakers.create(event, { ...blankSpeaker, ...fields });
        if (made.outcome === 'created') ids.speakers.push(made.record.id);
      },
  ),
  fc.record({ submitter_email: email, track_id: track }).map(
    (fields): Step =>
      async (store, event, ids) => {
        const made = await store.submissions.create(event, newTalk(fields));
        if (made.outcome === 'created') ids.submissions.push(made.record.id);
      },
  ),
  fc.tuple(fc.nat(), speakerFields).map(
    ([number, changes]): Step =>
      async (store, _, { speakers }) =>
        store.speakers.update(own(speakers[number % speakers.length] ?? ''), changes),
  ),
  fc.tuple(fc.nat(), status, start).map(
    ([number, status, start]): Step =>
      async ({ submissions: store }, _, { submissions }) => {
        const ref = own(submissions[number % submissions.length] ?? '');
        await store.update(ref, { status });
        return start === undefined ? store.unplace(ref) : store.place(ref, { room: 'A', start });
      },
  ),
);

/**
 * Steps that are taken one after the other, and groups of steps that are taken at the same time.
 */
const history = fc.array(
  fc.oneof(
    step.map((one) => [one]),
    fc.array(step, { maxLength: 8 }),
  ),
  { maxLength: 15 },
);

export function describeFilters(fixture: Fixture): void {
  it('find the same records as a plain evaluation', async () => {
    let events = 0;
    await fc.assert(
      fc.asyncProperty(history, async (groups) => {
        const event = { ...ours, eventId: `filtered-${++events}` };
        await fixture.store.insertEvent(fixture.event(event.organizationId, event.eventId));
        const ids = { speakers: [], submissions: [] };
        for (const group of groups) {
          await Promise.all(group.map((one) => one(fixture.store, event, ids)));
        }
        await expectPlain(fixture.store, event);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
}

async function expectPlain(store: Store, event: EventRef): Promise<void> {
  const speakers = await whole((page) => store.listSpeakers(event, page));
  const talks = await whole((page) => store.listSubmissions(event, page));
  expect(speakers).toEqual(speakers.toSorted((a, b) => compare(nameKey(a), nameKey(b))));
  expect(talks).toEqual(talks.toSorted((a, b) => compare(startKey(a), startKey(b))));
  expectNoClash(talks);
  const addresses = new Set(speakers.map((speaker) => speaker.email.trim().toLowerCase()));
  expect(addresses.size).toBe(speakers.length);
  await expectFilters(store, event, { speakers, talks });
}

interface All {
  readonly speakers: readonly Speaker[];
  readonly talks: readonly Submission[];
}

async function expectFilters(store: Store, event: EventRef, { speakers, talks }: All) {
  for (const status of [undefined, 'invited', 'declined', "' OR '1'='1"]) {
    for (const text of [undefined, '', 'amina', 'ö', 'harb', '%', '\u0001', 'confirmed']) {
      const found = await whole((page) => store.listSpeakers(event, { ...page, status, text }));
      const plain = speakers.filter(
        (one) =>
          (status === undefined || one.speaker_status === status) &&
          (!text || text === '\u0001' || textOf(one).includes(text)),
      );
      expect({ status, text, found }).toEqual({ status, text, found: plain });
    }
  }
  for (const status of [undefined, 'pending', 'accepted']) {
    for (const track of [undefined, '', 'WEB', '=', 'none']) {
      const isKnown = !track || talks.some((talk) => isOn(talk, track));
      const list = (page: Page) => store.listSubmissions(event, { ...page, status, track });
      if (!isKnown) {
        expect(await list({ page: 1, pageSize: 1 })).toBe('no such track');
        continue;
      }
      const plain = talks.filter(
        (talk) => (status === undefined || talk.status === status) && (!track || isOn(talk, track)),
      );
      expect({ status, track, found: await whole(list) }).toEqual({ status, track, found: plain });
    }
  }
  for (const type of ['bio', 'headshot'] as const) {
    const items = await store.listContentItems(event, { page: 1, pageSize: 1000, type });
    const received = speakers.filter(({ about, photo_url }) =>
      type === 'bio' ? about : photo_url,
    );
    const found = items?.records.filter((item) => item.status === 'received') ?? [];
    expect(new Set(found.map(({ speaker }) => speaker.id))).toEqual(
      new Set(received.map(({ id }) => id)),
    );
    expect(items?.total).toBe(speakers.length);
  }
}

function expectNoClash(talks: readonly Submission[]): void {
  const placed = talks.filter(({ status, place }) => status === 'accepted' && place !== undefined);
  const starts = placed.map(({ place }) => place?.start);
  // They all last 30 minutes, and begin at two times with 15 minutes between them.
  expect(starts.length).toBeLessThan(2);
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Reads all pages. They are small, so that there is a last one, which is not full, and one in the
 * middle.
 */
async function whole<T>(
  list: (page: Page) => Promise<ListPage<T> | string | undefined>,
): Promise<readonly T[]> {
  const records: T[] = [];
  for (let page = 1; ; page++) {
    const found = pageIn(await list({ page, pageSize: 4 }));
    records.push(...found.records);
    if (found.records.length < 4) {
      expect(found.total).toBe(records.length);
      return records;
    }
  }
}

function isOn(talk: Submission, track: string): boolean {
  return talk.track?.name.toLowerCase() === track.toLowerCase();
}

function textOf(speaker: Speaker): string {
  const { first_name, last_name, email, company_name, title, speaker_status } = speaker;
  return [first_name, last_name, email, company_name, title, speaker_status]
    .join('\n')
    .toLowerCase();
}

function nameKey(speaker: Speaker): readonly string[] {
  const { last_name, first_name, email } = speaker;
  expect(fullNameOf(speaker)).not.toBe('');
  return [last_name, first_name, email].map((text) => text.toLowerCase());
}

function startKey({ place, number }: Submission): readonly string[] {
  return [place?.start ?? '~', String(number).padStart(6, '0')];
}

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((text, i) => text !== other[i]);
  if (at < 0) return 0;
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}
