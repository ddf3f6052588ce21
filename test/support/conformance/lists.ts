// How every store lists records, and what it derives from them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { blankSpeaker } from '../../../src/service/store/record-fields.ts';
import { everything, type Fixture, nowhere, ours, own, recordOf, theirs } from './fixture.ts';

export function describeLists(fixture: Fixture): void {
  describe('a list', () => {
    beforeEach(async () => {
      for (let i = 1; i <= 12; i++) {
        await fixture.addSubmission({ title: `Talk ${i}`, submitter_email: `P${i}@example.org` });
        await fixture.addSpeaker({ email: `p${i}@example.org` });
      }
    });

    it('has its records oldest first, also when they were created in one millisecond, and keeps that order', async () => {
      const all = Array.from({ length: 12 }, (_, i) => `Talk ${i + 1}`);
      const [first] = (await fixture.list('submissions')).records;
      expect(await fixture.titles('submissions')).toEqual(all);
      await fixture.store.submissions.update(own(first?.id ?? ''), { feedback: 'changed last' });
      expect(await fixture.titles('submissions')).toEqual(all);
    });

    it('is in the order of commits, so that one that is read while others create skips nothing', async () => {
      const other = await fixture.open();
      const stores = [fixture.store, other];
      let isCreating = true;
      const creations = Array.from({ length: 100 }, (_, n) =>
        stores[n % 2]?.speakers.create(ours, { ...blankSpeaker, email: `new${n}@example.org` }),
      );
      const created = Promise.all(creations).finally(() => {
        isCreating = false;
      });
      let before: readonly string[] = [];
      do {
        const found = (await fixture.list('speakers', { pageSize: 1000 })).records.map(({ email }) => email);
        expect(found.slice(0, before.length)).toEqual(before);
        before = found;
        await nextTurn();
      } while (isCreating);
      await created;
      expect((await fixture.list('speakers')).totalResults).toBe(112);
      await other.close();
    });

    it('comes in pages, with the total, and is empty past the end', async () => {
      const middle = ['Talk 5', 'Talk 6', 'Talk 7', 'Talk 8'];
      expect(await fixture.titles('submissions', { page: 2, pageSize: 4 })).toEqual(middle);
      expect(await fixture.titles('submissions', { page: 3, pageSize: 5 })).toEqual(['Talk 11', 'Talk 12']);
      expect(await fixture.list('submissions', { page: 4, pageSize: 5 })).toEqual({ records: [], totalResults: 12 });
      expect(await fixture.list('contacts', { page: 1e20 })).toEqual({ records: [], totalResults: 12 });
    });

    it('is undefined for an event that does not exist', async () => {
      for (const name of ['speakers', 'submissions', 'sessions', 'contentItems', 'contacts'] as const) {
        expect(await fixture.store.list(name, nowhere, everything)).toBeUndefined();
      }
    });
  });

  describe('sessions and content items', () => {
    beforeEach(async () => {
      const email = 'Amina@example.org';
      await fixture.addSpeaker({ email, first_name: 'Amina', last_name: 'Okoye', logistics_notes: 'secret' });
      const placed = { room: 'Main Hall', start: '2026-05-02T09:00:00+02:00' };
      await fixture.addSubmission({ title: 'placed', submitter_email: email, submitter_first_name: 'A.', ...placed });
      await fixture.addSubmission({ title: 'pending', submitter_email: email });
      const bo = { submitter_email: 'bo@example.org', submitter_first_name: 'Bo', submitter_last_name: 'Li' };
      await fixture.addSubmission({ title: 'accepted', status: 'accepted', feedback: 'secret', ...bo });
      await fixture.addSubmission({ title: 'nameless', status: 'accepted', submitter_email: 'x@example.org' });
    });

    it('are the placed submissions, and the accepted or placed ones', async () => {
      expect(await fixture.titles('sessions')).toEqual(['placed']);
      expect(await fixture.titles('contentItems')).toEqual(['placed', 'accepted', 'nameless']);
      expect((await fixture.list('sessions')).records).toEqual([(await fixture.list('submissions')).records[0]]);
    });

    it('are public: content items have names, preferably from the speaker, and nothing private', async () => {
      const { records } = await fixture.list('contentItems');
      expect(records[0]).toEqual({
        id: expect.stringMatching(/^sub_/),
        event_id: 'conf',
        title: 'placed',
        abstract: '',
        track_id: null,
        format_id: null,
        status: 'pending',
        room: 'Main Hall',
        start: '2026-05-02T09:00:00+02:00',
        speakers: [{ first_name: 'Amina', last_name: 'Okoye' }],
      });
      expect(records.map(({ speakers }) => speakers).slice(1)).toEqual([[{ first_name: 'Bo', last_name: 'Li' }], []]);
      expect(JSON.stringify(records)).not.toMatch(/example\.org|secret/);
    });
  });

  describe('contacts', () => {
    const emails = async (filter = {}) => (await fixture.list('contacts', filter)).records.map(({ email }) => email);
    let placed: string;
    let pending: string;
    let speaker: string;

    beforeEach(async () => {
      const amina = { email: 'Amina@example.org', first_name: 'Amina', last_name: 'Okoye', speaker_status: 'invited' };
      speaker = recordOf(await fixture.addSpeaker(amina)).id;
      fixture.time += 1000;
      const submitter = { submitter_email: 'amina@example.org', submitter_first_name: 'A.' };
      placed = recordOf(await fixture.addSubmission({ ...submitter, track_id: 'backend', room: 'A' })).id;
      fixture.time += 1000;
      await fixture.addSubmission({
        submitter_email: 'bo@example.org',
        submitter_first_name: 'Bo',
        status: 'accepted',
      });
      fixture.time += 1000;
      pending = recordOf(await fixture.addSubmission({ ...submitter, track_id: 'data' })).id;
      await fixture.addSubmission({ submitter_email: ' ' });
      await fixture.addSpeaker({ email: 'theirs@example.org' }, theirs);
    });

    it('are one for each address, speakers and submitters together, in the order in which they first occur', async () => {
      const page = await fixture.list('contacts');
      expect(page.totalResults).toBe(2);
      expect(page.records[0]).toEqual({
        id: expect.stringMatching(/^con_[0-9a-f]{26}$/),
        event_id: 'conf',
        email: 'Amina@example.org',
        first_name: 'Amina',
        last_name: 'Okoye',
        roles: ['speaker', 'submitter'],
        speaker_id: speaker,
        speaker_status: 'invited',
        submission_ids: [placed, pending],
        submission_statuses: ['pending'],
        track_ids: ['backend', 'data'],
      });
      expect(page.records[1]).toMatchObject({ email: 'bo@example.org', first_name: 'Bo', roles: ['submitter'] });
      expect(await fixture.list('contacts')).toEqual(page);
    });

    it('follow their records to another address, in the order of their first ones', async () => {
      const [first, second] = (await fixture.list('contacts')).records;
      const move = async (submission: string | undefined, submitter_email: string) => {
        // No endpoint changes a submitter; the stores agree anyway.
        await fixture.store.submissions.update(own(submission ?? ''), { submitter_email });
        return emails();
      };
      const amina = 'Amina@example.org';
      expect(await move(placed, 'cy@example.org')).toEqual([amina, 'cy@example.org', 'bo@example.org']);
      const submission = second?.submission_ids[0];
      expect(await move(submission, 'Bo@example.com')).toEqual([amina, 'cy@example.org', 'Bo@example.com']);
      expect(await move(submission, 'cy@example.org')).toEqual([amina, 'cy@example.org']);
      expect(await move(submission, '')).toEqual([amina, 'cy@example.org']);
      expect(await move(submission, 'bo@example.org')).toEqual([amina, 'cy@example.org', 'bo@example.org']);
      await fixture.store.speakers.update(own(first?.speaker_id ?? ''), { email: 'bo@example.org' });
      expect(await emails({ pageSize: 2 })).toEqual(['bo@example.org', 'cy@example.org']);
      expect(await emails({ page: 2, pageSize: 2 })).toEqual(['amina@example.org']);
      expect((await fixture.list('contacts')).totalResults).toBe(3);
    });

    it('name a track of several submissions once', async () => {
      await fixture.store.submissions.update(own(pending), { track_id: 'backend' });
      expect((await fixture.list('contacts')).records[0]?.track_ids).toEqual(['backend']);
    });

    it('have another id in another event', async () => {
      await fixture.addSpeaker({ email: 'amina@example.org' }, theirs);
      const page = await fixture.store.list('contacts', theirs, everything);
      const ids = new Set([...(page?.records ?? []), ...(await fixture.list('contacts')).records].map(({ id }) => id));
      expect(ids.size).toBe(4);
    });
  });
}
