// Imports forty talks into a scripted server that fails as a test specifies.
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { TestContext } from 'vitest';
import type { NextStep } from '../../src/errors.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { plenary, startPlenary } from './program.ts';
import { type Reply, type ScriptedServer, startScriptedServer } from './scripted-server.ts';
import { type Mishap, type Mishaps, type SmallWorld, smallWorld } from './small-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Row n of the file has title n. */
export const titles = Array.from({ length: 40 }, (_, index) => `Talk ${index + 1}`);

export const notDone = (reply: Reply): Mishap => ({ reply, creates: 'never' });
export const done = (reply: Reply): Mishap => ({ reply, creates: 'at once' });
export const doneLater = (reply: Reply): Mishap => ({ reply, creates: 'after the next list' });

export const html = '<!doctype html><title>Log in to this network</title>';
export const busy = { status: 429, json: { detail: 'slow down' } };
export const broken = { status: 500, json: { detail: 'out of order' } };

// A lost request is sent again only after this time.
const common = ['--json', '--timeout', '1s'];

export interface FaultTrial {
  /** Starts the import of all rows. */
  begin(...flags: string[]): ChildProcess;
  /** Runs the import to its end; running it again resumes it. */
  run(...flags: string[]): Promise<End>;
  /** Runs the command that a report names as the next one. */
  follow(command: string): Promise<End>;
}

type Test = Pick<TestContext, 'onTestFinished'>;

/** The report is present if one was printed. */
type End = { readonly exitCode: number | null; readonly next?: readonly NextStep[] } & Partial<ImportReport>;

/** @param test the context of the test, which distinguishes concurrent tests */
export async function start(test: Test, mishaps: Mishaps): Promise<FaultTrial & { readonly world: SmallWorld }> {
  const world = smallWorld(mishaps);
  return { world, ...(await startWith(test, () => startScriptedServer(world.script))) };
}

/** The same with a server that the test opens; everything is closed when the test has ended. */
export async function startWith(test: Test, open: () => Promise<ScriptedServer>): Promise<FaultTrial> {
  const server = await open();
  const folder = temporaryFolder();
  test.onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  const file = folder.file('talks.csv');
  writeFileSync(file, `Title,Email\n${titles.map((title) => `${title},kim@example.org\n`).join('')}`);
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: 'e',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const args = (flags: readonly string[]) => ['submissions', 'import', file, ...common, ...flags];
  const report = async (words: readonly string[]) => {
    const { exitCode, stdout } = await plenary(words, { env });
    return { exitCode, ...(stdout === '' ? {} : JSON.parse(stdout)) };
  };
  return {
    begin: (...flags) => startPlenary(args(flags), { env }),
    run: (...flags) => report(args(flags)),
    follow: (command) => report([...command.split(' ').slice(1), ...common]),
  };
}

/** Sorted; a record created twice appears twice. */
export function createdTitles({ created }: SmallWorld): readonly unknown[] {
  return created.map(({ title }) => title).toSorted();
}
