// The reference against the table of commands and the specification: complete, up to date, valid, and the same in all its forms.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { referenceFiles } from '../scripts/reference/files.ts';
import { describedCommand } from '../src/cli/commands/reference/description.ts';
import { allCommands } from '../src/cli/commands/table.ts';
import { specification } from './support/specification.ts';
import { commandNames } from './support/whole-program.ts';

const files = referenceFiles();

it.each(Object.keys(files))('%s is up to date', (path) => {
  expect(existsSync(path) && readFileSync(path, 'utf8'), `${path} is out of date: npm run docs`).toBe(files[path]);
});

/** One line for each command, argument and flag: a diff of the file shows each change of the command line. */
it('keeps a list of all commands, arguments and flags', async () => {
  const lines = allCommands()
    .map(describedCommand)
    .flatMap((command) => [
      [command.name, command.sends, command.undoable && 'undoable', 'exits', ...command.exitCodes],
      ...command.json.map((schema) => [' ', '--json', schema]),
      ...command.arguments.map(({ name, type, required }) => [' ', name.toUpperCase(), type, required && 'required']),
      ...command.flags.map((flag) => [
        ...[' ', flag.short, flag.name, flag.type, flag.choices?.join('|'), flag.required && 'required'],
        ...[flag.repeatable && 'repeatable', flag.default !== null && `default=${flag.default}`, flag.variable],
      ]),
    ])
    .map((words) => words.filter((word) => word !== undefined && word !== null && word !== false).join(' '));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/commands.txt');
});

describe('docs/commands.md', () => {
  const text = files['docs/commands.md'] ?? '';

  it('has a section for each command, with the endpoint that it calls', () => {
    const sections = new Map(text.split('\n### plenary ').map((part) => [part.split('\n', 1)[0], part]));
    expect([...sections.keys()].slice(1).toSorted()).toEqual(commandNames().toSorted());
    for (const { command, method, path } of specification) {
      expect(sections.get(command)).toContain(`Endpoint: \`${method} ${path}\`.`);
    }
  });

  it('names the schemas of what a command prints as JSON, and describes each', () => {
    expect(text).toContain('\nSchema of `--json`: `import-report`.\n');
    expect(text).toContain('| `import-report` | What an import has done or would do |');
  });

  it('shows values, choices, defaults and what repeats as help does', () => {
    expect(text).toContain(
      '| `--on-conflict <how>` | what to do with existing records (choices: "skip", "update", "fail", default: "skip") |',
    );
    expect(text).toContain('| `timeout` | time limit for one request, e.g. 30s; default `30s` |');
    expect(text).toContain('| `10` | the outcome of a write is unknown |');
  });

  it('links only to its own sections', () => {
    const ids = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('docs/reference.html', () => {
  const text = files['docs/reference.html'] ?? '';

  it('is valid HTML', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    const { results } = await validator.validateString(text);
    expect(
      results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => ({ line, ruleId, message }))),
    ).toEqual([]);
  });

  it('loads and runs nothing', () => {
    expect(text).not.toMatch(/<script|<link|\s(src|srcset|action|on\w+)=|@import|url\(/);
    expect(text).toMatch(
      /content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'"/,
    );
  });

  it('has each endpoint with its fields and limits, and a request as curl and as a command', () => {
    for (const { method, path } of specification) expect(text).toContain(`>${method} ${path}</pre>`);
    expect(text).toContain(
      '<div><dt><code>email</code></dt><dd>E-mail address; required; 3 to 320 characters.</dd></div>',
    );
    expect(text).toContain(
      '<div><dt><code>pageSize</code></dt><dd>Records per page; whole number; 1 to 100; default <code>25</code>.</dd></div>',
    );
    expect(text).toContain(
      '<pre tabindex="0">curl -X PUT &quot;$PLENARY_BASE_URL/v1/sessions/sub_1a2b3c/schedule&quot; \\\n' +
        '  -H &quot;X-Access-Token: $PLENARY_TOKEN&quot; \\\n' +
        '  -H &#39;Content-Type: application/json&#39; \\\n' +
        '  -d &#39;{&quot;room&quot;:&quot;Main Hall&quot;,&quot;start&quot;:&quot;2026-05-02T09:00:00+02:00&quot;}&#39;</pre>',
    );
    expect(text).toContain(
      '<pre tabindex="0">plenary sessions place sub_1a2b3c --room &#39;Main Hall&#39; --start 2026-05-02T09:00:00+02:00</pre>',
    );
  });
});

describe('man/plenary.1', () => {
  const hasMandoc = spawnSync('mandoc', ['-V']).error === undefined;

  it.skipIf(!hasMandoc)('is a manual page without a fault', () => {
    const { stdout } = spawnSync('mandoc', ['-Tlint', '-Wwarning'], {
      input: files['man/plenary.1'],
      encoding: 'utf8',
    });
    // With a date, the page would change every day.
    expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });

  it('has no line that would be lost as a macro, and hyphens that can be pasted', () => {
    const text = files['man/plenary.1'] ?? '';
    const macros = new Set([...text.matchAll(/^\.(\w+)/gm)].map(([, name]) => name));
    expect([...macros].toSorted()).toEqual(['PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf']);
    expect(text).not.toMatch(/^'/m);
    expect(text).toContain('\nplenary speakers import speakers.csv \\-\\-dry\\-run\n');
  });
});
