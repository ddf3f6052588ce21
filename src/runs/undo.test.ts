// What an undo restores, and what it cannot.
import { expect, it } from 'vitest';
import { undoOf } from './undo.ts';

const none = { changed: [], created: [], unsaved: [] };

it('swaps what was written and what was there; what the service did not show is final', () => {
  const fields = {
    photo_url: { from: null, to: 'https://example.org/a.jpg' },
    title: { from: 7, to: 'Dr' },
    phone: { to: '+49 1' },
    about: { from: { html: 'A' }, to: 'B' },
  };
  const written = { ...none, changed: [{ row: 3, id: 'spk_1', fields }] };
  expect(undoOf(written, false)).toEqual({
    changes: [
      {
        row: 3,
        line: 3,
        names: { id: 'spk_1' },
        base: { photo_url: 'https://example.org/a.jpg', title: 'Dr' },
        fields: { photo_url: null, title: '7' },
      },
    ],
    final: [{ kind: 'not_shown', row: 3, id: 'spk_1', fields: ['phone', 'about'] }],
  });
});

it('gives a session no place that had none', () => {
  const start = '2026-05-02T09:00:00Z';
  const fields = { room: { from: null, to: 'Aula' }, start: { from: null, to: start } };
  const written = { ...none, changed: [{ row: 2, id: 'sub_1', fields }] };
  expect(undoOf(written, false)).toEqual({
    changes: [
      {
        row: 2,
        line: 2,
        names: { id: 'sub_1' },
        base: { room: 'Aula', start },
        fields: { room: null, start: null },
      },
    ],
    final: [],
  });
});

it('withdraws created submissions only on request, and never those without an id', () => {
  const written = {
    changed: [],
    unsaved: [{ row: 4, id: 'sub_4' }],
    created: [
      { row: 1, id: 'sub_1', fields: {} },
      { row: 2, id: undefined, fields: {} },
    ],
  };
  const unsaved = { kind: 'not_saved', row: 4, id: 'sub_4' };
  expect(undoOf(written, false)).toEqual({
    changes: [],
    final: [
      { kind: 'created', row: 1, id: 'sub_1' },
      { kind: 'created', row: 2, id: undefined },
      unsaved,
    ],
  });
  const { changes, final } = undoOf(written, true);
  expect(changes).toMatchObject([
    { line: 1, names: { id: 'sub_1' }, fields: { status: 'withdrawn' } },
  ]);
  expect(final).toEqual([{ kind: 'created', row: 2, id: undefined }, unsaved]);
});
