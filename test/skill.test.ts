// SKILL.md against the program: each of its commands runs, in its order, and its exit codes are
// those of the program.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const text = readFileSync('SKILL.md', 'utf8');
const listRuns = 'plenary runs list --json --fields run,state,action,file';

it('has commands that run in this order, and do what it describes', async () => {
  const add = ['submissions', 'add', '--submitter-email', 'ada@example.org', '--title'];
  for (const title of ['Queues all the way down', 'Zero lost cents'])
    await service.plenary([...add, title]);
  for (const [name, rows] of Object.entries({
    speakers: 'Email,First name\nbo@example.org,Bo\n',
    decisions: 'title,status\nQueues all the way down,accepted\n',
    rooms: 'room,start,end\nMain,2027-05-20 09:00,2027-05-20 12:00\n',
  }))
    writeFileSync(folder.file(`${name}.csv`), rows);

  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines);
  const commands = blocks.flatMap((lines) => lines.trim().split('\n'));
  expect(commands).toHaveLength(17);
  const outputs = new Map<string, unknown>();
  for (const command of commands) {
    // The second one changed a status, which an undo can restore.
    const runs = outputs.get(listRuns) as readonly { readonly run: string }[] | undefined;
    const words = Array.from(
      command.matchAll(/'([^']*)'|(\S+)/g),
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    const args = words.slice(1).map((word) => (word === 'RUN' ? (runs?.[1]?.run ?? '') : word));
    const { exitCode, stdout, stderr } = await service.plenary(args, {
      cwd: folder.path,
      env: { PLENARY_TIMEZONE: 'Europe/Berlin' },
    });
    expect({ command, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
      command,
      exitCode: 0,
      stderr: '',
    });
    outputs.set(command, JSON.parse(stdout));
  }
  expect(
    outputs.get('plenary speakers import speakers.csv --dry-run --out speakers.json --json'),
  ).toMatchObject({
    counts: { create: 1 },
  });
  expect(outputs.get(listRuns)).toHaveLength(3);
  const lists = commands.filter((command) => Array.isArray(outputs.get(command)));
  expect(lists.filter((command) => !command.includes(' --fields '))).toEqual([]);
  const { stdout } = await service.plenary([
    'submissions',
    'list',
    '--json',
    '--fields',
    'title,status,room',
  ]);
  const main = expect.objectContaining({ name: 'Main' });
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      { title: 'Queues all the way down', status: 'accepted', room: main },
      { title: 'Zero lost cents', status: 'pending', room: main },
    ]),
  );
});

it('explains exit codes that the program has, and every one that an agent can act on', () => {
  const shown = [...text.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = '']) =>
    codes.split(', ').map(Number),
  );
  expect(shown.filter((code) => !(code in exitCodes))).toEqual([]);
  // 1 is a fault of the program, 8 needs a flag, and signals come from the person.
  expect(
    Object.keys(exitCodes)
      .map(Number)
      .filter((code) => !shown.includes(code)),
  ).toEqual([1, 8, 129, 130, 143]);
});

it('has the front matter of a skill', () => {
  expect(text).toMatch(/^---\nname: [a-z-]{1,64}\ndescription: .{1,1024}\n/);
});
