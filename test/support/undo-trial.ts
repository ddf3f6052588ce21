// Applies decisions, undoes them and undoes the undo, each killed again and again, and compares every submission with what it must be.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { startFaultyProxy } from './faulty-proxy.ts';
import { type CommandResult, spawnService, startPlenary, type TestService } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface UndoTrial {
  readonly decisions: number;
  /** How often each of the three runs is killed, if it does not end before. */
  readonly kills: number;
  readonly seed: number;
}

export interface UndoResult {
  readonly kills: number;
  /** Starts of the program. */
  readonly starts: number;
  /** Updates that the service got: at least one for each decision and run, and those in doubt again. */
  readonly updates: number;
  /** Submissions that are not as they must be, after each of the three runs. */
  readonly wrong: Readonly<Record<'applied' | 'undone' | 'redone', number>>;
  readonly faults: readonly string[];
}

/** Decisions and feedback of these words and texts. */
const words = ['Accept', 'nein', 'accepted', 'no'] as const;
const statusOf = { Accept: 'accepted', nein: 'declined', accepted: 'accepted', no: 'declined' };

export async function killUndos({ decisions, kills: killsPerRun, seed }: UndoTrial): Promise<UndoResult> {
  const folder = temporaryFolder();
  const service = await spawnService();
  const random = seededRandom(seed);
  const proxy = await startFaultyProxy(service.url, { delayMs: () => random() * 20 });
  const env = { ...service.env, PLENARY_BASE_URL: proxy.url };
  const numbers = Array.from({ length: decisions }, (_, at) => at + 1);
  const faults: string[] = [];
  let kills = 0;
  let starts = 0;
  try {
    const talks = write('talks.csv', 'Title,Email', (n) => `Talk ${n},s${n % 50}@example.org`);
    await succeed(service, ['submissions', 'import', talks, '--yes', '--quiet']);
    const before = await submissions();
    const sheet = write('decisions.csv', 'Title,Decision,Greeting', (n) => `Talk ${n},${words[n % 4]},"Ann, ${n}"`);
    const template = folder.file('feedback.txt');
    writeFileSync(template, '"{title}", dear {Greeting}\n');
    const sent = proxy.writes();
    const applied = await complete(['submissions', 'apply', sheet, '--feedback-template', template]);
    const decided = await submissions();
    const wrongDecisions = numbers.filter((n) => {
      const { status, feedback } = decided.get(`Talk ${n}`) ?? {};
      const word = words[n % 4] ?? 'no';
      return status !== statusOf[word] || feedback !== `"Talk ${n}", dear Ann, ${n}`;
    });
    const undone = await complete(['runs', 'undo', applied]);
    const restored = await submissions();
    await complete(['runs', 'undo', undone]);
    return {
      ...{ kills, starts, faults },
      updates: proxy.writes() - sent,
      wrong: {
        applied: wrongDecisions.length,
        undone: differing(before, restored),
        redone: differing(decided, await submissions()),
      },
    };
  } finally {
    await proxy.close();
    await service.stop();
    folder.remove();
  }

  function write(name: string, header: string, line: (n: number) => string): string {
    writeFileSync(folder.file(name), `${header}\n${numbers.map(line).join('\n')}\n`);
    return folder.file(name);
  }

  /** Runs a command again after each kill, until it has ended. @returns the run */
  async function complete(args: readonly string[]): Promise<string> {
    for (let killed = 0; ; ) {
      const part = (random() * decisions) / killsPerRun;
      const { exitCode, signal, stdout, stderr } = await start(args, killed < killsPerRun ? part : Infinity);
      if (signal === 'SIGKILL') {
        killed++;
        continue;
      }
      await proxy.atRest();
      const fault = `${args.join(' ')}: exit code ${exitCode}: ${stderr}`;
      if (exitCode !== 0) faults.push(fault);
      if (stdout === '') throw new Error(fault);
      const report = JSON.parse(stdout);
      return report.run ?? report.applied.run;
    }
  }

  /** @param updates after which the program is killed */
  async function start(args: readonly string[], updates: number) {
    starts++;
    const child = startPlenary([...args, '--yes', '--json', '--timeout', '3s'], { env });
    child.stdin.end();
    const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
    if (Number.isFinite(updates)) {
      proxy.written(proxy.writes() + Math.ceil(updates)).then(() => {
        if (child.exitCode === null && child.kill('SIGKILL')) kills++;
      });
    }
    const [exitCode, signal] = await once(child, 'close');
    return { exitCode, signal, stdout: stdout(), stderr: stderr() };
  }

  /** By title, without the time of the last change. */
  async function submissions(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const { stdout } = await succeed(service, ['submissions', 'list', '--all', '--json']);
    const all: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout);
    return new Map(all.map(({ updated_at: _, ...record }) => [String(record.title), record]));
  }
}

type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function differing(wanted: Records, found: Records): number {
  const differ = [...wanted].filter(([title, record]) => JSON.stringify(found.get(title)) !== JSON.stringify(record));
  return differ.length + Math.abs(wanted.size - found.size);
}

function gather(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function succeed(service: TestService, args: readonly string[]): Promise<CommandResult> {
  const result = await service.plenary(args);
  if (result.exitCode !== 0)
    throw new Error(`plenary ${args.join(' ')} ended with ${result.exitCode}: ${result.stderr}`);
  return result;
}
