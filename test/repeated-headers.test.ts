// Columns of one name: they may stay unused, and are refused if a field, a flag or a template needs
// one of them.
import { describe, expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();

const people = ['Notes,Name,Email,Notes', 'early,Ada Lovelace,ada@example.org,vegan'];

async function plan(lines: readonly string[], ...flags: readonly string[]) {
  const { run } = await stage();
  const name = file('people.csv', ...lines);
  return run('speakers', 'import', name, '--dry-run', '--json', ...flags);
}

describe('two columns of one name', () => {
  it('stay unused, and both are named', async () => {
    const { exitCode, stdout, stderr } = await plan(people);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('same name')]);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { create: 1 },
      unmapped: ['Notes', 'Notes'],
    });
  });

  it('are left out together', async () => {
    const { exitCode, stdout } = await plan(people, '--map', 'Notes=');
    expect([exitCode, JSON.parse(stdout).unmapped]).toEqual([0, []]);
  });

  it.each([
    ['a field needs one of them', ['', 'Bio,Email,Bio', 'x,ada@example.org,'], [], 2, 'Bio'],
    ['both mean a field', ['Email,Bio,Bio', 'ada@example.org,x,y'], [], 1, 'Bio'],
    ['a flag names them', people, ['--map', 'Notes=about'], 1, 'Notes'],
  ])('are refused if %s', async (_, lines, flags, line, column) => {
    const { exitCode, stderr } = await plan(lines, ...flags);
    expect([exitCode, JSON.parse(stderr).error]).toMatchObject([
      3,
      {
        message: 'people.csv has two columns with the same name',
        details: [{ file: 'people.csv', line, column }],
        fix: 'rename one of them in the header line',
      },
    ]);
  });

  it('are refused if a template names them', async () => {
    const { run } = await stage('Keynote');
    const rows = file('sheet.csv', 'Title,Decision,Notes,Notes', 'Keynote,accepted,good,short');
    const plain = file('plain.txt', 'Dear {first_name}, we look forward to {title}.');
    const noted = file('noted.txt', '{notes}');
    const apply = (template: string) =>
      run('submissions', 'plan', rows, '--feedback-template', template);
    const refused = await apply(noted);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('two columns with the same name'),
    ]);
    expect((await apply(plain)).stderr).not.toContain('same name');
  });

  it('are an unused part of a schedule', async () => {
    const { run, placed } = await stage('Keynote');
    const rows = ['Note,Title,Room,Start,Note', 'a,Keynote,Hall,2026-05-02 09:00,b'];
    const { exitCode } = await run('sessions', 'apply', file('schedule.csv', ...rows));
    expect([exitCode, await placed()]).toEqual([0, ['Keynote | Hall | 2026-05-02T09:00:00+02:00']]);
  });
});
