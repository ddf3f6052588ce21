// One real service with an event for each test, and a folder of files: the environment of tests of
// schedules.
import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandResult } from './program.ts';
import { addEvent, placeLine, type ServedSession, sharedFolder, sharedService } from './stage.ts';

export type ScheduleStage = Awaited<ReturnType<ReturnType<typeof scheduleStages>['stage']>>;

/** One service and one folder for all tests of a file. */
export function scheduleStages() {
  const service = sharedService();
  const folder = sharedFolder();
  let events = 0;

  /** A new event in Berlin with these submissions, each by another person; none is placed. */
  async function stage(...titles: readonly string[]) {
    const event = `event-${++events}`;
    await addEvent(service, event);
    const env = {
      PLENARY_EVENT: event,
      PLENARY_TIMEZONE: 'Europe/Berlin',
      PLENARY_STATE_DIR: folder.file(`state-${event}`),
    };
    const run = (args: readonly string[], stdin = '') =>
      service.plenary(args, { env, cwd: folder.path, stdin });
    const rows = titles.map((title, at) => `"${title}",speaker-${at + 1}@example.org\n`);
    if (rows.length > 0) {
      const file = `Title,Email\n${rows.join('')}`;
      const { exitCode, stderr } = await run(
        ['submissions', 'import', '-', '--one-row-per', 'talk'],
        file,
      );
      if (exitCode !== 0) throw new Error(`the talks were not imported: ${stderr}`);
    }
    return {
      /** The settings of its commands. */
      env,
      run: (...args: readonly string[]) => run(args),
      /** With standard input. */
      feed: (stdin: string, ...args: readonly string[]) => run(args, stdin),
      /** Title, room and start of all placed sessions, sorted. */
      async placed() {
        const { stdout } = await run(['sessions', 'list', '--json']);
        const sessions: readonly ServedSession[] = JSON.parse(stdout);
        return sessions
          .filter(({ room }) => room !== null)
          .map(placeLine)
          .sort();
      },
    };
  }

  return {
    service: () => service,
    /** Runs a command without an event, in Berlin. */
    alone: (...args: readonly string[]) =>
      service.plenary(args, {
        cwd: folder.path,
        env: { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin' },
      }),
    /** Where commands run. */
    folder: () => folder.path,
    stage,
    /** Writes a file, and returns its name. */
    file(name: string, ...lines: readonly string[]): string {
      writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
      return name;
    },
    read: (name: string): string => readFileSync(folder.file(name), 'utf8'),
  };
}

export const header = 'title,room,start,duration,speakers';
export const keynote = 'Keynote,Main Hall,2026-05-02 09:00,45,Ada Lovelace';
export const compilers = 'Compilers,Main Hall,2026-05-02 09:45,45,Grace Hopper';

export const report = ({ stdout }: CommandResult) => JSON.parse(stdout);
/** The number of placements that got a response, according to `--debug`. */
export const writes = ({ stderr }: CommandResult) =>
  stderr.match(/"kind":"response","method":"PUT"/g)?.length ?? 0;
