// The judge objects to each kind of wrong behavior: without it, the table of faults would pass whatever a command does.
import { expect, it } from 'vitest';
import type { Evidence, Run } from './cell.ts';
import { faults } from './faults.ts';
import { judge } from './judge.ts';
import { kinds } from './kinds.ts';

const old = ['amina@example.org | Amina | Okoyé', 'Types | pending | - | -'];
const rows = ['daria@example.org | Daria | Ekström', 'emre@example.org | Emre | Sü', 'fay@example.org | Fay | Lé'];

const error = (code: string, message: string, fix = 'try again') =>
  `${JSON.stringify({ error: { code, message, fix, next: [] } })}\n`;
const counts = (created: number, unknown: number) => JSON.stringify({ counts: { created, updated: 0, unknown } });

const again: Run = { exitCode: 0, stdout: counts(3, 0), stderr: '', held: [...old, ...rows], written: {} };
/** An import whose second response was lost, and whose list then failed. */
const struck: Run = {
  exitCode: 10,
  stdout: counts(1, 2),
  stderr: error('outcome_unknown', 'the outcome of 2 of 3 rows is unknown'),
  held: [...old, ...rows.slice(0, 2)],
  written: {},
};

function evidenceOf(run: Partial<Run>, more: Partial<Evidence> = {}): Evidence {
  const [fault, kind] = [
    faults.find(({ name }) => name === 'reset after'),
    kinds.find(({ name }) => name === 'import'),
  ];
  if (fault === undefined || kind === undefined) throw new Error('the table has no such cell');
  return {
    cell: { fault, kind, lasting: 'all' },
    ...{ before: old, struck: { ...struck, ...run }, again, againArgs: [], seen: [] },
    ...{ astray: 0, tookMs: 1000, waitedMs: 0, token: 'plt_secret', names: [] },
    ...more,
  };
}

it('accepts what is right', () => {
  expect(judge(evidenceOf({}))).toEqual([]);
});

it.each<[string, Partial<Run>, Partial<Evidence>, RegExp]>([
  ['a hang', {}, { tookMs: 3_600_000 }, /^it took 3600000 ms, and may take \d+$/],
  ['a record that was created twice', { held: [...struck.held, rows[1] ?? ''] }, {}, /twice: emre/],
  ['a record that nobody asked for', { held: [...struck.held, 'eve@example.org | Eve | -'] }, {}, /twice: eve/],
  ['a record that is gone', { held: struck.held.slice(1) }, {}, /lacks amina/],
  ['a success that is not there', { stdout: counts(3, 0) }, {}, /reports 3 to 3 changes, and the service holds 2/],
  ['a success that is not reported', { stdout: counts(1, 0) }, {}, /reports 1 to 1 changes, and the service holds 2/],
  ['another exit code', { exitCode: 7 }, {}, /the exit code is 7, not 10/],
  ['an error without a fix', { stderr: error('outcome_unknown', 'unknown', '') }, {}, /the error has no fix/],
  ['an error for programmers', { stderr: error('outcome_unknown', 'undefined rows') }, {}, /not for people/],
  ['the token in an output', { stderr: error('outcome_unknown', 'plt_secret is odd') }, {}, /contains the token/],
  ['a request to another service', {}, { astray: 1 }, /another service got a request/],
  [
    'a resumed run that ends early',
    {},
    { again: { ...again, held: struck.held, stdout: counts(2, 0) } },
    /does not complete/,
  ],
  ['data that is no JSON', {}, { again: { ...again, stdout: '{' } }, /stdout is not JSON/],
])('objects to %s', (_, run, more, objection) => {
  const objections = judge(evidenceOf(run, more));
  expect(objections).toContainEqual(expect.stringMatching(objection));
});
