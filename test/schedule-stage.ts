// Events of their own on one real service, and a folder of files beside them: what tests of schedules play on.
import { writeFileSync } from 'node:fs';
import { type Outcome, plenary, startService, type TestService, temporaryFolder } from './program.ts';

export interface ScheduleStages {
  readonly service: TestService;
  /** Where commands run. */
  readonly path: string;
  /** An event of its own, in Berlin, with these talks, each by somebody else; nothing is placed. */
  stage(...titles: readonly string[]): Promise<Stage>;
  /** Writes a file, and returns its name. */
  file(name: string, ...lines: readonly string[]): string;
  close(): Promise<void>;
}

export interface Stage {
  run(...args: readonly string[]): Promise<Outcome>;
  /** With standard input. */
  feed(stdin: string, ...args: readonly string[]): Promise<Outcome>;
  /** Title, room and start of all that is placed, by title. */
  placed(): Promise<readonly string[]>;
}

export async function openStages(): Promise<ScheduleStages> {
  const service = await startService();
  const folder = temporaryFolder();
  let events = 0;

  async function stage(...titles: readonly string[]): Promise<Stage> {
    const event = `event-${++events}`;
    const about = ['--id', event, '--name', event, '--timezone', 'Europe/Berlin'];
    await plenary(['service', 'event', 'add', '--data', service.data, ...about]);
    const env = {
      PLENARY_EVENT: event,
      PLENARY_TIMEZONE: 'Europe/Berlin',
      PLENARY_STATE_DIR: folder.file(`state-${event}`),
    };
    const run = (args: readonly string[], stdin = '') => service.plenary(args, { env, cwd: folder.path, stdin });
    const rows = titles.map((title, at) => `"${title}",speaker-${at + 1}@example.org`).join('\n');
    const { exitCode, stderr } = await run(['submissions', 'import', '-'], `Title,Email\n${rows}\n`);
    if (exitCode !== 0) throw new Error(`the talks did not go in: ${stderr}`);
    return {
      run: (...args) => run(args),
      feed: (stdin, ...args) => run(args, stdin),
      async placed() {
        const { stdout } = await run(['sessions', 'list', '--all', '--json']);
        const sessions: readonly Record<string, string>[] = JSON.parse(stdout);
        return sessions.map(({ title, room, start }) => `${title} | ${room} | ${start}`).sort();
      },
    };
  }

  return {
    service,
    path: folder.path,
    stage,
    file(name, ...lines) {
      writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
      return name;
    },
    async close() {
      await service.stop();
      folder.remove();
    },
  };
}

export const report = ({ stdout }: Outcome) => JSON.parse(stdout);
export const errorOf = ({ stderr }: Outcome) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
/** The placements that were answered, as `--debug` tells of each. */
export const writes = ({ stderr }: Outcome) => stderr.match(/"kind":"answer","method":"PUT"/g)?.length ?? 0;
