// Which rows of a schedule become new submissions, and which are more likely misspelled.
import { describe, expect, it } from 'vitest';
import { at, options, row, submission } from '../../test/support/schedule-rows.ts';
import { planSchedule } from './plan.ts';
import { planCreations } from './plan-creations.ts';

describe('new submissions', () => {
  const create = { submitterEmail: 'program@example.org' };
  const untitled = { submissionId: undefined, room: 'Lab' };

  it('do not have a misspelled title, however many rows and submissions there are', () => {
    const held = Array.from({ length: 300 }, (_, n) => submission(`${n}`, { title: `Established topic ${n}` }));
    const rows = Array.from({ length: 350 }, (_, n) =>
      row(n + 2, '', '10:00', { ...untitled, room: `Room ${n}`, title: `Unheard-of question ${n}` }),
    );
    const misspelled = row(352, '', '10:00', { ...untitled, title: 'Establshed topic 17' });
    const { creations, unknown } = planSchedule([...rows, misspelled], held, { ...options, create });
    expect(creations).toHaveLength(350);
    expect(unknown).toMatchObject([{ line: 352, candidates: [{ id: '17' }, {}, {}] }]);
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

  it('are not two rows if one title is probably the other with a mistake, but may differ in numbers, or have the same title', () => {
    const titles = ['Compilers for all', 'Compiler for all', 'Lightning talks 1', 'Lightning talks 2', 'Sets', 'Sets'];
    const rows = titles.map((title, at) => {
      const submitterEmail = `${at}@example.org`;
      return row(at + 2, '', '10:00', { ...untitled, title, room: `Room ${at}`, submitterEmail });
    });
    const { creations, unknown, counts } = planSchedule(rows, [], { ...options, create });
    expect(creations?.map(({ line }) => line)).toEqual([4, 5, 6, 7]);
    expect(unknown).toEqual([
      { line: 2, title: titles[0], reason: 'similar_row', candidates: [], similarRow: { line: 3, title: titles[1] } },
      { line: 3, title: titles[1], reason: 'similar_row', candidates: [], similarRow: { line: 2, title: titles[0] } },
    ]);
    expect(counts).toMatchObject({ create: 4, unknown: 2 });
  });

  it('do not have a title that was not compared with those of the submissions', () => {
    const wanted = { ...row(2, '', '10:00', { ...untitled, title: 'Zero lost cents' }), to: at('10:00') };
    const unknown = { line: 2, title: wanted.title, reason: 'not_found' as const, candidates: [] };
    const terms = { file: 's.csv', ...create };
    expect(planCreations([wanted], [unknown], terms)).toMatchObject({ creations: [{}], unknown: [] });
    const notCompared = { ...unknown, notCompared: true as const };
    expect(planCreations([wanted], [notCompared], terms)).toMatchObject({ creations: [], unknown: [{}] });
  });
});
