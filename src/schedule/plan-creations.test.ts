// Which rows of a schedule become new submissions, and which of their titles are warnings.
import { describe, expect, it } from 'vitest';
import { at, options, row, submission } from '../../test/support/schedule-rows.ts';
import { planSchedule } from './plan.ts';
import { planCreations } from './plan-creations.ts';

describe('new submissions', () => {
  const create = { submitterEmail: 'program@example.org' };
  const untitled = { submissionId: undefined, room: 'Lab' };

  it('have a warning if their title may be misspelled', () => {
    const misspelled = row(2, '', '10:00', { ...untitled, title: 'Establshed topic 17' });
    const held = ['Established topic 16', 'Established topic 17'].map((title, n) => submission(`${n}`, { title }));
    const { creations, warnings } = planSchedule([misspelled], held, { ...options, create });
    expect(creations).toHaveLength(1);
    const other = { other: 'Established topic 17', otherLine: undefined };
    expect(warnings).toContainEqual({ code: 'similar_title', line: 2, title: misspelled.title, ...other });
  });

  it('do not have a title that the service may list cut off, or lists as HTML', () => {
    const listed = ['Zero\u2026', 'Q&amp;A', ...Array.from({ length: 5 }, (_, n) => `Zero lost cents, part ${n}`)];
    const held = listed.map((title, n) => submission(`${n}`, { title }));
    const rows = ['Zero lost cents at all', 'Q&A', 'Zen'].map((title, n) =>
      row(n + 2, '', '10:00', { ...untitled, room: `Room ${n}`, title }),
    );
    const { creations, unknown, changes } = planSchedule(rows, held, { ...options, create });
    expect(creations).toMatchObject([{ title: 'Zen' }]);
    expect(unknown).toMatchObject([{ line: 2, candidates: [{ id: '0' }] }]);
    expect(changes).toMatchObject([{ submissionId: '1' }]);
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
