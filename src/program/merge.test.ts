// What counts as the same value in a file and in the service.
import { expect, it } from 'vitest';
import { isSameCell, mergeRecord, textOf } from './merge.ts';

it.each([
  ['title', 'Queues', 'queues', false],
  // Of a spreadsheet.
  ['about', 'one\r\ntwo', 'one\ntwo', true],
  ['about', 'one\n\ntwo', 'one\ntwo', false],
  ['about', ' one ', 'one', true],
  ['start', '2027-05-20 09:30', '2027-05-20T09:30:00+02:00', true],
  ['start', '2027-05-20 09:31', '2027-05-20T09:30:00+02:00', false],
  ['start', '20.05.2027 09:30', '2027-05-20T09:30:00+02:00', true],
  ['start', '5/20/2027 9:30 AM', '2027-05-20T09:30:00+02:00', true],
  // It may be the 6th of May.
  ['start', '05/06/2027 09:30', '2027-06-05T09:30:00+02:00', false],
  ['start', 'tomorrow', '2027-05-20T09:30:00+02:00', false],
  ['email', 'a***@e***.org', 'bo@example.org', false],
  ['about', 'a***@e***.org', 'amina@example.org', false],
  // Only a start is an instant.
  ['title', '2027-05-20 09:30', '2027-05-20T09:30:00+02:00', false],
])('%s %j and %j: %s', (field, one, other, expected) => {
  expect(isSameCell(field, one, other, 'Europe/Berlin')).toBe(expected);
  expect(isSameCell(field, other, one, 'Europe/Berlin')).toBe(expected);
});

it('does not know an edit of a column that the file lacks', () => {
  const merged = mergeRecord({
    base: { phone: '1', title: 'A' },
    file: { title: 'B' },
    service: { phone: '2', title: 'A' },
  });
  expect(merged).toEqual({
    values: { phone: '2', title: 'B' },
    base: { phone: '2', title: 'A' },
    edited: ['title'],
    drifted: ['phone'],
    conflicts: [],
  });
});

it('keeps what the file has of a field that the service does not show', () => {
  const [own, other, service] = [
    { feedback: 'Well done.' },
    { feedback: 'Sorry.' },
    { title: 'Queues' },
  ];
  const both = { ...service, ...own };
  expect(mergeRecord({ base: both, file: both, service })).toMatchObject({
    values: both,
    base: both,
    edited: [],
  });
  expect(mergeRecord({ base: both, file: { ...service, ...other }, service })).toMatchObject({
    values: { ...service, ...other },
    base: both,
    edited: ['feedback'],
    conflicts: [],
  });
  expect(mergeRecord({ base: undefined, file: service, service })).toMatchObject({
    base: service,
    edited: [],
  });
});

it('preserves the old base of a conflict, so that it remains one', () => {
  const sides = { base: { title: 'A' }, file: { title: 'B' }, service: { title: 'C' } };
  const conflicts = [{ field: 'title', base: 'A', file: 'B', service: 'C' }];
  expect(mergeRecord(sides)).toMatchObject({
    values: { title: 'B' },
    base: { title: 'A' },
    conflicts,
  });
  expect(mergeRecord(sides, { prefer: 'file' })).toMatchObject({
    values: { title: 'B' },
    base: { title: 'C' },
  });
  expect(mergeRecord(sides, { prefer: 'service' })).toMatchObject({
    values: { title: 'C' },
    base: { title: 'C' },
  });
  expect(mergeRecord({ ...sides, base: undefined })).toMatchObject({
    values: { title: 'B' },
    base: {},
  });
});

it.each([
  [null, ''],
  [undefined, ''],
  [404, '404'],
  [true, 'true'],
  ['\uD800x\0', '\uFFFDx'],
  [{ name: 'backend' }, undefined],
  [['a'], undefined],
])('writes %j as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it('merges a room and a start as one place', () => {
  const base = { title: 'T', room: 'Loft', start: '11:00' };
  const merged = mergeRecord({
    base,
    file: { ...base, room: 'Pier', title: 'U' },
    service: { ...base, start: '14:00' },
  });
  expect(merged).toEqual({
    values: { title: 'U', room: 'Pier', start: '11:00' },
    base,
    edited: ['title'],
    drifted: [],
    conflicts: [
      { field: 'room', base: 'Loft', file: 'Pier', service: 'Loft' },
      { field: 'start', base: '11:00', file: '11:00', service: '14:00' },
    ],
  });
  const both = { ...base, room: 'Pier' };
  const later = { ...both, start: '12:00' };
  expect(mergeRecord({ base, file: later, service: both })).toMatchObject({
    values: later,
    edited: ['start'],
    conflicts: [],
  });
});

it('takes what a creation has sent and the service does not show, until the file has it', () => {
  const merged = mergeRecord({
    base: { title: 'A' },
    file: { title: 'A', submitter_email: '' },
    service: { title: 'A', submitter_email: 'ada@example.org' },
    onlyCreated: new Set(['submitter_email']),
  });
  expect(merged).toMatchObject({ values: { submitter_email: 'ada@example.org' }, conflicts: [] });
});
