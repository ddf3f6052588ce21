// The clashes of statuses with a crowd in one slot: all are counted, and the first ones listed.
import { expect, it } from 'vitest';
import { pendingCrowd } from '../../test/support/pending-crowd.ts';
import { clashesOfStatus, statusClashes } from './status-clashes.ts';

const terms = { moved: [], timeZone: 'UTC' };

it('of a crowd that becomes accepted, all pairs are counted and the first are listed', () => {
  const { count, listed } = statusClashes(pendingCrowd(200), terms);
  expect([count, listed.length]).toEqual([(200 * 199) / 2, 1000]);
  expect(listed.slice(0, 3).map(({ sessions }) => sessions.map(({ title }) => title))).toEqual([
    ['Talk 0', 'Talk 1'],
    ['Talk 0', 'Talk 2'],
    ['Talk 1', 'Talk 2'],
  ]);
});

it('the list is bounded over all rooms, and the count is of all', () => {
  const part = pendingCrowd(200, (index) => `Room ${index % 4}`);
  const { count, listed } = statusClashes(part, terms);
  expect([count, listed.length]).toEqual([4 * ((50 * 49) / 2), 1000]);
});

it('sessions that stay accepted together are no clash of the one that becomes accepted', () => {
  const records = Array.from({ length: 100 }, (_, index) => ({
    id: `sub_${index}`,
    title: `Talk ${index}`,
    status: index === 0 ? 'pending' : 'accepted',
    room: 'Hall',
    start: '2027-05-20T09:00:00Z',
    end: '2027-05-20T09:30:00Z',
  }));
  const change = { id: 'sub_0', status: 'accepted' };
  const { count, listed } = clashesOfStatus(records, change, 'UTC');
  expect([count, listed.length]).toEqual([99, 99]);
  expect(new Set(listed.map(({ reason }) => reason))).toEqual(
    new Set(['"Talk 0" would become accepted']),
  );
});
