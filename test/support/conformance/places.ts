// How every store places sessions, creates rooms by their first use, and keeps two sessions out of
// one room.
import { describe, expect, it } from 'vitest';
import { timestamp } from '../../../src/service/store/stamps.ts';
import type { OwnLists, Store } from '../../../src/service/store/store.ts';
import { newTalk } from '../new-talk.ts';
import { type Fixture, nowhere, ours, own, recordOf } from './fixture.ts';

const at = (clock: string) => `2027-05-20T${clock}:00+00:00`;

export function describePlaces(fixture: Fixture): void {
  const place = (id: string, clock: string, room = 'A', store: Store = fixture.store) =>
    store.submissions.place(own(id), { room, start: at(clock) });
  const talk = async (fields: object = {}) => recordOf(await fixture.addTalk(fields)).id;
  const accepted = async (clock: string, room = 'A', status = 'accepted') => {
    const id = await talk();
    recordOf(await place(id, clock, room));
    recordOf(await fixture.store.submissions.update(own(id), { status }));
    return id;
  };

  describe('a placement', () => {
    it('has an end, keeps its duration, and is stored', async () => {
      const id = await talk();
      fixture.time += 1000;
      const record = recordOf(await place(id, '09:00'));
      expect(record).toMatchObject({
        place: { room: { name: 'A' }, start: at('09:00'), end: at('09:30') },
        updated_at: timestamp(fixture.time),
      });
      const found = await fixture.store.submissions.find(own(id));
      expect(found).toMatchObject({ place: { room: { id: record.place?.room.id, name: 'A' } } });
      expect(recordOf(await place(id, '10:00')).place?.end).toBe(at('10:30'));
    });

    it('ends as its format says, until it has a duration of its own', async () => {
      const lists = { formats: [{ name: 'Workshop', minutes: 90 }] };
      expect(await fixture.store.changeEvent(ours, lists)).toEqual({ outcome: 'changed' });
      const id = await talk({ format_id: 'workshop' });
      expect(recordOf(await place(id, '09:00')).place?.end).toBe(at('10:30'));
      const shorter = { formats: [{ name: 'workshop', minutes: 20 }] };
      await fixture.store.changeEvent(ours, shorter);
      expect(recordOf(await place(id, '11:00')).place?.end).toBe(at('12:30'));
      expect(recordOf(await fixture.store.submissions.unplace(own(id))).place).toBeUndefined();
      expect(recordOf(await place(id, '11:00')).place?.end).toBe(at('11:20'));
    });

    it('is found by nobody else, and can be taken back twice', async () => {
      const { submissions } = fixture.store;
      const missing = own('sub_none');
      expect(await submissions.place(missing, { room: 'A', start: at('09:00') })).toEqual({
        outcome: 'not_found',
      });
      expect(await submissions.unplace(missing)).toEqual({ outcome: 'not_found' });
      const id = await talk();
      await place(id, '09:00');
      for (let n = 0; n < 2; n++) {
        expect(await submissions.unplace(own(id))).toMatchObject({
          outcome: 'updated',
          record: { place: undefined },
        });
      }
    });

    it('has no end after the year 9999', async () => {
      const start = '9999-12-31T23:45:00+00:00';
      const outcome = await fixture.store.submissions.place(own(await talk()), {
        room: 'A',
        start,
      });
      expect(outcome).toEqual({ outcome: 'too_late' });
      expect(await fixture.store.listChoices(ours, 'room')).toEqual([]);
    });
  });

  describe('a room', () => {
    it('is created once by its first use, also by several at once', async () => {
      const other = await fixture.open();
      const ids = await Promise.all(Array.from({ length: 8 }, () => talk()));
      const names = ['A', 'a', ' A', 'A'];
      const placed = await Promise.all(
        ids.map((id, i) => place(id, '09:00', names[i % 4], i % 2 === 0 ? fixture.store : other)),
      );
      expect(new Set(placed.map((outcome) => recordOf(outcome).place?.room.id)).size).toBe(1);
      expect(await fixture.store.listChoices(ours, 'room')).toMatchObject([{ position: 1 }]);
      await other.close();
    });

    it('is taken by one session, until that is moved, declined or taken out', async () => {
      const { submissions } = fixture.store;
      const first = await accepted('09:00');
      const second = await accepted('12:00');
      const refused = { outcome: 'occupied', by: 1 };
      expect(await place(second, '09:15')).toEqual(refused);
      expect(await submissions.find(own(second))).toMatchObject({ place: { start: at('12:00') } });
      expect((await place(second, '09:15', 'B')).outcome).toBe('updated');
      await place(first, '10:00');
      expect((await place(second, '09:15')).outcome).toBe('updated');
      expect(await place(first, '09:00')).toEqual({ outcome: 'occupied', by: 2 });
      await submissions.update(own(second), { status: 'declined' });
      expect((await place(first, '09:00')).outcome).toBe('updated');
      expect(await submissions.update(own(second), { status: 'accept_queue' })).toEqual(refused);
      expect(await submissions.find(own(second))).toMatchObject({ status: 'declined' });
      await submissions.unplace(own(first));
      expect((await submissions.update(own(second), { status: 'accepted' })).outcome).toBe(
        'updated',
      );
    });

    it('is taken by one of many that want it at once, whatever the process', async () => {
      const other = await fixture.open();
      const ids = await Promise.all(
        Array.from({ length: 8 }, () => accepted('20:00', 'Z', 'pending')),
      );
      const outcomes = await Promise.all(
        ids.map((id, i) => {
          const { submissions } = i % 2 === 0 ? fixture.store : other;
          return submissions.update(own(id), { status: 'accepted' });
        }),
      );
      const names = outcomes.map(({ outcome }) => outcome);
      expect(names.toSorted()).toEqual([...Array(7).fill('occupied'), 'updated']);
      await other.close();
    });

    it('of another event is another one', async () => {
      await accepted('09:00');
      const event = { ...ours, eventId: 'other' };
      await fixture.store.insertEvent(fixture.event('org_ours', 'other'));
      const { id } = recordOf(await fixture.addTalk({}, event));
      await fixture.store.submissions.update(own(id), { status: 'accepted' });
      expect((await place(id, '09:00')).outcome).toBe('updated');
      const [room] = await fixture.store.listChoices(ours, 'room');
      expect(await place(id, '10:00', room?.id)).toEqual({ outcome: 'unknown', kind: 'room' });
    });
  });

  describe('lists of an event', () => {
    const set = (lists: OwnLists) => fixture.store.changeEvent(ours, lists);
    const names = async (kind: 'room' | 'track' | 'format') =>
      (await fixture.store.listChoices(ours, kind)).map(({ name }) => name);

    it('are closed by a room: nothing else is created by its first use', async () => {
      await set({ tracks: ['Web'] });
      await talk({ track_id: 'Data' });
      expect(await names('track')).toEqual(['Web', 'Data']);
      expect(await fixture.store.findEvent(ours)).toMatchObject({ has_lists: false });
      await set({ rooms: ['Main Hall', 'Lighthouse'] });
      expect(await fixture.store.findEvent(ours)).toMatchObject({ has_lists: true });
      const unknown = await fixture.addTalk({ track_id: 'Cloud' });
      expect(unknown).toEqual({ outcome: 'unknown', kind: 'track' });
      expect(await fixture.addTalk({ format_id: 'Talk' })).toEqual({
        outcome: 'unknown',
        kind: 'format',
      });
      expect(await place(await talk({ track_id: 'data' }), '09:00', 'Main hall ')).toEqual({
        outcome: 'unknown',
        kind: 'room',
      });
      expect(await names('room')).toEqual(['Main Hall', 'Lighthouse']);
    });

    it('keep the ids of the names that stay, in the new order', async () => {
      await set({ rooms: ['A', 'B', 'C'] });
      const before = new Map(
        (await fixture.store.listChoices(ours, 'room')).map(({ id, name }) => [name, id]),
      );
      await set({ rooms: ['c', 'D', 'A'] });
      expect(await fixture.store.listChoices(ours, 'room')).toEqual([
        { id: before.get('C'), kind: 'room', name: 'c', minutes: 0, position: 1 },
        { id: expect.any(String), kind: 'room', name: 'D', minutes: 0, position: 2 },
        { id: before.get('A'), kind: 'room', name: 'A', minutes: 0, position: 3 },
      ]);
    });

    it('stay as they are if a submission has what would be removed', async () => {
      await place(await talk({ track_id: 'Web' }), '09:00', 'A');
      const lists = { rooms: ['B'], tracks: ['web', 'Data'] };
      expect(await set(lists)).toMatchObject({
        outcome: 'in_use',
        choice: { kind: 'room', name: 'A' },
        uses: 1,
      });
      expect([await names('room'), await names('track')]).toEqual([['A'], ['Web']]);
      expect(await fixture.store.findEvent(ours)).toMatchObject({ has_lists: false });
      expect(await fixture.store.changeEvent(nowhere, lists)).toEqual({ outcome: 'not_found' });
    });

    it('come with a new event', async () => {
      const event = fixture.event('org_ours', 'new');
      const lists = {
        rooms: ['A'],
        tracks: ['Web'],
        formats: [{ name: 'Talk', minutes: 40 }],
      };
      expect(await fixture.store.insertEvent(event, lists)).toBe(true);
      const ref = { ...ours, eventId: 'new' };
      expect(await fixture.store.findEvent(ref)).toEqual({ ...event, has_lists: true });
      expect(await fixture.store.listChoices(ref, 'format')).toMatchObject([
        { name: 'Talk', minutes: 40 },
      ]);
      expect(await fixture.store.listChoices(ours, 'format')).toEqual([]);
    });
  });

  describe('a strict request', () => {
    const create = (fields: object) =>
      fixture.store.submissions.create(ours, newTalk(fields), { isStrict: true });

    it('creates nothing by its first use, and names tracks and formats by their ids', async () => {
      expect(await create({ track_id: 'Web' })).toEqual({ outcome: 'unknown', kind: 'track' });
      const { track } = recordOf(await fixture.addTalk({ track_id: 'Web' }));
      expect(await create({ track_id: 'Web' })).toEqual({ outcome: 'unknown', kind: 'track' });
      const record = recordOf(await create({ track_id: track?.id }));
      expect(record.track).toMatchObject({ name: 'Web' });
      const strict = { isStrict: true };
      const placement = { room: 'A', start: at('09:00') };
      const { submissions } = fixture.store;
      expect(await submissions.place(own(record.id), placement, strict)).toEqual({
        outcome: 'unknown',
        kind: 'room',
      });
      await place(await talk(), '09:00');
      const outcome = await submissions.place(own(record.id), { ...placement, room: 'a' }, strict);
      expect(outcome.outcome).toBe('updated');
    });
  });
}
