// The CI examples, unchanged, run by bash as a CI system does, against a service with the example
// submissions.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import {
  type CommandResult,
  runToEnd,
  startTestService,
  type TestService,
} from '../support/program.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Each job starts the program several times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const examples = resolve(import.meta.dirname, '../../examples');
const workflow = readFileSync(join(examples, 'ci/github-actions.yml'), 'utf8');
const nothing = { exitCode: 0, stdout: '' };

let service: TestService;
let repository: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  service = await startTestService();
  const submissions = join(examples, 'submissions.csv');
  await service.plenary(['submissions', 'import', submissions, '--skip-invalid', '--quiet']);
  repository = temporaryFolder();
  await service.plenary(['program', 'pull', clone('program')]);
  await git('init', '--quiet');
  await commit();
  await git('tag', 'program-applied');
  copyFileSync(join(examples, 'schedule.csv'), schedule());
  await commit();
  await git('clone', '--quiet', '--bare', '.', repository.file('origin'));
  await git('remote', 'add', 'origin', repository.file('origin'));
  putOnPath();
});
afterEach(async () => {
  await service.stop();
  repository.remove();
});

const allPlaced = /^rows +157\nplaced +59\nunchanged +98\n$/m;
const clone = (name: string) => repository.file(`clone/${name}`);
const schedule = () => clone('program/schedule.csv');

describe('github-actions.yml', () => {
  it('shows the changes in a pull request without applying them', async () => {
    expect(await runJob('plan')).toEqual(nothing);
    const summary = readFileSync(repository.file('summary.md'), 'utf8');
    expect(summary).toContain('## Plan: 59 to place\n');
    expect(summary).toContain(
      '| place | Queues all the way down | Lighthouse, 2027-05-20 09:30 | 3 |\n',
    );
    expect(await placed()).toHaveLength(0);
  });

  it('fails a pull request whose schedule has a clash, and reports the clash', async () => {
    await moveToAmina();
    expect(await runJob('plan')).toMatchObject({ exitCode: 6 });
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toContain(
      '### Clashes\n\n- room Lighthouse: ',
    );
    expect(await runJob('apply')).toMatchObject({ exitCode: 6 });
    expect(await placed()).toHaveLength(0);
  });

  it('applies what a pull request changes, and overwrites no change of a colleague', async () => {
    await decline('Zero lost cents');
    await accept('Queues all the way down');
    expect(await runJob('plan')).toEqual(nothing);
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toContain(
      '| update | Queues all the way down | status "pending" → "accepted" | 2 |\n',
    );
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    expect(await findTalk('Queues all the way down')).toMatchObject({ status: 'accepted' });
    expect(await findTalk('Zero lost cents')).toMatchObject({ status: 'declined' });
    // An apply that fails is no base of the next one.
    await accept('Zero lost cents');
    await accept('On call without dread');
    expect(await runJob('apply')).toMatchObject({ exitCode: 6 });
    await edit('submissions.csv', /(Zero lost cents,[\s\S]*?)accepted/, '$1declined');
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    expect(await findTalk('On call without dread')).toMatchObject({ status: 'accepted' });
  });

  it.each(['plan', 'apply'])(
    'says what to do in the %s if nothing was applied yet',
    async (job) => {
      await git('push', '--quiet', 'origin', ':refs/tags/program-applied');
      await git('tag', '--delete', 'program-applied');
      const { exitCode, log } = await runJob(job);
      expect(exitCode).toBe(1);
      expect(log).toContain(
        '::error::This repository has no tag program-applied. Push the commit ',
      );
    },
  );

  it.each(['plan', 'apply'])('names the secret that is missing in the %s', async (job) => {
    const { exitCode, log } = await runJob(job, { PLENARY_TOKEN: '' });
    expect(exitCode).toBe(4);
    expect(log).toContain('::error::PLENARY_TOKEN is not set. Add this secret in the settings ');
  });

  it('takes back nothing if the job of an older commit runs again', async () => {
    await accept('Queues all the way down');
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    const { exitCode, log } = await runJob('apply');
    expect(exitCode).toBe(1);
    expect(log).toContain('::error::A commit that this one does not contain is applied already.');
    expect(await findTalk('Queues all the way down')).toMatchObject({ status: 'accepted' });
  });

  it('applies the schedule on the main branch, once', async () => {
    expect(await runJob('apply')).toEqual(nothing);
    expect(await placed()).toHaveLength(59);
    expect(await runJob('apply')).toEqual(nothing);
    expect(readFileSync(repository.file('summary.md'), 'utf8').split('\n')).toEqual([
      '## Applied: 59 placed',
      '',
      '- 157 rows: 59 placed, 98 unchanged',
      '',
      '### Warnings',
      '',
      expect.stringMatching(/^- schedule\.csv: 59 sessions have another length in the service/),
      '## Applied: nothing to change',
      '',
      '- 157 rows: 157 unchanged',
      '',
    ]);
  });

  it('refuses a plan that the apply would refuse, with flags that are declared once', async () => {
    await edit('submissions.csv', /pending/g, 'declined');
    expect(await runJob('plan')).toMatchObject({ exitCode: 6 });
    expect(await runJob('apply')).toMatchObject({ exitCode: 6 });
    const flags = { PROGRAM_FLAGS: '--max-changes 100%' };
    expect(await runJob('plan', flags)).toMatchObject({ exitCode: 0 });
    expect(await runJob('apply', flags)).toMatchObject({ exitCode: 0 });
    expect(await findTalk('Zero lost cents')).toMatchObject({ status: 'declined' });
  });

  it('fails the plan of an old merge, which would take back what was applied since', async () => {
    await accept('Queues all the way down');
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    const { exitCode, log } = await runJob('plan');
    expect(exitCode).toBe(1);
    expect(log).toContain('::error::This pull request lacks what was applied last. Merge main ');
  });

  it('explains why a pull request without secrets has no plan', async () => {
    expect(await runJob('no-plan')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toMatch(
      /^No plan, because a pull /,
    );
  });
});

describe('program.sh', () => {
  const script = join(examples, 'ci/program.sh');

  const run = (...args: readonly string[]) => bash([script, ...args]);

  it('plans without changes, applies, and then has nothing left to do', async () => {
    await checkout();
    expect(await run('plan')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^FILE +ACTION /),
    });
    expect(await placed()).toHaveLength(0);
    expect(await run('apply')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(allPlaced),
    });
    expect(await placed()).toHaveLength(59);
    await checkout();
    expect(await run('apply')).toMatchObject({
      exitCode: 0,
      stdout: 'rows       157\nunchanged  157\n',
    });
    expect(await worktrees()).toHaveLength(1);
  });

  it('finds the commit that was applied last in a clone that has an old tag', async () => {
    await checkout();
    expect(await run('apply')).toMatchObject({ exitCode: 0 });
    await decline('Zero lost cents');
    await accept('Queues all the way down');
    expect(await run('apply')).toMatchObject({ exitCode: 0 });
    await edit('submissions.csv', /(Queues all the way down,[\s\S]*?)accepted/, '$1declined');
    // Another clone has applied both.
    await git('tag', '--force', 'program-applied', 'HEAD~2');
    expect(await run('plan')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^submissions\.csv +update +Queues all .*\n.*$/m),
    });
    expect(await run('apply')).toMatchObject({ exitCode: 0 });
    expect(await findTalk('Queues all the way down')).toMatchObject({ status: 'declined' });
  });

  it('plans a branch as it would be merged, and takes back nothing', async () => {
    await checkout();
    await git('branch', 'behind');
    await accept('Queues all the way down');
    expect(await run('apply')).toMatchObject({ exitCode: 0 });
    await git('checkout', '--quiet', 'behind');
    await accept('Fewer boxes');
    const planned = await run('plan');
    expect(planned).toMatchObject({ exitCode: 0 });
    expect(planned.stdout).toContain('Fewer boxes');
    expect(planned.stdout).not.toContain('Queues');
    expect(await run('apply')).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('Run the job of the newest commit.'),
    });
    await edit('submissions.csv', /(Queues all the way down,[\s\S]*?)pending/, '$1declined');
    expect(await run('plan')).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('Merge main into the branch.\n'),
    });
    expect(await worktrees()).toHaveLength(1);
  });

  it('has no plan for a fork without a token, and fails elsewhere without one', async () => {
    await checkout();
    const fork = {
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
      PLENARY_TOKEN: '',
    };
    expect(await bash([script, 'plan'], fork)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^No plan: a job of a fork has no access to PLENARY_TOKEN/),
    });
    const own = { ...fork, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1' };
    const log = expect.stringMatching(/^PLENARY_TOKEN is not set\. Set it in the secrets/);
    expect(await bash([script, 'plan'], own)).toMatchObject({ exitCode: 4, log });
    expect(await bash([script, 'apply'], fork)).toMatchObject({ exitCode: 4, log });
  });

  it('says what to do if nothing was applied yet', async () => {
    await checkout();
    await git('push', '--quiet', 'origin', ':refs/tags/program-applied');
    expect(await run('plan')).toMatchObject({
      exitCode: 1,
      log: expect.stringMatching(/^origin has no tag program-applied\. Push the commit .* with /),
    });
  });

  it('suggests commands that work in a clone, and decides conflicts', async () => {
    await decline('Zero lost cents');
    await accept('Zero lost cents');
    // The folder as a CI system may name it.
    const { exitCode, log = '' } = await run('plan', clone('program'));
    expect(exitCode).toBe(6);
    const next = [...log.matchAll(/^Next: (.*)$/gm)].map(([, command = '']) => command);
    expect(next).toEqual([
      'plenary program pull program --merge --base ../applied/program --prefer service',
      'plenary program plan program --base ../applied/program --fail-on clash --overwrite',
    ]);
    // As they are pasted on another computer.
    const failed = await bash(['-c', next[1] ?? '']);
    expect(failed).toMatchObject({ exitCode: 2 });
    const commands = [
      ...(failed.log ?? '').replaceAll(/\n(?!Fix)/g, ' ').matchAll(/`(git [^`]+)`/g),
    ];
    expect(commands).toHaveLength(2);
    for (const [, command = ''] of commands)
      expect(await bash(['-c', command])).toMatchObject({ exitCode: 0 });
    expect(await bash(['-c', next[0] ?? ''])).toMatchObject({ exitCode: 0 });
    await commit();
    expect(await run('plan')).toMatchObject({ exitCode: 0 });
    await accept('Fewer boxes');
    await decline('Fewer boxes');
    const overwriting = repository.file('program.sh');
    const text = readFileSync(script, 'utf8').replace('--fail-on clash)', '--overwrite)');
    writeFileSync(overwriting, text);
    expect(await bash([overwriting, 'plan'])).toMatchObject({ exitCode: 0 });
    expect(await bash([overwriting, 'apply'])).toMatchObject({ exitCode: 0 });
    expect(await findTalk('Fewer boxes')).toMatchObject({ status: 'accepted' });
    expect(await findTalk('Zero lost cents')).toMatchObject({ status: 'declined' });
  });

  it('does not compare a clone without its history', async () => {
    const shallow = repository.file('shallow');
    await git('clone', '--quiet', '--depth', '1', `file://${repository.file('origin')}`, shallow);
    expect(await bash(['-c', 'cd "$0" && "$1" plan', shallow, script])).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('This clone lacks a part of the history.'),
    });
  });
});

describe('website.yml', () => {
  const website = readFileSync(join(examples, 'ci/website.yml'), 'utf8');
  const update = () => runJob('export', {}, website);
  const page = 'site/content/talks/queues-all-the-way-down.md';

  async function lastCommit(): Promise<string> {
    return (await bash(['-c', 'git ls-remote origin HEAD'])).stdout;
  }

  beforeEach(async () => {
    await git('push', '--quiet', 'origin', ':refs/tags/program-applied');
    await git('tag', '--delete', 'program-applied');
    const { id } = await findTalk('Queues all the way down');
    await service.plenary(['submissions', 'update', id, '--status', 'accepted']);
  });

  it('commits the program and its pages, and nothing if nothing has changed', async () => {
    const before = await lastCommit();
    expect(await update()).toMatchObject({ exitCode: 0 });
    const after = await lastCommit();
    expect(after).not.toBe(before);
    expect(readFileSync(clone(page), 'utf8')).toContain('title: "Queues all the way down"\n');
    expect(readFileSync(clone('program/submissions.csv'), 'utf8')).toMatch(/,accepted$/m);
    expect(await update()).toMatchObject({ exitCode: 0 });
    expect(await lastCommit()).toBe(after);
  });

  it('says in the commit what has changed, and leaves announcing to people', async () => {
    expect(await update()).toMatchObject({ exitCode: 0 });
    const { id } = await findTalk('Queues all the way down');
    const place = ['sessions', 'place', id, '--room', 'Pier 3', '--start', '2027-05-20T18:00'];
    const placed = await service.plenary([...place, '--timezone', 'Europe/Lisbon']);
    expect(placed.exitCode, placed.stderr).toBe(0);
    expect(await update()).toMatchObject({ exitCode: 0 });
    const { stdout } = await bash(['-c', 'git log -1 --format=%B']);
    expect(stdout).toMatch(/^Update the program\n\n## Timetable changes: 1 \w+/);
    expect(stdout).toContain('"Queues all the way down"');
    expect(stdout).toContain('Pier 3, Thu 20 May 18:00');
    expect((await bash(['-c', 'git ls-files'])).stdout).not.toContain('announced.json');
  });

  it('pulls only what the service has changed, if another workflow applies the files', async () => {
    await git('tag', 'program-applied');
    await accept('Zero lost cents');
    expect(await update()).toMatchObject({ exitCode: 0 });
    const submissions = readFileSync(clone('program/submissions.csv'), 'utf8');
    expect(submissions.match(/,accepted$/gm)).toHaveLength(2);
  });
});

describe('pull-request-comment.yml', () => {
  it('comments the changes in a pull request, and applies them on the main branch', async () => {
    const ok = { status: 201, json: {} };
    const pulls = { json: [{ number: 7, merged_at: '2027-01-01T00:00:00Z' }] };
    const github = await startScriptedServer([{ json: [] }, ok, pulls, { json: [] }, ok]);
    onTestFinished(github.close);
    expect(await runAction('plan', github.url)).toMatchObject({ exitCode: 0 });
    const [, created] = github.requests;
    expect(created?.method).toBe('POST');
    const comment: string = JSON.parse(created?.body ?? '').body;
    expect(comment).toMatch(/^<!-- plenary: program -->\n/);
    expect(comment).toContain('## Plan: 59 to place\n');
    expect(comment).toContain(
      '| place | Queues all the way down | Lighthouse, 2027-05-20 09:30 | 3 |\n',
    );
    expect(await placed()).toHaveLength(0);
    expect(await runAction('apply', github.url)).toMatchObject({ exitCode: 0 });
    expect(await placed()).toHaveLength(59);
    const applied = JSON.parse(github.requests.at(-1)?.body ?? '').body;
    expect(applied).toMatch(/^<!-- plenary apply: program -->\n## Applied: 59 placed\n/);
  });
});

/**
 * Runs a job of pull-request-comment.yml as its action does, for a pull request of the repository
 * itself.
 */
async function runAction(job: 'plan' | 'apply', apiUrl: string): Promise<Ended> {
  const { jobs, env } = parse(readFileSync(join(examples, 'ci/pull-request-comment.yml'), 'utf8'));
  const steps: readonly {
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[] = jobs[job].steps;
  const at = steps.findIndex((step) => step.with?.command === job);
  const { folder = '', base = '' } = steps[at]?.with ?? {};
  await checkout();
  for (const { run } of steps.slice(0, at)) {
    if (run !== undefined) expect(await bash(['-c', run])).toMatchObject({ exitCode: 0 });
  }
  const pull_request = { number: 7, head: { repo: { full_name: 'conf/program' } } };
  writeFileSync(
    repository.file('event.json'),
    JSON.stringify(job === 'plan' ? { pull_request } : {}),
  );
  const start = 'exec node "$0" "$(command -v plenary)"';
  return bash(['-c', start, resolve(examples, '../scripts/action.js')], {
    INPUT_COMMAND: job,
    INPUT_FOLDER: folder,
    INPUT_BASE: base,
    INPUT_CREATE: env.PROGRAM_CREATE,
    INPUT_MAX_CHANGES: env.PROGRAM_MAX_CHANGES,
    INPUT_FAIL_ON: env.PROGRAM_FAIL_ON,
    INPUT_OVERWRITE: env.PROGRAM_OVERWRITE,
    INPUT_COMMENT: parse(readFileSync(resolve(examples, '../action.yml'), 'utf8')).inputs.comment
      .default,
    GITHUB_API_URL: apiUrl,
    GITHUB_EVENT_PATH: repository.file('event.json'),
    GITHUB_REPOSITORY: 'conf/program',
    GITHUB_SHA: 'c0ffee',
    GITHUB_TOKEN: 'ghs_1',
  });
}

/** Moves a second talk to the room and time of Amina Okoye's. */
function moveToAmina(): Promise<void> {
  const [here, there] = ['Pier 3,2027-05-20 10:30', 'Lighthouse,2027-05-20 09:30'];
  return edit('schedule.csv', `Zero lost cents,${here}`, `Zero lost cents,${there}`);
}

const accept = (title: string) =>
  edit('submissions.csv', new RegExp(`(${title},[\\s\\S]*?)pending`), '$1accepted');

/** Of a colleague, in the service. */
async function decline(title: string): Promise<void> {
  await service.plenary([
    'submissions',
    'update',
    (await findTalk(title)).id,
    '--status',
    'declined',
  ]);
}

/** Commits a change of a file. */
async function edit(name: string, from: string | RegExp, to: string): Promise<void> {
  await checkout();
  const path = clone(`program/${name}`);
  const text = readFileSync(path, 'utf8');
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(path, text.replace(from, to));
  await commit();
}

async function commit(): Promise<void> {
  await git('add', '.');
  await git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '--quiet',
    '--message',
    'Edit',
  );
}

async function git(...args: readonly string[]): Promise<void> {
  expect(await bash(['-c', 'git "$@"', 'git', ...args]), args.join(' ')).toMatchObject({
    exitCode: 0,
  });
}

/** A clone of the commit, as each job has it. */
async function checkout(): Promise<void> {
  rmSync(repository.file('applied'), { recursive: true, force: true });
  await git('worktree', 'prune');
  await git('reset', '--quiet', '--hard');
  await git('clean', '--quiet', '-xdf');
  await git('fetch', '--quiet', '--force', '--tags', 'origin');
}

async function findTalk(
  title: string,
): Promise<Readonly<Record<'id' | 'title' | 'status', string>>> {
  const { stdout } = await service.plenary(['submissions', 'list', '--json']);
  return JSON.parse(stdout).find((talk: Readonly<Record<string, unknown>>) => talk.title === title);
}

/**
 * Puts this program on the path, an `npm` whose `ci` links it into node_modules, and an `npx` that
 * starts it there, more quickly than npm's.
 */
function putOnPath(): void {
  mkdirSync(repository.file('bin'));
  const launcher = resolve(examples, '../bin/plenary.js');
  symlinkSync(launcher, repository.file('bin/plenary'));
  const npm =
    `#!/bin/sh\n` +
    `test "$*" = ci && mkdir -p node_modules/.bin && ln -sf '${launcher}' ` +
    `node_modules/.bin/plenary\n`;
  const npx = '#!/bin/sh\nexec "node_modules/.bin/$@"\n';
  for (const [name, script] of Object.entries({ npm, npx })) {
    writeFileSync(repository.file(`bin/${name}`), script);
    chmodSync(repository.file(`bin/${name}`), 0o755);
  }
}

/**
 * Runs the commands of a job until one fails; returns its exit code, and the standard output of
 * this program.
 */
async function runJob(
  name: string,
  own: Readonly<Record<string, string>> = {},
  text = workflow,
): Promise<Ended> {
  const { jobs, env } = parse(text);
  const steps: readonly { readonly run?: string }[] = jobs[name].steps;
  await checkout();
  let stdout = '';
  for (const { run: command } of steps) {
    if (command === undefined) continue;
    // The runner's default shell.
    writeFileSync(repository.file('step.sh'), command);
    const flags = { PROGRAM_FLAGS: env.PROGRAM_FLAGS, SITE_FLAGS: env.SITE_FLAGS, ...own };
    const ended = await bash(['-e', repository.file('step.sh')], flags);
    if (command.includes('npx plenary')) stdout += ended.stdout;
    if (ended.exitCode !== 0) return { ...ended, stdout };
  }
  return { exitCode: 0, stdout };
}

/** What a job has printed; its log only if it has failed. */
interface Ended extends Pick<CommandResult, 'exitCode' | 'stdout'> {
  readonly log?: string;
}

async function bash(
  args: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // Only the variables that the workflow reads from the repository's settings, so that a forgotten
  // one is missing here.
  const named = [...workflow.matchAll(/(PLENARY_\w+): \$\{\{ (?:vars|secrets)\.\1 \}\}/g)].map(
    ([, name = '']) => name,
  );
  const known: Readonly<Record<string, string | undefined>> = {
    ...service.env,
    PLENARY_TIMEZONE: 'Europe/Lisbon',
  };
  const { exitCode, stdout, stderr } = await runToEnd(['bash', ...args], {
    cwd: clone(''),
    env: {
      ...Object.fromEntries(named.map((name) => [name, known[name]])),
      PATH: `${repository.file('bin')}:${process.env.PATH}`,
      HOME: repository.path,
      RUNNER_TEMP: repository.path,
      GITHUB_STEP_SUMMARY: repository.file('summary.md'),
      ...own,
    },
  });
  return exitCode === 0 ? { exitCode, stdout } : { exitCode, stdout, log: stdout + stderr };
}

async function worktrees(): Promise<readonly string[]> {
  const { stdout } = await bash(['-c', 'git worktree list']);
  return stdout.trim().split('\n');
}

async function placed(): Promise<readonly unknown[]> {
  return JSON.parse((await service.plenary(['sessions', 'list', '--json'])).stdout);
}
