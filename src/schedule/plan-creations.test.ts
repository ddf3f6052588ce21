// Which rows of a schedule become new submissions, and which of their titles are warnings.
import { describe, expect, it } from 'vitest';
import { at, options, row, submission } from '../../test/support/schedule-rows.ts';
import { planSchedule } from './plan.ts';
import { planCreations } from './plan-creations.ts';

describe('new submissions', () => {
  const create = { submitterEmail: 'program@example.org' };
  const untitled = { submissionId: undefined, room: 'Lab' };

  it('have a warning if their title may be misspelled, however many rows and submissions there are', () => {
    const held = Array.from({ length: 300 }, (_, n) => submission(`${n}`, { title: `Established topic ${n}` }));
    const rows = Array.from({ length: 350 }, (_, n) =>
      row(n + 2, '', '10:00', { ...untitled, room: `Room ${n}`, title: `Unheard-of question ${n}` }),
    );
    const misspelled = row(352, '', '10:00', { ...untitled, title: 'Establshed topic 17' });
    const { creations, unknown, warnings } = planSchedule([...rows, misspelled], held, { ...options, create });
    expect([creations?.length, unknown]).toEqual([351, []]);
    const other = { other: 'Established topic 17', otherLine: undefined };
    expect(warnings).toContainEqual({ code: 'similar_title', line: 352, title: misspelled.title, ...other });
  });

  it('do not have a title that the service may list cut off, or lists as HTML', () => {
    const listed = ['Zero\u2026', 'Q&amp;A', ...Array.from({ length: 5 }, (_, n) => `Zero lost cents, part ${n}`)];
    const held = listed.map((title, n) => submission(`${n}`, { title }));
    const rows = ['Zero lost cents at all', 'Q&A', 'Zen'].map((title, n) =>
      row(n + 2, '', '10:00', { ...untitled, room: `Room ${n}`, title }),
    );
    const { creations, unknown, changes } = planSchedule(rows, held, { ...options, create });
    expect(creations).toMatchObject([{ title: 'Zen' }]);
    expect(unknown).toMatchObject([{ line: 2, candidates: [{ id: '0' }, {}, {}] }]);
    expect(changes).toMatchObject([{ submissionId: '1' }]);
  });

  it('have a warning if their titles differ in a few letters, but not if they differ in numbers, or not at all', () => {
    const titles = ['Compilers for all', 'Compiler for all', 'Lightning talks 1', 'Lightning talks 2', 'Sets', 'Sets'];
    const rows = titles.map((title, at) => {
      const submitterEmail = `${at}@example.org`;
      return row(at + 2, '', '10:00', { ...untitled, title, room: `Hall ${at}`, submitterEmail });
    });
    const { creations, unknown, counts, warnings } = planSchedule(rows, [], { ...options, create });
    expect([creations?.length, unknown, counts.create]).toEqual([6, [], 6]);
    expect(warnings).toEqual([{ code: 'similar_title', line: 3, title: titles[1], other: titles[0], otherLine: 2 }]);
  });

  it('do not have the title of a submission that may be cut off, even if titles were not compared', () => {
    const wanted = { ...row(2, '', '10:00', { ...untitled, title: 'Zero lost cents' }), to: at('10:00') };
    const unknown = { line: 2, title: wanted.title, reason: 'not_found' as const };
    const terms = { file: 's.csv', ...create };
    const created = planCreations([wanted], [{ ...unknown, candidates: [] }], terms);
    expect(created).toMatchObject({ creations: [{}], unknown: [] });
    const candidates = [{ id: 'z', title: 'Zero lo\u2026' }];
    expect(planCreations([wanted], [{ ...unknown, candidates }], terms)).toMatchObject({
      creations: [],
      unknown: [{}],
    });
  });
});
