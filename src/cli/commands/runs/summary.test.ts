// Which command began a run, by the header of its journal.
import { expect, it } from 'vitest';
import { runHeader } from '../../../../test/support/run-header.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { commandOf } from './summary.ts';

it.each<[string, Partial<RunHeader>, string]>([
  ['its command', { command: 'sessions swap', resource: 'sessions' }, 'sessions swap'],
  ['a later command', { command: 'speakers merge', options: { map: [] } }, 'speakers import'],
  ['the columns of a file', { options: { map: [] } }, 'speakers import'],
  ['how rows are matched', { options: { map: [], matching: 'record' } }, 'speakers apply'],
  ['what is left alone', { options: { leavesExisting: true } }, 'speakers import'],
  ['a folder', { resource: 'program', options: { creates: true } }, 'program apply'],
  ['a schedule', { resource: 'sessions', options: { creates: false } }, 'sessions apply'],
  ['what it undoes', { undoes: 'x', resource: 'sessions' }, 'runs undo'],
])('is known by %s', (_, header, command) => {
  const { group, verb } = commandOf({ ...runHeader, ...header });
  expect(`${group} ${verb}`).toBe(command);
});
