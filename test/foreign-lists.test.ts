// What commands report about lists that do not end, ids that no request can contain, and starts that cannot be read.
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { type CommandResult, errorOf, plenary } from './support/program.ts';
import { type Reply, startScriptedServer } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

type Row = Readonly<Record<string, unknown>>;

/** A service that lists these records, and responds so to what it is sent. */
async function startForeignService(list: object, update: (path: string) => Reply = () => ({ json: {} })) {
  const server = await startScriptedServer(({ method, path }) => (method === 'GET' ? { json: list } : update(path)));
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'a-token',
    PLENARY_EVENT: 'e',
    PLENARY_STATE_DIR: folder.path,
  };
  return {
    server,
    run: (...args: string[]): Promise<CommandResult> => plenary(args, { env }),
    file(name: string, lines: readonly string[]) {
      writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
      return folder.file(name);
    },
  };
}

it('prints and imports nothing of a list that does not end, in any format', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({ id: `s${n}`, email: `person${n}@example.org` }));
  const service = await startForeignService({ data: rows, pagination: { currentPage: 1, totalResults: 39 } });
  const message = 'the list of speakers does not end: the service returned an earlier page instead of page 2';
  for (const format of ['json', 'table', 'csv']) {
    const listed = await service.run('speakers', 'list', '--all', '-o', format);
    expect(listed.exitCode).toBe(1);
    expect(listed.stderr).toContain(message);
    if (format !== 'json') expect(listed.stdout).toBe('');
  }
  const file = service.file('speakers.csv', ['email', ...rows.map(({ email }) => email)]);
  const imported = await service.run('speakers', 'import', file, '--yes', '--json');
  expect(errorOf(imported)).toMatchObject({ code: 'malformed_response', exitCode: 1, message });
  expect(service.server.requests.some(({ method }) => method === 'POST')).toBe(false);
});

it('fails a row whose record has an id that no request can contain, and updates the others', async () => {
  const rows = ['..', 'a/b', 'x?y', 'ok'].map((id) => ({
    id,
    email: `${id.length}${id}@example.org`,
    company_name: 'Old',
  }));
  const update = (path: string): Reply =>
    path.endsWith('/ok') ? { json: { id: 'ok' } } : { status: 404, json: { detail: 'no' } };
  const service = await startForeignService({ data: rows, total: rows.length }, update);
  const file = service.file('s.csv', ['email,company_name', ...rows.map(({ email }) => `${email},New`)]);
  const { exitCode, stdout } = await service.run(
    'speakers',
    'import',
    file,
    '--on-conflict',
    'update',
    '--yes',
    '--json',
  );
  const report = JSON.parse(stdout);
  expect({ exitCode, ...report.counts }).toMatchObject({ exitCode: 9, rows: 4, updated: 1, failed: 3 });
  expect(report.rejects.find(({ row }: Row) => row === 1)).toMatchObject({
    line: 2,
    message: expect.stringContaining('".."'),
  });
});

it('reports a start that cannot be read, and does not send it at every apply', async () => {
  const rows: Row[] = [{ id: 't1', title: 'Keynote', room: 'Lab', start: 1_779_699_600 }];
  const service = await startForeignService({ data: rows, total: rows.length });
  const file = service.file('schedule.csv', ['title,room,start,duration', 'Keynote,Lab,2026-05-25T09:00:00+00:00,45']);
  const applied = await service.run('sessions', 'apply', file, '--yes', '--json');
  // It is unknown whether it is in place, so the exit code is not 0.
  expect(applied.exitCode).toBe(9);
  expect(errorOf(applied)).toMatchObject({
    message: '1 of 1 row was not applied; 0 are in place',
    details: [{ file, line: 2, message: expect.stringContaining('the service shows 1779699600 as its start') }],
    fix: 'check with the service where these sessions are: it shows their places in a form that cannot be read',
  });
  expect(JSON.parse(applied.stdout)).toMatchObject({
    counts: { rows: 1, place: 0, move: 0, unchanged: 0 },
    warnings: [{ code: 'unreadable_placement', line: 2, message: expect.stringContaining('1779699600') }],
  });
  expect(service.server.requests.some(({ method }) => method === 'PUT')).toBe(false);
  const checked = await service.run('sessions', 'check');
  expect(checked.stderr).toContain('the service shows 1779699600 as its start');
});
