// Journals with damaged or missing bytes: each line has a check, so that what it said is never
// guessed. The rest is undone, shown and verified, and the damage is named.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type CommandResult, errorOf } from './support/program.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

const titles = ['Queues', 'Cents', 'Clocks', 'Maps', 'Borders'];
const json = ({ stdout }: CommandResult) => JSON.parse(stdout);
const run = (...args: readonly string[]) => service.plenary([...args, '--yes', '--json']);

let applied: string;
let path: string;
let bytes: Buffer;

/** A run that has changed five statuses. */
beforeEach(async () => {
  const talks = titles.map((title, at) => `${title},s${at}@example.org`);
  await run('submissions', 'import', write('talks.csv', 'Title,Submitter email', ...talks));
  const decisions = titles.map((title, at) => `${title},${at % 2 === 0 ? 'yes' : 'no'}`);
  const file = write('decisions.csv', 'Title,Decision', ...decisions);
  applied = json(await run('submissions', 'apply', file)).run;
  path = join(service.env.PLENARY_STATE_DIR ?? '', 'runs', applied, 'journal.ndjson');
  bytes = readFileSync(path);
});

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return folder.file(name);
}

/** The number of the line that an offset is in. */
function lineAt(offset: number): number {
  return bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;
}

async function statuses(): Promise<readonly unknown[]> {
  const all: readonly Readonly<Record<string, unknown>>[] = json(await run('submissions', 'list'));
  return all.map(({ status }) => status);
}

it('plans only old values that were saved, whatever byte is damaged', async () => {
  const header = bytes.indexOf('\n') + 1;
  const step = Math.ceil((bytes.length - header) / 30);
  for (let offset = header; offset < bytes.length; offset += step) {
    const damaged = Buffer.from(bytes);
    damaged[offset] = (damaged[offset] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    const undo = await run('runs', 'undo', applied, '--dry-run');
    const { changes = [] } = undo.stdout === '' ? {} : json(undo);
    const planned: readonly { fields: { status: { to: unknown } } }[] = changes;
    expect(planned.every(({ fields }) => fields.status.to === 'pending')).toBe(true);
    if (lineAt(offset) === lineAt(bytes.length - 1)) continue;
    expect(undo.exitCode).not.toBe(0);
    expect(undo.stderr).toContain(`line ${lineAt(offset)} of ${path} is damaged`);
  }
});

it('undoes the rest, and ends with the line of a change that is damaged', async () => {
  const text = bytes.toString();
  writeFileSync(path, text.replace('"from":"pending"', '"from":"p%nding"'));
  const undone = await run('runs', 'undo', applied);
  expect(undone.exitCode).not.toBe(0);
  const line = lineAt(text.indexOf('"from":"pending"'));
  expect(errorOf(undone).message).toContain(`line ${line} of ${path} is damaged`);
  const now = await statuses();
  expect(now.filter((status) => status === 'pending')).toHaveLength(4);
});

it.each([
  ['NULs', (text: string) => text.replace(/(?<=\n)\{"change".*?\n\{"sending"/s, '\0\0\0')],
  ['missing lines', (text: string) => text.replace(/(?<=\n)\{"change".*?\n(?=\{"row")/s, '')],
])('are not whole with %s in the middle', async (_, damage) => {
  writeFileSync(path, damage(bytes.toString()));
  for (const command of ['verify', 'show']) {
    const { exitCode, stderr } = await run('runs', command, applied);
    expect(stderr).toMatch(/line \d of .*journal\.ndjson is damaged/);
    expect(exitCode === 0).toBe(command === 'show');
  }
});
