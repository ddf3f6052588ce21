// Runs commands of the built program against a service again and again: import, pull, apply, undo, and tokens that come and go.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnPlenary } from '../program.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Client } from './operations.ts';
import type { Fields } from './records.ts';
import type { Traffic } from './traffic.ts';

export interface Commands {
  /** How many rounds have ended. */
  rounds(): number;
  /** Waits for the command that runs. The next one waits for `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Waits for the round that runs, and removes what the program has written on this machine. */
  stop(): Promise<void>;
}

export interface CommandOptions {
  /** Of the service. */
  readonly url: string;
  /** The address of the database. */
  readonly data: string;
  /** Has an event `program`. */
  readonly client: Pick<Client, 'token' | 'organizationId'>;
  readonly traffic: Traffic;
  /** Between two rounds. */
  readonly pauseMs: number;
  /** Ends even a round that has begun, after its command. */
  readonly signal: AbortSignal;
  readonly find: (finding: string) => void;
}

const people = 30;

export function startCommands(options: CommandOptions): Commands {
  const { url, data, client, traffic, pauseMs, signal, find } = options;
  const folder = temporaryFolder();
  const env = {
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: client.token,
    PLENARY_EVENT: 'program',
    PLENARY_DATA: data,
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  let gate: Promise<void> | undefined;
  let open = () => {};
  let running: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  const stopped = new AbortController();
  const working = work();
  return {
    rounds: () => rounds,
    async pause() {
      gate ??= new Promise((resolve) => {
        open = resolve;
      });
      await running;
    },
    resume() {
      gate = undefined;
      open();
    },
    async stop() {
      stopped.abort();
      await working;
      folder.remove();
    },
  };

  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await changeRecords(rounds + 1);
        await useToken();
        rounds++;
      } catch (error) {
        if (!signal.aborted) find(error instanceof Error ? error.message : String(error));
      }
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function changeRecords(round: number): Promise<void> {
    const rows = Array.from({ length: people }, (_, at) => `person-${at}@example.org,Amina,Import ${round}`);
    writeFileSync(folder.file('people.csv'), `Email,First name,Bio\n${rows.join('\n')}\n`);
    await run(['speakers', 'import', 'people.csv', '--on-conflict', 'update']);
    await expectBiographies(`Import ${round}`);
    rmSync(folder.file('files'), { recursive: true, force: true });
    await run(['program', 'pull', 'files']);
    const file = folder.file('files/speakers.csv');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`Import ${round}`, `Edit ${round}`));
    const { applied } = await run(['program', 'apply', 'files', '--max-changes', '100%']);
    await expectBiographies(`Edit ${round}`);
    await run(['runs', 'undo', applied.run]);
    await expectBiographies(`Import ${round}`);
  }

  async function expectBiographies(about: string): Promise<void> {
    const path = '/v1/events/program/speakers?pageSize=100';
    const reply = await traffic.send({ method: 'GET', path, token: client.token });
    const records: readonly Fields[] = reply?.body.data ?? [];
    const right = records.filter((record) => record.about === about).length;
    if (right === people && records.length === people) return;
    throw new Error(`the commands: of ${records.length} speakers, ${right} have the biography ${about}`);
  }

  async function useToken(): Promise<void> {
    const { id, token } = await run([
      ...['service', 'token', 'issue', '--name', 'Soak', '--organization', client.organizationId],
    ]);
    await expectStatus(token, 200);
    await run(['service', 'token', 'revoke', id]);
    await expectStatus(token, 401);
  }

  /** Asks on several connections at once, which lead to all service processes. */
  async function expectStatus(token: string, status: number): Promise<void> {
    const path = '/v1/events/program/speakers';
    const replies = await Promise.all([1, 2, 3, 4].map(() => traffic.send({ method: 'GET', path, token })));
    for (const reply of replies) {
      if (reply?.status !== status) find(`a token got ${reply?.status} instead of ${status}`);
    }
  }

  /**
   * Runs it again, as it says, if the service was away for longer than its retries: the same command resumes.
   * @returns what the command prints as JSON @throws Error unless it ends with 0
   */
  async function run(args: readonly string[], again = 3): Promise<ReturnType<JSON['parse']>> {
    await gate;
    signal.throwIfAborted();
    const command = spawnPlenary([...args, '--yes', '--json', '--retries', '8'], { env, cwd: folder.path });
    running = command.catch(() => undefined);
    const { exitCode, stdout, stderr } = await command;
    if (exitCode === 0) return JSON.parse(stdout);
    if (again > 0 && [7, 10].includes(exitCode ?? 0)) return run(args, again - 1);
    throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  }
}
