// Talks of a grid, of other formats and of marked rows that have no submission: which of them are created.
import { describe, expect, it } from 'vitest';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file, folder, service } = scheduleStages();

describe('talks without a submission', () => {
  it('get the description as their abstract, and no row of a service session', async () => {
    const { run } = await stage('Spheres');
    const flags = ['--create', '--submitter-email', 'program@example.org', '--json'];
    const list = file(
      'marked.csv',
      'title,room,start,end,description,isServiceSession',
      'Wolken,Aula,2026-05-02 09:00,09:45,About clouds,false',
      'Regen,Saal 12,2026-05-02 10:00,10:45,About rain,',
      'Hagel,Aula und Saal 12,2026-05-02 11:00,11:45,,',
      'Jause,Aula,2026-05-02 12:00,13:00,,true',
    );
    const planned = await run('sessions', 'plan', list, ...flags);
    expect([planned.exitCode, report(planned)]).toMatchObject([
      0,
      {
        counts: { create: 3, breaks: 1, unknown: 0 },
        creations: [{ submission: { abstract: 'About clouds' } }, { submission: { abstract: 'About rain' } }, {}],
        breaks: [{ line: 5, title: 'Jause' }],
        warnings: [],
      },
    ]);
    const calendar = file(
      'talks.ics',
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x'],
      ...['BEGIN:VEVENT', 'UID:1@x', 'SUMMARY:Wolken', 'DESCRIPTION:About clouds', 'LOCATION:Aula'],
      ...['DTSTART:20260502T070000Z', 'DTEND:20260502T074500Z', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:2@x', 'SUMMARY:Kongress', 'DTSTART;VALUE=DATE:20260502', 'END:VEVENT'],
      'END:VCALENDAR',
    );
    const ofCalendar = await run('sessions', 'plan', calendar, ...flags);
    expect(report(ofCalendar).creations).toMatchObject([{ title: 'Wolken', submission: { abstract: 'About clouds' } }]);
    expect(ofCalendar.stderr).toContain('Not read: 1 all-day event of talks.ics.');
  });

  it('are keynotes with speakers, also if a break has the title of one of them, and no breaks without people', async () => {
    const { run, placed } = await stage('Spheres');
    const schedule = file(
      'keynotes.csv',
      'title,format,room,start,duration,speakers,abstract',
      'Harbours,Keynote,Aula,2026-05-02 09:00,45,Ada King,',
      'Harbours of Rust,Keynote,Aula,2026-05-02 10:00,45,Bo Li; Cy Twombly,',
      'Opening,,Aula,2026-05-02 08:00,15,,',
      'Opening,Keynote,Lab,2026-05-02 08:30,15,Dee Dee,',
      'Lunch,Break,,2026-05-02 12:00,60,,',
      'Meal,Talk,Lab,2026-05-02 13:00,30,,On cooking',
      'Crab rolls,Meal,Aula,2026-05-02 13:00,30,,',
    );
    const flags = ['--create', '--submitter-email', 'program@example.org', '--json'];
    const planned = await run('sessions', 'plan', schedule, ...flags, '--out', 'plan.json');
    const breaks = [{ line: 4 }, { line: 6 }, { line: 8 }];
    expect([planned.exitCode, report(planned)]).toMatchObject([
      0,
      {
        counts: { create: 4, breaks: 3, unknown: 0 },
        creations: [{ line: 2 }, { line: 3 }, { line: 5 }, { line: 7 }],
        breaks,
        warnings: expect.arrayContaining([
          expect.objectContaining({ code: 'break_title', line: 5 }),
          expect.objectContaining({ code: 'break_title', line: 7 }),
        ]),
      },
    ]);
    const applied = await run('sessions', 'apply', schedule, ...flags);
    expect([applied.exitCode, report(applied)]).toMatchObject([
      0,
      { counts: { created: 4, applied: 4, unknown: 0, breaks: 3 }, breaks },
    ]);
    expect(await placed()).toContain('Opening | Lab | 2026-05-02T08:30:00+02:00');
    for (const again of [
      await run('sessions', 'apply', schedule, ...flags),
      await run('sessions', 'plan', schedule, '--json'),
    ]) {
      expect([again.exitCode, report(again)]).toMatchObject([0, { counts: { unchanged: 4, unknown: 0 }, breaks }]);
    }
    const saved = await run('sessions', 'apply', 'plan.json', '--json');
    expect([saved.exitCode, report(saved).counts]).toMatchObject([0, { create: 0, applied: 0 }]);
  });

  it('are keynotes with speakers, also in commands that create nothing', async () => {
    const { run } = await stage('Spheres');
    const schedule = file(
      'key.csv',
      'title,format,room,start,duration,speakers',
      'Welcome,Keynote,Aula,2026-05-02 09:00,45,Ada King',
    );
    const planned = await run('sessions', 'plan', schedule, '--json');
    expect([planned.exitCode, report(planned)]).toMatchObject([3, { counts: { breaks: 0, unknown: 1 } }]);
    const env = { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin' };
    const shown = await service().plenary(['timetable', 'show', '--schedule', schedule, '--json'], {
      cwd: folder(),
      env,
    });
    expect(report(shown)).toMatchObject([{ title: 'Welcome', isBreak: false }]);
    const checked = await run('sessions', 'check', '--schedule', schedule);
    expect(checked.stderr).toContain('only key.csv is used.\n1 session, 0 clashes.');
    const imported = await run('submissions', 'import', schedule, '--submitter-email', 'a@example.org', '--json');
    expect([imported.exitCode, report(imported).counts]).toMatchObject([0, { created: 1 }]);
  });
});
