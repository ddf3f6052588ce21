// That every filter of every list finds what a plain evaluation finds, after any creations and updates, also at the same time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addressKey,
  blankSpeaker,
  blankSubmission,
  type EventRef,
  type Speaker,
  type Submission,
} from '../../../src/service/store/record-fields.ts';
import type { Filter, Listings, Store } from '../../../src/service/store/store.ts';
import { type Fixture, ours, own } from './fixture.ts';

const email = fc.constantFrom('a@example.org', 'b@example.org', 'B@example.org ', 'c@example.org', '');
// An empty text differs from one that is left out, and from any other.
const status = fc.constantFrom('pending', 'accepted', 'invited', '', '=');
const track = fc.constantFrom('web', 'data', '', '=', null);
const placement = fc.constantFrom({ room: null, start: null }, { room: 'A', start: '2026-05-02T09:00:00+02:00' });
const speakerFields = fc.record({ email, speaker_status: fc.option(status) });
const submissionFields = fc
  .tuple(fc.record({ submitter_email: email, status, track_id: track }), placement)
  .map(([fields, placed]) => ({ ...fields, ...placed }));

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
  submissionFields.map(
    (fields): Step =>
      async (store, event, ids) => {
        const made = await store.submissions.create(event, { ...blankSubmission, ...fields });
        if (made.outcome === 'created') ids.submissions.push(made.record.id);
      },
  ),
  fc.tuple(fc.nat(), fc.record({ email, speaker_status: fc.option(status) }, { requiredKeys: [] })).map(
    ([number, changes]): Step =>
      async (store, _, { speakers }) =>
        store.speakers.update(own(speakers[number % speakers.length] ?? ''), changes),
  ),
  fc
    .tuple(fc.nat(), fc.record({ submitter_email: email, status, track_id: track }, { requiredKeys: [] }), placement)
    .map(
      ([number, changes, placed]): Step =>
        async (store, _, { submissions }) =>
          store.submissions.update(own(submissions[number % submissions.length] ?? ''), { ...changes, ...placed }),
    ),
);

/** Steps that are taken one after the other, and groups of steps that are taken at the same time. */
const history = fc.array(
  fc.oneof(
    step.map((one) => [one]),
    fc.array(step, { maxLength: 8 }),
  ),
  { maxLength: 15 },
);

const statuses = [undefined, 'pending', 'accepted', '', '=', "' OR '1'='1"];
const tracks = [undefined, 'web', '', '=', '%'];
const filters = statuses.flatMap((one) => tracks.map((other) => ({ status: one, track: other })));

export function describeFilters(fixture: Fixture): void {
  it('find the same records as a plain evaluation', async () => {
    let events = 0;
    await fc.assert(
      fc.asyncProperty(history, async (groups) => {
        const event = { ...ours, eventId: `filtered-${++events}` };
        await fixture.store.insertEvent(fixture.event(event.organizationId, event.eventId));
        const ids = { speakers: [], submissions: [] };
        for (const group of groups) await Promise.all(group.map((one) => one(fixture.store, event, ids)));
        await expectPlain(fixture.store, event);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
}

async function expectPlain(store: Store, event: EventRef): Promise<void> {
  const all = {
    speakers: await everything(store, event, 'speakers', {}),
    submissions: await everything(store, event, 'submissions', {}),
    contacts: await everything(store, event, 'contacts', {}),
  };
  const addresses = [...all.speakers.map((one) => one.email), ...all.submissions.map((one) => one.submitter_email)];
  const people = new Set(addresses.flatMap((address) => addressKey(address) ?? []));
  expect(new Set(all.contacts.map((contact) => addressKey(contact.email)))).toEqual(people);
  expect(all.contacts).toHaveLength(people.size);
  for (const name of ['speakers', 'submissions', 'sessions', 'contentItems', 'contacts'] as const) {
    const found = await Promise.all(
      filters.map(async (filter) => ({ filter, ids: idsOf(await everything(store, event, name, filter)) })),
    );
    expect({ name, found }).toEqual({
      name,
      found: filters.map((filter) => ({ filter, ids: idsOf(plain(name, all, filter)) })),
    });
  }
}

function idsOf(records: readonly { readonly id: string }[]): readonly string[] {
  return records.map(({ id }) => id);
}

type Filters = Pick<Filter, 'status' | 'track'>;

/** Reads all pages. They are small, so that there is a last one, which is not full, and one in the middle. */
async function everything<Name extends keyof Listings>(
  store: Store,
  event: EventRef,
  name: Name,
  filter: Filters,
): Promise<readonly Listings[Name][]> {
  const records: Listings[Name][] = [];
  for (let page = 1; ; page++) {
    const found = await store.list(name, event, { ...filter, page, pageSize: 4 });
    records.push(...(found?.records ?? []));
    if (found === undefined || found.records.length < 4) {
      expect(found?.totalResults).toBe(records.length);
      return records;
    }
  }
}

interface All {
  readonly speakers: readonly Speaker[];
  readonly submissions: readonly Submission[];
  readonly contacts: readonly Listings['contacts'][];
}

function plain(name: keyof Listings, all: All, filter: Filters): readonly { readonly id: string }[] {
  const isAny = (wanted: string | undefined, values: readonly (string | null)[]) =>
    wanted === undefined || values.includes(wanted);
  const matches = (values: readonly (string | null)[], others: readonly (string | null)[]) =>
    isAny(filter.status, values) && isAny(filter.track, others);
  const found = all.submissions.filter(({ status, track_id }) => matches([status], [track_id]));
  switch (name) {
    case 'submissions':
      return found;
    case 'sessions':
      return found.filter(({ start }) => start !== null);
    case 'contentItems':
      return found.filter(({ status, start }) => status === 'accepted' || start !== null);
    case 'speakers':
      return all.speakers.filter((speaker) => {
        const address = addressKey(speaker.email);
        const theirs = all.submissions.filter((one) => address !== null && addressKey(one.submitter_email) === address);
        return matches(
          [speaker.speaker_status],
          theirs.map(({ track_id }) => track_id),
        );
      });
    case 'contacts':
      return all.contacts.filter((one) => matches([one.speaker_status, ...one.submission_statuses], one.track_ids));
  }
}
