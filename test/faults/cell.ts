// Runs one command against one fault, and then once more without it. Collects what happened; judges nothing.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type CommandResult, plenary, type TestService } from '../support/program.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault } from './fault.ts';
import { files, held, type Kind, speakers, talks } from './kinds.ts';
import { type Aim, type FaultProxy, type Seen, startProxy, trusted } from './proxy.ts';

/** How long a fault lasts: it passes, or it lasts for writes alone, or for all requests. */
export type Lasting = 'passes' | 'writes' | 'all';

export interface Cell {
  readonly fault: Fault;
  readonly kind: Kind;
  readonly lasting: Lasting;
}

export const retries = 2;
/** For faults that last until the time limit, and for the others, which never reach it. Milliseconds. */
export const timeoutOf = ({ isSlow }: Fault) => (isSlow === true ? 1000 : 30_000);

/** What one command did. */
export interface Run extends CommandResult {
  /** The records that the service holds afterwards, each as a line, sorted. */
  readonly held: readonly string[];
  /** The files that the command wrote, with their text. */
  readonly written: Readonly<Record<string, string>>;
}

export interface Evidence {
  readonly cell: Cell;
  readonly before: readonly string[];
  /** With the fault. */
  readonly struck: Run;
  /** Without it: `runs resume` if the command named it, else the same command. */
  readonly again: Run;
  readonly againArgs: readonly string[];
  readonly seen: readonly Seen[];
  readonly astray: number;
  /** How long the command took by its clock, and of this, its waits and the time limits that passed. Milliseconds. */
  readonly tookMs: number;
  readonly waitedMs: number;
  /** Must not appear anywhere. */
  readonly token: string;
  /** Names that differ from run to run, and what they stand for. */
  readonly names: readonly (readonly [name: string, standsFor: string])[];
}

let events = 0;

export async function runCell(service: TestService, cell: Cell): Promise<Evidence> {
  const { fault, kind } = cell;
  const event = `faults-${++events}`;
  const about = ['--id', event, '--name', event, '--timezone', 'Europe/Berlin'];
  await service.plenary(['service', 'event', 'add', '--data', service.data, ...about]);
  const folder = temporaryFolder();
  const proxy = await startProxy(service.url, fault.strike);
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(folder.file(name), text);
    writeFileSync(folder.file('ca.pem'), trusted);
    const api = apiOf(service, event);
    const speakerIds: string[] = [];
    const talkIds: string[] = [];
    for (const fields of speakers) speakerIds.push(await api.post('speakers', fields));
    for (const fields of talks) talkIds.push(await api.post('submissions', fields));

    const env = {
      ...service.env,
      PLENARY_BASE_URL: proxy.url,
      PLENARY_EVENT: event,
      PLENARY_STATE_DIR: folder.file('state'),
    };
    const timeoutMs = timeoutOf(fault);
    const common = ['--json', '--yes', '--timeout', `${timeoutMs}ms`, '--retries', String(retries), '--insecure-http'];
    const flags = proxy.url.startsWith('https') ? [...common, '--ca-cert', folder.file('ca.pem')] : common;
    const clock = tableClock(proxy);
    const run = async (args: readonly string[]): Promise<Run> => {
      const result = await plenary([...args, ...flags], { env, clock });
      return { ...result, held: await api.held(), written: textsIn(folder.file('program')) };
    };
    const prepared = kind.undoes ? await run(['submissions', 'apply', folder.file('decisions.csv')]) : undefined;
    const name = prepared === undefined ? '' : runIn(prepared);
    const args = kind.args({
      talk: talkIds[0] ?? '',
      speaker: speakerIds[0] ?? '',
      file: folder.file,
      run: name,
    });
    const before = await api.held();
    const from = proxy.seen.length;
    clock.waitedMs = 0;
    const startedAt = clock.now();
    proxy.aim(aimOf(cell));
    const struck = await run(args);
    const tookMs = clock.now() - startedAt;
    const waitedMs = clock.waitedMs + proxy.unanswered() * timeoutMs;
    const seen = proxy.seen.slice(from);
    await proxy.heal();
    const againArgs = resumeIn(struck) ?? args;
    const again = await run(againArgs);
    const names = [
      ...[...struck.stderr.matchAll(/\d{8}-\d{6}-[0-9a-f]{8}/g)].map(([run]) => [run, 'RUN'] as const),
      [folder.path, 'FOLDER'] as const,
      [new URL(proxy.url).host, 'HOST'] as const,
      [event, 'EVENT'] as const,
      ...[...speakerIds, ...talkIds].map((id) => [id, 'ID'] as const),
    ];
    return {
      ...{ cell, before, struck, again, againArgs, seen, tookMs, waitedMs, names },
      ...{ astray: proxy.astray(), token: service.token },
    };
  } finally {
    await proxy.close();
    folder.remove();
  }
}

function aimOf({ fault, kind, lasting }: Cell): Aim {
  const passes = typeof fault.times === 'number' ? fault.times : 1;
  return { fault, ofWrites: kind.class !== 'reads', from: kind.from, lasts: lasting === 'passes' ? passes : lasting };
}

/** Waits take no time on it, and a fault may pass during them. */
function tableClock(proxy: FaultProxy) {
  const skipping = skippingClock();
  return {
    ...skipping,
    random: () => 0.5,
    waitedMs: 0,
    async sleep(ms: number, signal?: AbortSignal) {
      this.waitedMs += ms;
      await proxy.pass();
      await skipping.sleep(ms, signal);
    },
  };
}

/** The service itself, not through the proxy. */
function apiOf(service: TestService, event: string) {
  const headers = { 'x-access-token': service.token, 'content-type': 'application/json' };
  const at = (resource: string) => `${service.url}/v1/events/${event}/${resource}`;
  return {
    async post(resource: string, fields: Readonly<Record<string, string>>): Promise<string> {
      const response = await fetch(at(resource), { method: 'POST', headers, body: JSON.stringify(fields) });
      if (!response.ok) throw new Error(`${resource} cannot be created: ${response.status}`);
      return String(Object(await response.json()).id);
    },
    async held(): Promise<readonly string[]> {
      const lines: string[] = [];
      for (const resource of ['speakers', 'submissions'] as const) {
        const response = await fetch(`${at(resource)}?pageSize=100`, { headers });
        for (const record of Object(await response.json()).data) lines.push(held(resource, record));
      }
      return lines.toSorted();
    },
  };
}

function textsIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(found.map(({ parentPath, name }) => [name, readFileSync(`${parentPath}/${name}`, 'utf8')]));
}

function runIn({ exitCode, stdout, stderr }: CommandResult): string {
  if (exitCode !== 0) throw new Error(`the run to undo ended with ${exitCode}: ${stderr}`);
  return String(JSON.parse(stdout).run);
}

/** The words of the `runs resume` that the error names. */
function resumeIn({ stderr }: CommandResult): readonly string[] | undefined {
  const name = /plenary runs resume (\S+?)["\\\s]/.exec(stderr)?.[1];
  return name === undefined ? undefined : ['runs', 'resume', name];
}
