// How every store creates and changes records.
import { describe, expect, it } from 'vitest';
import { keyLifetimeMs } from '../../../src/service/store/idempotency.ts';
import { blankSpeaker, type EventRef } from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import { newTalk } from '../new-talk.ts';
import { type Fixture, nowhere, ours, own, recordOf, theirs } from './fixture.ts';

export function describeRecords(fixture: Fixture): void {
  describe('creation', () => describeCreation(fixture));
  describe('an idempotency key', () => describeKeys(fixture));
  describe('an update', () => describeUpdates(fixture));
}

function describeCreation(fixture: Fixture): void {
  it('gives a record its id and its times, and returns and stores every field', async () => {
    const fields = {
      ...blankSpeaker,
      email: 'zoë.o’hara@example.org',
      about: 'line one\nline "two"\t🎤',
      phone: '',
      title: null,
    };
    const record = recordOf(await fixture.store.speakers.create(ours, fields));
    expect(record).toEqual({
      id: expect.stringMatching(/^spk_[0-9a-z]{29}$/),
      ...fields,
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-02T03:04:05.678Z',
    });
    expect(await fixture.store.speakers.find(own(record.id))).toEqual(record);
    expect((await fixture.speakers()).records).toEqual([record]);
  });

  it('of a submission returns and stores every field, with its track and format', async () => {
    const fields = { title: '日本語 🎤', track_id: 'Web', format_id: 'Talk', abstract: 'A\nB' };
    const talk = newTalk({ ...fields, submitter_email: 'Amina@Example.org' });
    const record = recordOf(await fixture.store.submissions.create(ours, talk));
    expect(record).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{29}$/),
      event_id: 'conf',
      number: 1,
      title: '日本語 🎤',
      abstract: 'A\nB',
      status: 'pending',
      feedback: '',
      submitter_email: 'Amina@Example.org',
      submitter_first_name: '',
      submitter_last_name: '',
      track: expect.objectContaining({ id: expect.stringMatching(/^trk_/), name: 'Web' }),
      format: expect.objectContaining({
        id: expect.stringMatching(/^fmt_/),
        name: 'Talk',
        minutes: 30,
      }),
      place: undefined,
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-02T03:04:05.678Z',
    });
    const found = await fixture.store.submissions.find(own(record.id));
    expect(found).toMatchObject({ ...record, track: { name: 'Web' }, format: { minutes: 30 } });
    expect((await fixture.talks()).records).toEqual([found]);
  });

  it('takes an address once per event, whatever its case and its outer spaces', async () => {
    await fixture.addSpeaker({ email: 'Twice@Example.org' });
    expect(await fixture.addSpeaker({ email: ' twice@example.ORG ' })).toEqual({
      outcome: 'taken',
    });
    await fixture.store.insertEvent(fixture.event('org_ours', 'other'));
    const other = { ...ours, eventId: 'other' };
    expect((await fixture.addSpeaker({ email: 'twice@example.org' }, other)).outcome).toBe(
      'created',
    );
    expect((await fixture.speakers()).total).toBe(1);
  });

  it('of a submission creates the speaker of its submitter, unless there is one', async () => {
    const submitter = { email: 'bo@example.org', first_name: 'Bo', last_name: 'Li' };
    const talk = { submitter_email: 'Bo@Example.org', submitter };
    await fixture.addSpeaker({ email: 'amina@example.org', first_name: 'Amina' });
    const created = await Promise.all([
      fixture.addTalk(talk),
      fixture.addTalk({ ...talk, submitter: { ...submitter, first_name: 'Other' } }),
      fixture.addTalk({ submitter: { ...submitter, email: 'amina@example.org' } }),
    ]);
    expect(created.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const { records } = await fixture.speakers();
    expect(records.map(({ email, first_name }) => `${first_name} ${email}`)).toEqual([
      'Amina amina@example.org',
      'Bo bo@example.org',
    ]);
    expect(await fixture.addSpeaker({ email: 'bo@example.org' })).toEqual({ outcome: 'taken' });
  });

  it('counts submissions per event, and leaves no number out where it is refused', async () => {
    const numbers: number[] = [];
    for (let n = 0; n < 3; n++) {
      await fixture.addSpeaker({ email: `p${n}@example.org` });
      const strict = { isStrict: true };
      const unknown = newTalk({ track_id: 'unknown' });
      await fixture.store.submissions.create(ours, unknown, strict);
      numbers.push(recordOf(await fixture.addTalk()).number);
    }
    expect(numbers).toEqual([1, 2, 3]);
    expect(recordOf(await fixture.addTalk({}, theirs)).number).toBe(1);
  });

  it('requires an event of the organization', async () => {
    expect(await fixture.addSpeaker({ email: 'a@example.org' }, nowhere)).toEqual({
      outcome: 'not_found',
    });
    expect(await fixture.addTalk({}, nowhere)).toEqual({ outcome: 'not_found' });
  });
}

function describeKeys(fixture: Fixture): void {
  const fields = newTalk({ track_id: 'Web' });
  const create = (key: string, fingerprint = 'print', ref: EventRef = ours) =>
    fixture.store.submissions.create(ref, fields, { key: { key, fingerprint } });

  it('returns the first record again, although it has changed since', async () => {
    await fixture.addTalk();
    const first = recordOf(await create('one'));
    fixture.time += 1000;
    await fixture.store.submissions.update(own(first.id), { status: 'accepted' });
    expect(await create('one')).toEqual({ outcome: 'replayed', record: first });
    expect(first.number).toBe(2);
    expect((await fixture.talks()).total).toBe(2);
  });

  it.each(['reused', `' OR '1'='1" \\`, 'k'.repeat(255)])(
    'is refused with another fingerprint: %s',
    async (key) => {
      await create(`not ${key}`);
      await create(key);
      expect(await create(key, 'another')).toEqual({ outcome: 'key_reused' });
      const speaker = { ...blankSpeaker, email: 'bo@example.org' };
      const other = { key, fingerprint: 'of another endpoint' };
      expect(await fixture.store.speakers.create(ours, speaker, other)).toEqual({
        outcome: 'key_reused',
      });
    },
  );

  it('stays free if the creation is refused', async () => {
    await fixture.addSpeaker({ email: 'taken@example.org' });
    const speaker = (email: string) =>
      fixture.store.speakers.create(
        ours,
        { ...blankSpeaker, email },
        { key: 'free', fingerprint: email },
      );
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
    expect(await create('day')).toMatchObject({ outcome: 'replayed', record: { id: second.id } });
  });
}

function describeUpdates(fixture: Fixture): void {
  it('changes what is given and nothing else', async () => {
    const person = { email: 'amina@example.org', first_name: 'Amina', title: 'Engineer' };
    const before = recordOf(await fixture.addSpeaker(person));
    fixture.time += 1000;
    const changes = { pronouns: 'she/her', title: null, about: undefined };
    const record = {
      ...before,
      pronouns: 'she/her',
      title: null,
      updated_at: timestamp(fixture.time),
    };
    expect(await fixture.store.speakers.update(own(before.id), changes)).toEqual({
      outcome: 'updated',
      record,
    });
    expect(await fixture.store.speakers.find(own(before.id))).toEqual(record);
  });

  it('refuses the address of another speaker, and accepts its own in another case', async () => {
    await fixture.addSpeaker({ email: 'one@example.org' });
    const two = recordOf(await fixture.addSpeaker({ email: 'two@example.org' }));
    const update = (changes: object) => fixture.store.speakers.update(own(two.id), changes);
    expect(await update({ email: ' ONE@example.org', title: 'Thief' })).toEqual({
      outcome: 'taken',
    });
    expect(await fixture.store.speakers.find(own(two.id))).toEqual(two);
    expect(await update({ email: 'Two@example.org' })).toMatchObject({
      outcome: 'updated',
      record: { email: 'Two@example.org' },
    });
  });

  it('gives an address that several want at once to one of them', async () => {
    const emails = ['one', 'two', 'three'].map((name) => `${name}@example.org`);
    const speakers = await Promise.all(
      emails.map(async (email) => recordOf(await fixture.addSpeaker({ email }))),
    );
    const outcomes = await Promise.all(
      speakers.map(({ id }, i) => {
        const changes = i < 2 ? { email: 'same@example.org' } : { title: 'Engineer' };
        return fixture.store.speakers.update(own(id), changes);
      }),
    );
    const names = outcomes.map(({ outcome }) => outcome);
    expect(names.toSorted()).toEqual(['taken', 'updated', 'updated']);
    expect(outcomes[2]?.outcome).toBe('updated');
  });

  it('preserves what another process changes at the same time', async () => {
    const other = await fixture.open();
    const { id } = recordOf(await fixture.addSpeaker({ email: 'bo@example.org' }));
    const talk = recordOf(await fixture.addTalk());
    for (let n = 1; n <= 10; n++) {
      const [title, about] = [`Title ${n}`, `About ${n}`];
      await Promise.all([
        fixture.store.speakers.update(own(id), { title }),
        other.speakers.update(own(id), { about }),
        fixture.store.submissions.update(own(talk.id), { title }),
        other.submissions.update(own(talk.id), { abstract: about }),
      ]);
      expect(await fixture.store.speakers.find(own(id))).toMatchObject({ title, about });
      const changed = await fixture.store.submissions.find(own(talk.id));
      expect(changed).toMatchObject({ title, abstract: about });
    }
    await other.close();
  });

  it('frees the address that a speaker had, and takes the new one', async () => {
    const { id } = recordOf(await fixture.addSpeaker({ email: 'old@example.org' }));
    await fixture.store.speakers.update(own(id), { email: 'new@example.org' });
    expect((await fixture.addSpeaker({ email: 'old@example.org' })).outcome).toBe('created');
    expect(await fixture.addSpeaker({ email: 'NEW@example.org' })).toEqual({ outcome: 'taken' });
  });
}
