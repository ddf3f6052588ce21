// A program folder with new rows, whose creations have scripted outcomes, at a service that shows no
// submitters.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { Write } from './servers/server.ts';
import { limitMs, type RequestStep, startStoppableCommands, step } from './stoppable-commands.ts';

/** A folder with two new talks; the outcomes of their creations are scripted. */
export function startNewRows(...creations: readonly RequestStep['outcome'][]) {
  return newRowsWith({ creations });
}

/** @param update the outcome of each request that sends what a creation cannot set */
export async function newRowsWith({
  creations,
  update,
}: {
  readonly creations: readonly RequestStep['outcome'][];
  readonly update?: RequestStep['outcome'];
}) {
  const outcomes = creations.values();
  let beside: (() => Promise<undefined>) | undefined;
  const commands = await startStoppableCommands({
    script: {},
    show: (id, { submitter_email: _, ...fields }) => ({ id, ...fields }),
    decide({ method }: Write) {
      const { value } = method === 'POST' ? outcomes.next() : { value: update };
      return value === undefined ? beside?.() : step(value);
    },
    seed: { submissions: [{ title: 'Types', submitter_email: 'ada@example.org' }] },
  });
  onTestFinished(commands.close);
  const { file, server } = commands;
  const folder = file('program');
  const run = (...words: readonly string[]) =>
    commands.run([...words, '--timeout', `${limitMs}ms`, '--retries', '0']);
  const read = () => readFileSync(`${folder}/submissions.csv`, 'utf8');
  const write = (text: string) => writeFileSync(`${folder}/submissions.csv`, text);
  const pull = await run('program', 'pull', folder, '--private-columns');
  expect(pull.exitCode, pull.stderr).toBe(0);
  const columns = (read().split('\n')[0] ?? '').split(',');
  const row = (values: Readonly<Record<string, string>>) =>
    `${columns.map((column) => values[column] ?? '').join()}\n`;
  const alpha = row({ title: 'Alpha', submitter_email: 'bo@example.org', status: 'accepted' });
  const beta = row({ title: 'Beta', submitter_email: 'bo@example.org' });
  write(`${read()}${alpha}${beta}`);
  const apply = (...flags: readonly string[]) =>
    run('program', 'apply', folder, '--create', '--yes', '--json', '--concurrency', '1', ...flags);
  const talks = () =>
    server.stored.submissions.map(({ id, fields: { title, status } }) =>
      [id, title, status].join(' ').trim(),
    );
  return {
    folder,
    read,
    write,
    edit: (from: string, to: string) => write(read().replace(from, to)),
    /** Exchanges the last two rows. */
    move() {
      const [last, before, ...others] = read().trim().split('\n').reverse();
      write(`${[...others.reverse(), last, before].join('\n')}\n`);
    },
    run,
    program: (verb: string, ...flags: readonly string[]) => run('program', verb, folder, ...flags),
    apply,
    /** Applies all that is left. @returns the talks of the service */
    async applied() {
      const { exitCode, stderr } = await apply();
      expect(exitCode, stderr).toBe(0);
      return talks();
    },
    /** Changes a saved file of the only run. */
    damage(name: string, change: (text: string) => string) {
      const [id = ''] = readdirSync(`${commands.state()}/runs`).filter((name) =>
        /^\d{8}-/.test(name),
      );
      const path = `${commands.state()}/runs/${id}/${name}`;
      writeFileSync(path, change(readFileSync(path, 'utf8')));
      return id;
    },
    /** Is done before each write whose outcome is not scripted. */
    beside(act: () => unknown) {
      beside = async () => void (await act());
    },
    /** The talks of the file, and of the service. */
    filed: () =>
      read()
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',', 2).join(' ')),
    talks,
  };
}
