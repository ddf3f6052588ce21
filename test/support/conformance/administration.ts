// How every store manages organizations, events and tokens, and how it separates organizations and
// processes.
import { describe, expect, it } from 'vitest';
import { blankSpeaker } from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { newTalk } from '../new-talk.ts';
import { everything, type Fixture, nowhere, ours, own, recordOf, theirs } from './fixture.ts';

export function describeAdministration(fixture: Fixture): void {
  const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

  it('lists organizations in the order of their creation', async () => {
    fixture.time += 1000;
    await fixture.addOrganization('org_a_third');
    expect(await fixture.store.listOrganizations()).toEqual([
      { id: 'org_ours', name: 'Name of org_ours' },
      { id: 'org_theirs', name: 'Name of org_theirs' },
      { id: 'org_a_third', name: 'Name of org_a_third' },
    ]);
  });

  it('inserts an organization with its first token, or neither', async () => {
    const organization = { id: 'org_new', name: 'New', created_at: timestamp(fixture.time) };
    await expect(
      fixture.store.insertOrganization(organization, fixture.token('first_org_ours', 'org_new')),
    ).rejects.toThrow();
    expect(ids(await fixture.store.listOrganizations())).not.toContain('org_new');
  });

  it('inserts an event id once per organization, finds it and lists it', async () => {
    const { store } = fixture;
    const event = { ...fixture.event('org_ours', 'b-conf'), timezone: 'Asia/Kolkata' };
    expect(await store.insertEvent(event)).toBe(true);
    expect(await store.insertEvent({ ...event, name: 'Another' })).toBe(false);
    expect(await store.insertEvent({ ...event, organization_id: 'org_theirs' })).toBe(true);
    const listed = { ...event, has_lists: false };
    expect(await store.findEvent({ ...ours, eventId: 'b-conf' })).toEqual(listed);
    expect(await store.findEvent(nowhere)).toBeUndefined();
    expect(ids(await store.listEvents())).toEqual(['conf', 'conf', 'b-conf', 'b-conf']);
    const conf = { ...fixture.event('org_ours', 'conf'), has_lists: false };
    expect(await store.listEvents('org_ours')).toEqual([conf, listed]);
    expect(await store.listEvents('org_none')).toEqual([]);
  });

  it('changes the name and the time zone of an event, and nothing else', async () => {
    const { store } = fixture;
    await store.changeEvent(ours, {
      rooms: ['Main Hall'],
      formats: [{ name: 'Talk', minutes: 5 }],
    });
    const { id } = recordOf(await fixture.addTalk());
    const start = '2027-05-20T09:00:00+00:00';
    await store.submissions.place(own(id), { room: 'Main Hall', start });
    const placed = await store.submissions.find(own(id));
    const before = await store.findEvent(ours);
    expect(await store.changeEvent(ours, { name: 'Another' })).toEqual({ outcome: 'changed' });
    expect(await store.findEvent(ours)).toEqual({ ...before, name: 'Another' });
    expect(await store.changeEvent(ours, { timezone: 'Asia/Kolkata' })).toEqual({
      outcome: 'changed',
      rezoned: { from: 'Europe/Berlin', sessions: 1 },
    });
    // There is nothing to report if it has this zone already.
    expect(await store.changeEvent(ours, { timezone: 'Asia/Kolkata' })).toEqual({
      outcome: 'changed',
    });
    const changed = { name: 'Another', timezone: 'Asia/Kolkata' };
    expect(await store.findEvent(ours)).toEqual({ ...before, ...changed });
    expect(await store.submissions.find(own(id))).toEqual(placed);
    expect(await store.listChoices(ours, 'room')).toMatchObject([{ name: 'Main Hall' }]);
    expect(await store.listChoices(ours, 'format')).toMatchObject([{ name: 'Talk', minutes: 5 }]);
    expect(await store.findEvent(theirs)).toMatchObject({ name: 'Name of conf' });
    expect(await store.changeEvent(nowhere, changed)).toEqual({ outcome: 'not_found' });
    expect((await fixture.addTalk()).outcome).toBe('created');
  });

  it('refuses an event or token of an organization that does not exist', async () => {
    await expect(fixture.store.insertEvent(fixture.event('org_none', 'conf'))).rejects.toThrow();
    await expect(fixture.store.insertToken(fixture.token('t', 'org_none'))).rejects.toThrow();
  });

  it('finds a token until it is revoked, and remembers when it was first revoked', async () => {
    const { store } = fixture;
    await store.insertToken(fixture.token('ci', 'org_ours'));
    expect(await store.findToken('ci')).toEqual({ organizationId: 'org_ours', hash: 'hash of ci' });
    const { hash: _, ...token } = fixture.token('ci', 'org_ours');
    expect(await store.listTokens('org_ours')).toEqual([
      expect.objectContaining({ id: 'first_org_ours' }),
      { ...token, revoked_at: null },
    ]);
    const revoked = { ...token, revoked_at: '2026-02-01T00:00:00.000Z' };
    expect(await store.revokeToken('ci', '2026-02-01T00:00:00.000Z')).toEqual(revoked);
    expect(await store.revokeToken('ci', '2026-03-01T00:00:00.000Z')).toEqual(revoked);
    expect(await store.findToken('ci')).toBeUndefined();
    expect(ids(await store.listTokens())).toEqual(['first_org_ours', 'first_org_theirs', 'ci']);
    expect(JSON.stringify(await store.listTokens())).not.toContain('hash');
    expect(await store.revokeToken('none', timestamp(fixture.time))).toBeUndefined();
    expect(await store.findToken('none')).toBeUndefined();
  });

  it('finds each of several tokens that are looked up at once', async () => {
    const wanted = [
      'first_org_theirs',
      "' OR id <> '",
      'first_org_ours',
      'none',
      'first_org_theirs',
    ];
    const found = await Promise.all(wanted.map((id) => fixture.store.findToken(id)));
    expect(found.map((token) => token?.organizationId)).toEqual([
      'org_theirs',
      undefined,
      'org_ours',
      undefined,
      'org_theirs',
    ]);
  });

  it('hides the records of another organization, also from a write', async () => {
    const { store } = fixture;
    const speaker = recordOf(await fixture.addSpeaker({ email: 'amina@example.org' }));
    const talk = recordOf(await fixture.addTalk());
    const { organizationId } = theirs;
    const [speakerRef, talkRef] = [speaker, talk].map(({ id }) => ({ organizationId, id }));
    if (speakerRef === undefined || talkRef === undefined) return;
    const missing = { outcome: 'not_found' };
    const placement = { room: 'A', start: '2027-05-20T09:00:00+00:00' };
    expect(await store.speakers.find(speakerRef)).toBeUndefined();
    expect(await store.submissions.find(talkRef)).toBeUndefined();
    expect(await store.speakers.update(speakerRef, { title: 'x' })).toEqual(missing);
    expect(await store.submissions.update(talkRef, { status: 'accepted' })).toEqual(missing);
    expect(await store.submissions.place(talkRef, placement)).toEqual(missing);
    expect(await store.submissions.unplace(talkRef)).toEqual(missing);
    const none = { records: [], total: 0 };
    expect(await store.listSpeakers(theirs, everything)).toEqual(none);
    expect(await store.listSubmissions(theirs, everything)).toEqual(none);
    expect(await store.listContentItems(theirs, everything)).toMatchObject(none);
    expect((await fixture.addSpeaker({ email: 'amina@example.org' }, theirs)).outcome).toBe(
      'created',
    );
    expect(await store.speakers.find(own(talk.id))).toBeUndefined();
    expect(await store.submissions.find(own(talk.id))).toEqual(talk);
  });

  describe('two stores on one database', () => {
    it('see what the other has written', async () => {
      const other = await fixture.open();
      const record = recordOf(await fixture.addSpeaker({ email: 'amina@example.org' }));
      expect(await other.speakers.find(own(record.id))).toEqual(record);
      expect(await fixture.store.findToken('first_org_ours')).toBeDefined();
      await other.revokeToken('first_org_ours', timestamp(fixture.time));
      expect(await fixture.store.findToken('first_org_ours')).toBeUndefined();
      expect(await other.insertEvent(fixture.event('org_ours', 'later'))).toBe(true);
      const later = { ...ours, eventId: 'later' };
      expect((await fixture.addSpeaker({ email: 'amina@example.org' }, later)).outcome).toBe(
        'created',
      );
      await other.close();
    });

    it('create one speaker for an address between them', async () => {
      const other = await fixture.open();
      const email = 'race@example.org';
      const all = await Promise.all([
        fixture.addSpeaker({ email }),
        other.speakers.create(ours, { ...blankSpeaker, email }),
        fixture.addSpeaker({ email }),
      ]);
      expect(all.map(({ outcome }) => outcome).sort()).toEqual(['created', 'taken', 'taken']);
      await other.close();
    });

    it('create one record for an idempotency key between them', async () => {
      const other = await fixture.open();
      const key = { key: 'race', fingerprint: 'print' };
      const create = (store: Store) => store.submissions.create(ours, newTalk(), { key });
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create(n % 2 === 0 ? fixture.store : other)),
      );
      expect(all.map(({ outcome }) => outcome).sort()).toEqual([
        'created',
        ...Array(7).fill('replayed'),
      ]);
      expect(new Set(all.map((creation) => recordOf(creation).id)).size).toBe(1);
      await other.close();
    });

    it('create one record for an idempotency key that they use for two events', async () => {
      const other = await fixture.open();
      const second = { ...ours, eventId: 'second' };
      await fixture.store.insertEvent(fixture.event('org_ours', second.eventId));
      for (let round = 0; round < 20; round++) {
        const key = { key: `both ${round}`, fingerprint: 'of a speaker' };
        const person = { ...blankSpeaker, email: `both-${round}@example.org` };
        const both = await Promise.all([
          fixture.store.speakers.create(ours, person, key),
          other.submissions.create(second, newTalk(), {
            key: { ...key, fingerprint: 'of a talk' },
          }),
        ]);
        expect(both.map(({ outcome }) => outcome).sort()).toEqual(['created', 'key_reused']);
      }
      await other.close();
    });
  });

  it('has every acknowledged write when it is opened again, and closes twice', async () => {
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, i) => fixture.addSpeaker({ email: `p${i}@example.org` })),
    );
    await fixture.store.close();
    await fixture.store.close();
    fixture.store = await fixture.open();
    await fixture.store.ping();
    const { records } = await fixture.speakers({ pageSize: 1000 });
    const byId = new Map(records.map((record) => [record.id, record]));
    expect(all.map((created) => byId.get(recordOf(created).id))).toEqual(all.map(recordOf));
  });
}
