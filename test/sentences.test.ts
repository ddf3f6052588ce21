// Sentences that count, and fixes that work: what people read after an import, a check and a
// search.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importStage } from './support/import-stage.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

describe('with a service', () => {
  const service = serviceForEach();
  const folder = folderForEach();
  const env = { PLENARY_TIMEZONE: 'Europe/Berlin' };
  const run = (...args: readonly string[]) => service.plenary(args, { cwd: folder.path, env });
  const write = (name: string, ...lines: readonly string[]) => {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return name;
  };
  const two = '"Ida Moen; Ola Berg",ida@example.org; ola@example.org';

  it('counts people beside the rows of a file that name several', async () => {
    const file = write('people.csv', 'Speakers,Emails', two, 'Ann Smith,ann@example.org');
    const planned = await run('speakers', 'import', file, '--dry-run');
    expect(planned.stderr).toContain('\n2 rows with 3 people: 3 to create.\n');
    const alone = write('alone.csv', 'Speakers,Emails', 'Ann Smith,ann@example.org');
    const one = await run('speakers', 'import', alone, '--dry-run');
    expect(one.stderr).toContain('\n1 row: 1 to create.\n');

    const wrong = write(
      'wrong.csv',
      'Speakers,Emails,Bio',
      `${two},x`,
      `Bo Li,bo@,${'x'.repeat(20)}`,
    );
    const refused = await run('speakers', 'import', wrong);
    expect(refused.stderr).toContain('Error: 1 of 3 people is invalid; nothing was sent\n');
  });

  it('says how many speakers were read where only some of them lack something', async () => {
    const people = Array.from(
      { length: 12 },
      (_, at) => `P${at},p${at}@example.org,${at < 9 ? 'Long' : ''}`,
    );
    await run('speakers', 'import', write('p.csv', 'First name,Email,About', ...people));
    const { stderr } = await run('speakers', 'missing', '--where', 'missing=biography');
    expect(stderr).toMatch(
      /^All pages were read: 12 speakers; 12 people lack something; 3 match\.\n/,
    );
    const cut = await run('speakers', 'missing', '--where', 'missing=biography', '--limit', '2');
    expect(cut.stderr).toMatch(/^Read 12 speakers until 2 matched\.\n/);
  });

  it('names the file of a line in a check', async () => {
    const header = 'title,room,start,duration,speakers';
    const file = write(
      'my day.csv',
      header,
      'Mooring,Hall,2027-05-20 09:00,30,Ida Moen',
      'Knots,Hall,2027-05-20 09:15,30,Simon & Schuster',
    );
    const { stderr } = await run('sessions', 'check', '--schedule', file, '--names', 'first last');
    expect(stderr).toContain('  my day.csv:3: room Hall: "Mooring" (line 2)');
    expect(stderr).toContain('Warning: my day.csv:3: "Simon & Schuster" is taken');
  });

  it('names the command that sets a field which an import cannot', async () => {
    const file = write('my talks.csv', 'Talk,Mail,Verdict', 'Mooring,ida@example.org,accepted');
    const map = ['--map', 'Talk=title', '--map', 'Mail=submitter_email'];
    const refused = await run('submissions', 'import', file, ...map, '--map', 'Verdict=status');
    const flags = '--map "Talk=title" --map "Mail=submitter_email" --map "Verdict=status"';
    const command = `plenary submissions apply 'my talks.csv' ${flags}`;
    expect(refused.stderr).toContain(
      `Fix: import the file without this mapping, and then run \`${command}\`; an import can set: `,
    );
    expect((await run('submissions', 'import', file, ...map)).exitCode).toBe(0);
    const applied = await run('submissions', 'apply', file, ...map, '--map', 'Verdict=status');
    expect(applied).toMatchObject({ exitCode: 0, stdout: 'rows     1\nupdated  1\n' });
  });
});

describe('after Ctrl-C', () => {
  const stage = importStage();

  it('names one next command', async () => {
    const stopping = new AbortController();
    await stage.serve(({ method }) => {
      if (method === 'POST') stopping.abort('SIGINT');
      return undefined;
    });
    const rows = Array.from({ length: 50 }, (_, at) => `p${at}@example.org,030 ${at}`);
    writeFileSync(stage.file('p.csv'), `Email,Phone\n${rows.join('\n')}\n`);
    const { exitCode, stderr } = await stage.stopped(
      stopping.signal,
      'speakers',
      'import',
      'p.csv',
    );
    expect([exitCode, stderr.match(/^Next: .*$/gm)]).toEqual([
      130,
      [expect.stringMatching(/^Next: plenary runs resume /)],
    ]);
  });
});
