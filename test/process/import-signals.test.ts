// Signals that end an import early, and how its run is resumed.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { counts, emails, importing, importStage, none } from '../support/import-stage.ts';
import { errorOf } from '../support/program.ts';

const { server, serve, create, file, start, run, runs, writeSpeakers, createdEmails, posts } = importStage();

describe('a signal', () => {
  it('given once: requests in flight are finished, and the run is resumed by name, without its file', async () => {
    await serve((request) =>
      request.method === 'POST' ? { status: 201, json: create(request), delayMs: 100 } : undefined,
    );
    writeSpeakers(20);
    const { child, ended, printed } = start(...importing('--concurrency', '2'));
    const isStopping = printed('Stopping ');
    await server().request(3);
    child.kill('SIGINT');
    await isStopping;
    const stopped = await ended;
    const { run: name } = JSON.parse(stopped.stdout);
    const { created, pending, unknown } = counts(stopped);
    expect(stopped.exitCode).toBe(130);
    expect({ created, unknown, pending }).toEqual({
      created: posts().length,
      unknown: 0,
      pending: 20 - posts().length,
    });
    expect(errorOf(stopped)).toMatchObject({
      code: 'interrupted',
      next: [{ command: `plenary runs resume ${name}` }],
    });
    expect(await runs()).toMatchObject([{ run: name, state: 'interrupted', file: 'people.csv', rows: 20 }]);
    const shown = await run('runs', 'show', name);
    expect(shown.stdout).toMatch(new RegExp(`\\nstate +interrupted\\n[^]*\\ncreated +${created}\\n`));
    expect(shown.stderr).toBe(`To resume: plenary runs resume ${name}\n`);

    rmSync(file('people.csv'));
    const resumed = await run('runs', 'resume', name, '--results', 'results.csv', '--json');
    expect(counts(resumed)).toEqual({ ...none, rows: 20, created: 20 });
    expect(createdEmails()).toEqual(emails(20).sort());
    expect(await runs()).toMatchObject([{ run: name, state: 'finished' }]);
    expect((await run('runs', 'show', name, '--json')).stdout).toContain('"created": 20');
    const over = await run('runs', 'resume', name);
    expect(over).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(`run ${name} has ended`) });
  });

  it('given twice: it exits at once, and the same command looks up the rows in flight', async () => {
    // The first row is created, but its response never comes; the second never arrives.
    let isAnswering = false;
    await serve((request) => {
      if (isAnswering || request.method !== 'POST') return undefined;
      if (posts().length === 1) create(request);
      return { hang: true };
    });
    writeSpeakers(4);
    const flags = ['--concurrency', '2', '--timeout', '2s'];
    const { child, ended, printed } = start(...importing(...flags));
    const isStopping = printed('Stopping ');
    await server().request(3);
    child.kill('SIGINT');
    await isStopping;
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ signal: 'SIGINT', stdout: '' });

    isAnswering = true;
    const again = await run(...importing(...flags));
    expect(again.stderr).toContain('Resuming run ');
    expect(counts(again)).toEqual({ ...none, rows: 4, created: 4 });
    expect(createdEmails()).toEqual(emails(4));
  });

  it('before anything is sent leaves nothing behind', async () => {
    await serve(() => ({ hang: true }));
    writeSpeakers(2);
    const { child, ended } = start(...importing());
    await server().request(1);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 130, stdout: '' });
    expect(posts()).toEqual([]);
    expect(await runs()).toEqual([]);
  });
});
