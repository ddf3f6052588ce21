// An import of forty talks into a small world where something goes wrong: what tests of faults need.
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

export const undone = (reply: Reply): Mishap => ({ reply, made: 'never' });
export const done = (reply: Reply): Mishap => ({ reply, made: 'at once' });
export const doneLater = (reply: Reply): Mishap => ({ reply, made: 'later' });

export const html = '<!doctype html><title>Log in to this network</title>';
export const busy = { status: 429, json: { detail: 'slow down' } };
export const broken = { status: 500, json: { detail: 'out of order' } };

// What was lost is not sent again before a request's time is over.
const common = ['--json', '--timeout', '1s'];

export interface FaultTrial {
  /** The import of all rows, on its way. */
  begin(...flags: string[]): ChildProcess;
  /** To its end; run again, it goes on. */
  run(...flags: string[]): Promise<End>;
  /** Does what a report says is next. */
  follow(command: string): Promise<End>;
}

type Test = Pick<TestContext, 'onTestFinished'>;

/** The report is present if one was printed. */
type End = { readonly exitCode: number | null; readonly next?: readonly NextStep[] } & Partial<ImportReport>;

/** @param test tells tests that run at the same time apart */
export async function start(test: Test, mishaps: Mishaps): Promise<FaultTrial & { readonly world: SmallWorld }> {
  const world = smallWorld(mishaps);
  return { world, ...(await startWith(test, () => startScriptedServer(world.script))) };
}

/** With a server of the test's own; all is closed when the test has ended. */
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

/** Sorted; one made twice is there twice. */
export function madeTitles({ made }: SmallWorld): readonly unknown[] {
  return made.map(({ title }) => title).toSorted();
}
