// Whether a lost update took effect, by what a record shows.
import { expect, it } from 'vitest';
import { type Effect, effectOf } from './effect.ts';

const changes = {
  status: { from: 'pending', to: 'accepted' },
  feedback: { from: '', to: 'Well done' },
};

it.each<[string, Record<string, unknown>, Effect]>([
  ['all of its values', { status: 'accepted', feedback: 'Well done ' }, 'taken'],
  ['one value, and hides the other field', { status: 'accepted' }, 'taken'],
  ['the values from before', { status: 'pending', feedback: null }, 'absent'],
  ['one value from before', { status: 'accepted', feedback: '' }, 'absent'],
  ['another value', { status: 'withdrawn', feedback: '' }, 'changed'],
  ['another value beside one of its own', { status: 'accepted', feedback: 'No' }, 'changed'],
  ['no field', { title: 'Queues' }, 'hidden'],
])('shows %s', (_, record, effect) => {
  expect(effectOf(record, changes)).toBe(effect);
});

it('is unknown from a field that had the value before', () => {
  const equal = { status: { from: 'accepted', to: 'accepted' }, feedback: { to: 'x' } };
  expect(effectOf({ status: 'accepted' }, equal)).toBe('hidden');
});

it('is no conflict if it is unknown what was there before', () => {
  expect(effectOf({ status: 'withdrawn' }, { status: { to: 'accepted' } })).toBe('absent');
});
