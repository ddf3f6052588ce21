// The script of action.yml, with a GitHub API and a `plenary` that reply as a test says: what
// becomes of a plan and an apply, and who sees it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToEnd } from '../support/program.ts';
import { type Reply, type Script, startScriptedServer } from '../support/scripted-server.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();
const script = resolve('scripts/action.js');
const markdown = '## Schedule: 1 to place, 0 to move\n\n| place | Zero lost cents | Pier 3 |\n';
const mark = '<!-- plenary: program -->\n';
const bot = { login: 'github-actions[bot]' };
const inOurRepository = { number: 7, head: { repo: { full_name: 'conf/program' } } };
const inFork = { number: 7, head: { repo: { full_name: 'stranger/program' } } };

interface Given {
  readonly pull?: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly output?: string;
  readonly exitCode?: number;
  readonly replies?: Script;
}

async function runAction({
  pull,
  inputs,
  env,
  output = markdown,
  exitCode = 0,
  replies = [],
}: Given) {
  const github = await startScriptedServer(replies);
  onTestFinished(github.close);
  writeFileSync(
    folder.file('event.json'),
    JSON.stringify(pull === undefined ? {} : { pull_request: pull }),
  );
  writeFileSync(folder.file('output'), output);
  const plenary = folder.file('plenary.cjs');
  const started = folder.file('started');
  writeFileSync(plenary, fakePlenary({ started, output: folder.file('output'), exitCode }));
  const command = [process.execPath, script, plenary] as const;
  const { exitCode: code, stdout: log } = await runToEnd(command, {
    env: {
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_PATH: folder.file('event.json'),
      GITHUB_REPOSITORY: 'conf/program',
      GITHUB_SHA: 'c0ffee',
      GITHUB_STEP_SUMMARY: folder.file('summary.md'),
      GITHUB_TOKEN: 'ghs_secret',
      PLENARY_TOKEN: 'plt_secret',
      INPUT_COMMAND: 'plan',
      INPUT_FOLDER: 'program',
      INPUT_CREATE: 'false',
      INPUT_OVERWRITE: 'false',
      INPUT_COMMENT: 'true',
      ...inputs,
      ...env,
    },
  });
  return {
    exitCode: code,
    log,
    summary: existsSync(folder.file('summary.md'))
      ? readFileSync(folder.file('summary.md'), 'utf8')
      : '',
    /** What was sent to GitHub. */
    requests: github.requests.map(({ method, path }) => `${method} ${path}`),
    bodies: github.requests
      .filter(({ body }) => body !== '')
      .map(({ body }): string => JSON.parse(body).body),
    /**
     * The arguments of Plenary and whether it could see GitHub's token; undefined if it was not
     * started.
     */
    plenary: existsSync(started) ? readFileSync(started, 'utf8') : undefined,
  };
}

interface Fake {
  /** Where it writes its arguments and the token of GitHub. */
  readonly started: string;
  /** The file that it prints. */
  readonly output: string;
  readonly exitCode: number;
}

function fakePlenary({ started, output, exitCode }: Fake): string {
  return `const { readFileSync, writeFileSync } = require('node:fs');
const words = [...process.argv.slice(2), \`token:\${process.env.GITHUB_TOKEN ?? ''}\`, ''];
writeFileSync(${JSON.stringify(started)}, words.join('|'));
process.stdout.write(readFileSync(${JSON.stringify(output)}));
process.exitCode = ${exitCode};
`;
}

const list = '/repos/conf/program/issues/7/comments';
const noComments: Reply = { json: [] };
const created: Reply = { status: 201, json: {} };
const done: Reply = { json: {} };

it('writes the plan of a pull request to the job summary and to a new comment', async () => {
  const others = [{ id: 1, user: { login: 'ada' }, body: 'Nice!' }];
  const run = await runAction({ pull: inOurRepository, replies: [{ json: others }, created] });
  expect(run).toMatchObject({ exitCode: 0, summary: markdown, bodies: [`${mark}${markdown}`] });
  expect(run.requests).toEqual([`GET ${list}?per_page=100&page=1`, `POST ${list}`]);
  expect(run.plenary).toBe('program|plan|--summary|markdown|--|program|token:|');
});

it('replaces its earlier comment, also on a later page, and removes a second one', async () => {
  const full = Array.from({ length: 100 }, (_, id) => ({
    id,
    user: { login: 'ada' },
    body: 'Nice!',
  }));
  const ours = [901, 902].map((id) => ({ id, user: bot, body: `${mark}old` }));
  const replies = [{ json: full }, { json: ours }, done, { status: 204, text: '' }];
  const { requests, bodies } = await runAction({ pull: inOurRepository, replies });
  expect(requests.slice(1)).toEqual([
    `GET ${list}?per_page=100&page=2`,
    'PATCH /repos/conf/program/issues/comments/901',
    'DELETE /repos/conf/program/issues/comments/902',
  ]);
  expect(bodies).toEqual([`${mark}${markdown}`]);
});

it("leaves a stranger's comment with the same mark, and that of another folder", async () => {
  const replies = [
    {
      json: [
        { id: 1, user: { login: 'mallory' }, body: `${mark}all is well` },
        { id: 2, user: bot, body: '<!-- plenary: other -->\n' },
        { id: 3, user: null, body: `${mark}of a deleted user` },
      ],
    },
    created,
  ];
  const { requests } = await runAction({ pull: inOurRepository, replies });
  expect(requests.at(-1)).toBe(`POST ${list}`);
});

it.each([
  ['of a fork', { pull: inFork }],
  ['of a fork that is gone', { pull: { number: 7, head: { repo: null } } }],
  ['for which no comment is wanted', { pull: inOurRepository, inputs: { INPUT_COMMENT: 'false' } }],
  ['that is a push', {}],
])('writes only the job summary of a plan %s', async (_, given) => {
  expect(await runAction(given)).toMatchObject({ exitCode: 0, summary: markdown, requests: [] });
});

it.each([
  ['a fork', inFork, 'ada'],
  ['Dependabot', inOurRepository, 'dependabot[bot]'],
])('explains why %s, which has no token, gets no plan', async (_, pull, actor) => {
  const env = { PLENARY_TOKEN: '', GITHUB_ACTOR: actor };
  const run = await runAction({ pull, env });
  expect(run).toMatchObject({ exitCode: 0, requests: [], plenary: undefined });
  expect(run.summary).toContain(
    'A pull request from a fork or from Dependabot has no access to the token of the service.',
  );
});

it.each(['plan', 'apply'])('names the secret that is missing, and fails: %s', async (command) => {
  const run = await runAction({
    pull: { ...inOurRepository, merged: true },
    inputs: { INPUT_COMMAND: command },
    env: { PLENARY_TOKEN: ' ', GITHUB_ACTOR: 'ada' },
    replies: () => noComments,
  });
  const ownMark = command === 'plan' ? mark : '<!-- plenary apply: program -->\n';
  expect(run).toMatchObject({
    exitCode: 4,
    plenary: undefined,
    bodies: [`${ownMark}${run.summary}`],
  });
  expect(run.summary).toMatch(
    /^## Error\n\nThe variable `PLENARY_TOKEN` is empty, so nothing was sent\.\n\n\*\*Fix:\*\* add a secret /,
  );
  expect(run.summary).not.toContain('auth login');
});

it('fails as Plenary does, and replaces the plan by what Plenary prints', async () => {
  const replies: Script = () => noComments;
  const output = '## Error\n\nthe service refused the token\n';
  const failed = await runAction({ pull: inOurRepository, exitCode: 4, output, replies });
  const inputs = /^In the workflow, `--base`, .* are inputs of this action, and the token is /m;
  expect(failed).toMatchObject({ exitCode: 4, bodies: [`${mark}${failed.summary}`] });
  expect(failed.summary.startsWith(output)).toBe(true);
  expect(failed.summary).toMatch(inputs);
  const killed = await runAction({ pull: inOurRepository, exitCode: 137, output: '', replies });
  expect(killed.bodies).toEqual([
    `${mark}## Error\n\nPlenary ended with exit code 137, and printed nothing.\n`,
  ]);
});

it('warns if GitHub refuses the comment, and names the permission that is missing', async () => {
  const { exitCode, log } = await runAction({
    pull: inOurRepository,
    replies: [{ status: 403, json: {} }],
  });
  expect(exitCode).toBe(0);
  expect(log).toContain(
    '::warning::The comment could not be written: GitHub refused it (403); ' +
      'give the job the permission pull-requests: write. The job summary has the same text. ',
  );
});

it('warns why GitHub cannot be reached', async () => {
  const env = { GITHUB_API_URL: 'http://127.0.0.1:1' };
  const { exitCode, log } = await runAction({ pull: inOurRepository, env });
  expect([exitCode, log]).toEqual([
    0,
    expect.stringMatching(/::warning::The comment could not be written: (?!fetch failed).+ port\./),
  ]);
});

it.each([
  [{ ...inOurRepository, merged: false }, 2],
  [{ ...inOurRepository, merged: true }, 0],
])('applies only what is merged', async (pull, exitCode) => {
  const run = await runAction({ pull, inputs: { INPUT_COMMAND: 'apply', INPUT_COMMENT: 'false' } });
  expect([run.exitCode, run.plenary === undefined]).toEqual([exitCode, exitCode === 2]);
  if (exitCode === 2) expect(run.log).toContain('::error::the command "apply" would apply the ');
});

it('passes on what Plenary prints, and runs no command that is in it', async () => {
  const output = '## Plan\n\n::error::no\n| place | @\u200bconf/everyone |\n';
  const replies: Script = () => noComments;
  const { bodies, log } = await runAction({ pull: inOurRepository, output, replies });
  expect(bodies).toEqual([`${mark}${output}`]);
  const [, stop] = /^::stop-commands::(\S+)\n/.exec(log) ?? [];
  expect(log.endsWith(`::${stop}::\n`)).toBe(true);
});

it('cuts a long plan at the end of a line, as short as GitHub takes it', async () => {
  const line = `| place | ${'語'.repeat(30)} |\n`;
  const { bodies, summary } = await runAction({
    pull: inOurRepository,
    output: line.repeat(20_000),
    replies: () => ({ json: [] }),
  });
  expect(Buffer.byteLength(bodies[0] ?? '')).toBeLessThan(65_536);
  expect(Buffer.byteLength(summary)).toBeLessThan(2 ** 20);
  for (const text of [bodies[0], summary]) {
    expect(text).toMatch(/語 \|\n\nThe rest is left out: it is too long for this place\.\n$/);
  }
});

it('shows the note about its inputs below a text that is cut', async () => {
  const { bodies, summary } = await runAction({
    pull: inOurRepository,
    exitCode: 6,
    output: '- a line of 22 bytes.\n'.repeat(50_000),
    replies: () => noComments,
  });
  for (const text of [bodies[0], summary])
    expect(text).toMatch(/\nThe rest is left out: .*\n\nIn the workflow, .*\n$/);
});

it('ends what is folded before it cuts the rest', async () => {
  const { bodies } = await runAction({
    pull: inOurRepository,
    output: `<details><summary>Warnings</summary>\n\n${'- a line of 22 bytes.\n'.repeat(9000)}`,
    replies: () => noComments,
  });
  expect(bodies[0]).toMatch(/bytes\.\n\n<\/details>\n\nThe rest is left out: .*\n$/);
});

it('passes the folder as one argument, whatever it contains', async () => {
  const hostile = `--out; $(touch pwned) "'\n-->`;
  const run = await runAction({
    pull: inOurRepository,
    inputs: { INPUT_FOLDER: hostile },
    replies: () => noComments,
  });
  expect(run.plenary).toBe(`program|plan|--summary|markdown|--|${hostile}|token:|`);
  // The mark ends where its line does.
  expect(run.bodies[0]).toMatch(/^<!--(?:(?!-->).)*-->\n/);
  expect(existsSync('pwned')).toBe(false);
});

it.each(['plan', 'apply'])('gives the %s the same limits', async (command) => {
  const inputs = {
    INPUT_COMMAND: command,
    INPUT_COMMENT: 'false',
    INPUT_CREATE: 'true',
    INPUT_MAX_CHANGES: '50%',
    INPUT_FAIL_ON: 'warning',
    INPUT_OVERWRITE: 'true',
    INPUT_BASE: '../base',
  };
  const pull = { ...inOurRepository, merged: true };
  const { plenary } = await runAction({ pull, inputs });
  const limits = '--create|--max-changes|50%|--fail-on|warning|--overwrite|--base|../base';
  expect(plenary).toBe(`program|${command}|--summary|markdown|${limits}|--|program|token:|`);
});

describe('after a merge', () => {
  const apply = { INPUT_COMMAND: 'apply' };
  const pulls = '/repos/conf/program/commits/c0ffee/pulls';
  const ofApply = '<!-- plenary apply: program -->\n';
  const merged: Reply = {
    json: [
      { number: 5, merged_at: null },
      { number: 7, merged_at: '2027-01-01T00:00:00Z' },
    ],
  };

  it.each([
    [0, '## Applied: 3 placed\n'],
    [9, '## Error\n\n1 of 3 rows was not applied\n\n## Applied: 2 placed\n'],
  ])('shows the outcome in a comment of its own, with exit code %i', async (exitCode, output) => {
    const plan = { json: [{ id: 1, user: bot, body: `${mark}plan` }] };
    const run = await runAction({
      inputs: apply,
      output,
      exitCode,
      replies: [merged, plan, created],
    });
    expect(run).toMatchObject({ exitCode, summary: output, bodies: [`${ofApply}${output}`] });
    expect(run.requests).toEqual([
      `GET ${pulls}`,
      `GET ${list}?per_page=100&page=1`,
      `POST ${list}`,
    ]);
  });

  it('replaces the outcome of an earlier attempt', async () => {
    const earlier = { json: [{ id: 9, user: bot, body: `${ofApply}## Error\n` }] };
    const { requests } = await runAction({ inputs: apply, replies: [merged, earlier, done] });
    expect(requests.at(-1)).toBe('PATCH /repos/conf/program/issues/comments/9');
  });

  it.each<[what: string, reply: Reply]>([
    ['of no pull request', { json: [] }],
    ['of one that is open', { json: [{ number: 5, merged_at: null }] }],
  ])('writes only the job summary for a commit %s', async (_, reply) => {
    const run = await runAction({ inputs: apply, replies: [reply] });
    expect(run).toMatchObject({ exitCode: 0, summary: markdown, requests: [`GET ${pulls}`] });
  });

  it('asks GitHub for nothing if no comment is wanted', async () => {
    const inputs = { ...apply, INPUT_COMMENT: 'false' };
    expect(await runAction({ inputs })).toMatchObject({ summary: markdown, requests: [] });
  });

  it('only warns if the comment fails', async () => {
    const run = await runAction({ inputs: apply, replies: [{ status: 403, json: {} }] });
    expect(run).toMatchObject({ exitCode: 0, summary: markdown });
    expect(run.log).toContain('::warning::The comment could not be written: ');
  });
});

it.each([
  ['INPUT_COMMAND', 'the input "command" is "speakers%0Aadd"; it can be "plan" or "apply"'],
  ['INPUT_CREATE', 'the input "create" is "speakers%0Aadd"; it can be "true" or "false"'],
  ['INPUT_COMMENT', 'the input "comment" is "speakers%0Aadd"; it can be "true" or "false"'],
])('refuses another value of %s', async (name, message) => {
  const run = await runAction({ inputs: { [name]: 'speakers\nadd' } });
  expect(run).toMatchObject({ exitCode: 2, plenary: undefined, requests: [] });
  expect(run.log).toBe(`::error::${message}\n`);
});
