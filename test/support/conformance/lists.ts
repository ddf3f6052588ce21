// How every store lists records, and what it derives from them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { newTalk } from '../new-talk.ts';
import { everything, type Fixture, nowhere, ours, own, recordOf, theirs } from './fixture.ts';

export function describeLists(fixture: Fixture): void {
  const place = (id: string, start: string) =>
    fixture.store.submissions.place(own(id), { room: 'A', start });

  describe('submissions', () => {
    let ids: readonly string[];

    beforeEach(async () => {
      const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
      const talks = numbers.map(async (n) => fixture.addTalk({ title: `Talk ${n}` }));
      ids = (await Promise.all(talks)).map((created) => recordOf(created).id);
    });

    it('are in the order of their creation, after those that have a start', async () => {
      const titles = Array.from({ length: 12 }, (_, i) => `Talk ${i + 1}`);
      expect(await fixture.titles()).toEqual(titles);
      await fixture.store.submissions.update(own(ids[0] ?? ''), { feedback: 'changed last' });
      expect(await fixture.titles()).toEqual(titles);
      await place(ids[8] ?? '', '2027-05-20T09:00:00+00:00');
      await place(ids[3] ?? '', '2027-05-20T09:00:00.5+00:00');
      await place(ids[10] ?? '', '2027-05-20T08:00:00+00:00');
      await place(ids[4] ?? '', '2027-05-20T09:00:00+00:00');
      const placed = ['Talk 11', 'Talk 5', 'Talk 9', 'Talk 4'];
      const others = titles.filter((title) => !placed.includes(title));
      expect(await fixture.titles()).toEqual([...placed, ...others]);
      await fixture.store.submissions.unplace(own(ids[10] ?? ''));
      expect((await fixture.titles())[0]).toBe('Talk 5');
    });

    it('are in the order of commits, so that nothing is skipped while others create', async () => {
      const other = await fixture.open();
      const stores = [fixture.store, other];
      let isCreating = true;
      const creations = Array.from({ length: 100 }, (_, n) => {
        const talk = newTalk({ title: `New ${n}`, submitter_email: `new${n % 7}@example.org` });
        return stores[n % 2]?.submissions.create(ours, talk);
      });
      const created = Promise.all(creations).finally(() => {
        isCreating = false;
      });
      let before: readonly string[] = [];
      do {
        const found = await fixture.titles({ pageSize: 1000 });
        expect(found.slice(0, before.length)).toEqual(before);
        before = found;
        await nextTurn();
      } while (isCreating);
      const numbers = (await created).map((outcome) => recordOf(outcome).number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, n) => n + 13),
      );
      expect((await fixture.talks()).total).toBe(112);
      await other.close();
    });

    it('come in pages, with the total, and none after the last', async () => {
      const middle = ['Talk 5', 'Talk 6', 'Talk 7', 'Talk 8'];
      expect(await fixture.titles({ page: 2, pageSize: 4 })).toEqual(middle);
      expect(await fixture.titles({ page: 3, pageSize: 5 })).toEqual(['Talk 11', 'Talk 12']);
      const none = { records: [], total: 12 };
      expect(await fixture.talks({ page: 4, pageSize: 5 })).toEqual(none);
      expect(await fixture.talks({ page: 1e20 })).toEqual(none);
    });
  });

  describe('speakers', () => {
    it('are in the order of last name, first name and address, without case', async () => {
      const people = [
        ['b@example.org', 'Amina', 'okoye'],
        ['a@example.org', 'amina', 'Okoye'],
        ['z@example.org', 'Zoe', 'Adams'],
        ['e@example.org', 'Eve', 'Éclair'],
        ['n@example.org', 'Nadia', ''],
        ['o@example.org', 'Zoe', 'Adamson'],
        ['m@example.org', '', ''],
      ] as const;
      for (const [email, first_name, last_name] of people) {
        await fixture.addSpeaker({ email, first_name, last_name });
      }
      const emails = async () => (await fixture.speakers()).records.map(({ email }) => email[0]);
      expect(await emails()).toEqual(['m', 'n', 'z', 'o', 'a', 'b', 'e']);
      const { records } = await fixture.speakers({ text: 'nadia' });
      await fixture.store.speakers.update(own(records[0]?.id ?? ''), { last_name: 'Žižek' });
      expect(await emails()).toEqual(['m', 'z', 'o', 'a', 'b', 'e', 'n']);
    });

    it('may have the longest names and addresses', async () => {
      const email = `${'\u{1f600}'.repeat(300)}@example.org`;
      const name = '\u{1f600}'.repeat(200);
      await fixture.addSpeaker({ email, first_name: name, last_name: name });
      expect((await fixture.speakers({ text: '@example' })).records).toMatchObject([{ email }]);
    });
  });

  it('are undefined for an event that does not exist', async () => {
    const { store } = fixture;
    expect(await store.listSpeakers(nowhere, everything)).toBeUndefined();
    expect(await store.listSubmissions(nowhere, everything)).toBeUndefined();
    expect(await store.listSubmissions(nowhere, { ...everything, track: 'x' })).toBeUndefined();
    expect(await store.listContentItems(nowhere, everything)).toBeUndefined();
  });

  describe('content items', () => {
    const add = async (first_name: string, changes: object) => {
      const email = `${first_name.toLowerCase()}@example.org`;
      const { id } = recordOf(await fixture.addSpeaker({ email, first_name }));
      await fixture.store.speakers.update(own(id), changes);
    };
    const items = async (filter: object = {}) =>
      fixture.store.listContentItems(ours, { ...everything, ...filter });
    const shown = async (filter: object = {}) =>
      (await items(filter))?.records.map(
        ({ speaker, type, status }) => `${speaker.first_name} ${type} ${status}`,
      );

    beforeEach(async () => {
      await add('zoe', {});
      await add('Bob', { photo_url: 'bob.jpg' });
      await add('amy', { photo_url: 'amy.jpg', about: 'Ships.' });
      await fixture.addSpeaker({ email: 'theirs@example.org' }, theirs);
    });

    it('are a biography and a photo of each speaker, what is missing first', async () => {
      expect(await items()).toMatchObject({
        event: { id: 'conf', name: 'Name of conf' },
        total: 6,
        counts: { received: 3, missing: 3, needs_changes: 0 },
        outstanding: [
          { speaker: { first_name: 'Bob' }, missing: ['bio'] },
          { speaker: { first_name: 'zoe' }, missing: ['bio', 'headshot'] },
        ],
      });
      const all = [
        'Bob bio missing',
        'zoe bio missing',
        'zoe headshot missing',
        'amy bio received',
        'amy headshot received',
        'Bob headshot received',
      ];
      expect(await shown()).toEqual(all);
      const pages = [1, 2, 3].map((page) => shown({ page, pageSize: 4 }));
      expect((await Promise.all(pages)).flat()).toEqual(all);
    });

    it('are found by their status and type', async () => {
      expect(await shown({ status: 'missing', type: 'bio' })).toEqual([
        'Bob bio missing',
        'zoe bio missing',
      ]);
      const found = { status: 'received', type: 'headshot', page: 2, pageSize: 1 };
      expect(await items(found)).toMatchObject({ total: 2, records: [{ status: 'received' }] });
      expect(await items({ status: 'needs_changes' })).toMatchObject({ total: 0, records: [] });
      expect(await items({ type: 'slides' })).toMatchObject({ total: 0, records: [] });
    });
  });
}
