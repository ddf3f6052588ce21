// How every store creates and changes records.
import { describe, expect, it } from 'vitest';
import { keyLifetimeMs } from '../../../src/service/store/idempotency.ts';
import { blankSpeaker, blankSubmission, type EventRef } from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import { type Fixture, nowhere, ours, own, recordOf, theirs } from './fixture.ts';

export function describeRecords(fixture: Fixture): void {
  describe('creation', () => {
    it('gives a record its id and its times, and returns and stores every field', async () => {
      const fields = {
        ...blankSpeaker,
        email: 'Zoë.O’Hara@example.org',
        about: 'line one\nline "two"\t🎤',
        title: null,
      };
      const record = recordOf(await fixture.store.speakers.create(ours, fields));
      const times = { created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-01-02T03:04:05.678Z' };
      expect(record).toEqual({
        id: expect.stringMatching(/^spk_[0-9a-z]{29}$/),
        event_id: 'conf',
        ...fields,
        ...times,
      });
      expect(await fixture.store.speakers.find(own(record.id))).toEqual(record);
      expect(Object.keys(record)).toEqual(Object.keys((await fixture.list('speakers')).records[0] ?? {}));
      expect(recordOf(await fixture.addSubmission({})).id).toMatch(/^sub_[0-9a-z]{29}$/);
    });

    it('takes an address once per event, whatever its case, its spaces, and the composition of its letters', async () => {
      const first = recordOf(await fixture.addSpeaker({ email: 'Twice@Example.org' }));
      expect(await fixture.addSpeaker({ email: ' twice@example.ORG ' })).toEqual({ outcome: 'taken', id: first.id });
      const composed = recordOf(await fixture.addSpeaker({ email: 'jos\u00e9@example.org' }));
      expect(await fixture.addSpeaker({ email: 'Jose\u0301@example.org' })).toEqual({
        outcome: 'taken',
        id: composed.id,
      });
      await fixture.store.insertEvent(fixture.event('org_ours', 'other'));
      expect(await fixture.addSpeaker({ email: 'twice@example.org' }, { ...ours, eventId: 'other' })).toMatchObject({
        outcome: 'created',
      });
      expect((await fixture.list('speakers')).totalResults).toBe(2);
    });

    it('accepts several speakers without an address, and several submissions of one person with one title', async () => {
      const email = 'amina@example.org';
      for (const creation of [
        await fixture.addSpeaker({ email: '' }),
        await fixture.addSpeaker({ email: ' ' }),
        await fixture.addSubmission({ submitter_email: email }),
        await fixture.addSubmission({ submitter_email: email }),
      ]) {
        expect(creation.outcome).toBe('created');
      }
    });

    it('requires an event of the organization', async () => {
      expect(await fixture.addSpeaker({ email: 'a@example.org' }, nowhere)).toEqual({ outcome: 'not_found' });
      expect(await fixture.addSubmission({}, nowhere)).toEqual({ outcome: 'not_found' });
    });
  });

  describe('an idempotency key', () => {
    const fields = { ...blankSubmission, title: 'Queues' };
    const create = (key: string, fingerprint = 'print', ref: EventRef = ours) =>
      fixture.store.submissions.create(ref, fields, { key, fingerprint });

    it('returns the first record again, although it has changed since', async () => {
      const first = recordOf(await create('one'));
      fixture.time += 1000;
      await fixture.store.submissions.update(own(first.id), { status: 'accepted' });
      expect(await create('one')).toEqual({ outcome: 'replayed', record: first });
      expect((await fixture.list('submissions')).totalResults).toBe(1);
    });

    it.each(['reused', `' OR '1'='1" \\`, 'k'.repeat(255)])('is refused with another fingerprint: %s', async (key) => {
      await create(`not ${key}`);
      await create(key);
      expect(await create(key, 'another')).toEqual({ outcome: 'key_reused' });
      const speaker = { ...blankSpeaker, email: 'amina@example.org' };
      const reused = fixture.store.speakers.create(ours, speaker, { key, fingerprint: 'of another endpoint' });
      expect(await reused).toEqual({ outcome: 'key_reused' });
    });

    it('stays free if the creation is refused', async () => {
      await fixture.addSpeaker({ email: 'taken@example.org' });
      const speaker = (email: string) =>
        fixture.store.speakers.create(ours, { ...blankSpeaker, email }, { key: 'free', fingerprint: email });
      expect((await speaker('taken@example.org')).outcome).toBe('taken');
      expect((await create('free', 'print', nowhere)).outcome).toBe('not_found');
      expect((await speaker('free@example.org')).outcome).toBe('created');
    });

    it('belongs to one organization', async () => {
      const first = recordOf(await create('shared'));
      expect(recordOf(await create('shared', 'print', theirs)).id).not.toBe(first.id);
    });

    it('expires after 24 hours, not before', async () => {
      const first = recordOf(await create('day'));
      fixture.time += keyLifetimeMs - 1;
      expect((await create('day')).outcome).toBe('replayed');
      fixture.time += 1;
      const second = recordOf(await create('day'));
      expect(second.id).not.toBe(first.id);
      expect(await create('day')).toEqual({ outcome: 'replayed', record: second });
    });
  });

  describe('an update', () => {
    it('changes what is given and nothing else', async () => {
      const before = recordOf(
        await fixture.addSpeaker({ email: 'amina@example.org', first_name: 'Amina', title: 'Engineer' }),
      );
      fixture.time += 1000;
      const changes = { pronouns: 'she/her', title: null, about: undefined };
      const record = { ...before, pronouns: 'she/her', title: null, updated_at: timestamp(fixture.time) };
      expect(await fixture.store.speakers.update(own(before.id), changes)).toEqual({ outcome: 'updated', record });
      expect(await fixture.store.speakers.find(own(before.id))).toEqual(record);
    });

    it('without changes leaves the record as it is', async () => {
      const record = recordOf(await fixture.addSubmission({}));
      fixture.time += 1000;
      expect(await fixture.store.submissions.update(own(record.id), {})).toEqual({ outcome: 'updated', record });
    });

    it('refuses the address of another speaker, and accepts its own in another case', async () => {
      const one = recordOf(await fixture.addSpeaker({ email: 'one@example.org' }));
      const two = recordOf(await fixture.addSpeaker({ email: 'two@example.org' }));
      const refused = await fixture.store.speakers.update(own(two.id), { email: ' ONE@example.org', title: 'Thief' });
      expect(refused).toEqual({ outcome: 'taken', id: one.id });
      expect(await fixture.store.speakers.find(own(two.id))).toEqual(two);
      expect(await fixture.store.speakers.update(own(two.id), { email: 'Two@example.org' })).toMatchObject({
        outcome: 'updated',
        record: { email: 'Two@example.org' },
      });
    });

    it('gives an address that several want at once to one of them, and changes the others', async () => {
      const emails = ['one', 'two', 'three'].map((name) => `${name}@example.org`);
      const speakers = await Promise.all(emails.map(async (email) => recordOf(await fixture.addSpeaker({ email }))));
      const outcomes = await Promise.all(
        speakers.map(({ id }, i) =>
          fixture.store.speakers.update(own(id), i < 2 ? { email: 'same@example.org' } : { title: 'Engineer' }),
        ),
      );
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['taken', 'updated', 'updated']);
      expect(outcomes[2]?.outcome).toBe('updated');
    });

    it('preserves what another process changes at the same time', async () => {
      const other = await fixture.open();
      const { id } = recordOf(await fixture.addSpeaker({ email: 'amina@example.org' }));
      for (let n = 1; n <= 10; n++) {
        const changed = { title: `Title ${n}`, about: `About ${n}` };
        const { title, about } = changed;
        await Promise.all([
          fixture.store.speakers.update(own(id), { title }),
          other.speakers.update(own(id), { about }),
        ]);
        expect(await fixture.store.speakers.find(own(id))).toMatchObject(changed);
      }
      await other.close();
    });

    it('frees the address that a speaker had, and takes the new one', async () => {
      const { id } = recordOf(await fixture.addSpeaker({ email: 'old@example.org' }));
      await fixture.store.speakers.update(own(id), { email: 'new@example.org' });
      expect((await fixture.addSpeaker({ email: 'old@example.org' })).outcome).toBe('created');
      expect(await fixture.addSpeaker({ email: 'NEW@example.org' })).toEqual({ outcome: 'taken', id });
    });

    it('lets several speakers give up their address', async () => {
      for (const email of ['one@example.org', 'two@example.org']) {
        const { id } = recordOf(await fixture.addSpeaker({ email }));
        expect((await fixture.store.speakers.update(own(id), { email: '' })).outcome).toBe('updated');
      }
    });
  });
}
