// Whether a lost update took effect, by what a record shows.
import { expect, it } from 'vitest';
import { type Effect, effectOf, fieldsOfOthers } from './effect.ts';

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

it.each<[string, Record<string, unknown>, Effect]>([
  ['the new value', { status: 'accepted' }, 'taken'],
  ['another value, which may be somebody else’s', { status: 'withdrawn' }, 'changed'],
  ['no value', { title: 'Queues' }, 'hidden'],
])('shows %s where it is unknown what was there before', (_, record, effect) => {
  expect(effectOf(record, { status: { to: 'accepted' } })).toBe(effect);
});

it('names the fields that somebody else has changed', () => {
  const several = { ...changes, title: { to: 'Queues' }, abstract: { from: 'a', to: 'b' } };
  const record = { status: 'withdrawn', feedback: '', title: 'Maps' };
  expect(fieldsOfOthers(record, several)).toEqual(['status', 'title']);
});
