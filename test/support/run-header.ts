// The header of a run, for tests of its files.
import { journalVersion, type RunHeader } from '../../src/runs/entry.ts';

export const runHeader: RunHeader = {
  journal: journalVersion,
  run: '20260502-090507-00000001',
  startedAt: '2026-05-02T09:05:07.089Z',
  resource: 'speakers',
  event: 'conf',
  baseUrl: 'https://example.org',
  file: 'a\u2028é.csv',
  rows: 9,
  sha256: '0',
};
