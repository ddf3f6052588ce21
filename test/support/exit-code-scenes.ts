// An event and a folder for each command whose exit codes are compared, on one service.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { canonicalBaseUrl } from '../../src/client/base-url.ts';
import { systemClock } from '../../src/client/clock.ts';
import { openRuns } from '../../src/runs/folder.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { skippingClock } from './skipping-clock.ts';
import { addEvent, sendRecord, sharedFolder, sharedService } from './stage.ts';

/** The event of a row of the table, and the folder in which its commands run. */
export interface Scene {
  /** Writes a file, and returns its name. */
  file(name: string, ...lines: readonly string[]): string;
  /** Runs a command that succeeds. @returns its report */
  run(line: string): Promise<{ readonly run: string }>;
  /** Pulls the event. @returns the folder */
  pull(): Promise<string>;
  /** Changes speakers. @returns the run */
  change(...emails: readonly string[]): Promise<string>;
  /** Begins to change speakers, until the network breaks at the last change. @returns the run */
  interrupt(...emails: readonly string[]): Promise<string>;
}

export const people = 'email,first_name,about';

export function sceneStage() {
  const service = sharedService();
  const folder = sharedFolder();
  return { openScene };

  /** Adds an event with two speakers, two talks without a place, and three with one. */
  async function openScene(name: string) {
    const event = fresh('event');
    await addEvent(service, event);
    const post = (kind: string, fields: Readonly<Record<string, string>>) =>
      sendRecord(service, 'POST', `events/${event}/${kind}`, fields);
    for (const email of ['ada@x.org', 'bo@x.org']) await post('speakers', { email });
    for (const [title, room, start] of [
      ['Queues'],
      ['Maps'],
      ['Keynote', 'Hall', '2027-05-20T07:00:00Z'],
      ['Panel', 'Hall', '2027-05-20T09:00:00Z'],
      ['Closing', 'Lab', '2027-05-20T10:00:00Z'],
    ] as const) {
      const { id } = await post('submissions', { title, submitter_email: 'ada@x.org' });
      if (start === undefined) continue;
      await sendRecord(service, 'PUT', `sessions/${id}/schedule`, { room, start });
      await sendRecord(service, 'PATCH', `submissions/${id}`, { status: 'accepted' });
    }
    const ownFolder = folder.file(name.replace(' ', '-'));
    mkdirSync(ownFolder);
    let mostWrites = Number.POSITIVE_INFINITY;
    const network = await startFaultyProxy(service.url, {
      delayMs: () => 0,
      refuses: (_, writes) => writes > mostWrites,
    });
    onTestFinished(network.close);
    const env = {
      PLENARY_BASE_URL: network.url,
      PLENARY_EVENT: event,
      PLENARY_STATE_DIR: join(ownFolder, '.state'),
    };
    const plenary = (line: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      service.plenary(line.split(' ').filter(Boolean), {
        cwd: ownFolder,
        env: { ...env, ...more },
        clock: skippingClock(),
      });
    const scene: Scene = {
      file(path, ...lines) {
        writeFileSync(join(ownFolder, path), `${lines.join('\n')}\n`);
        return path;
      },
      async run(line) {
        const { exitCode, stdout, stderr } = await plenary(`${line} --json`);
        expect(exitCode, stderr).toBe(0);
        return JSON.parse(stdout);
      },
      async pull() {
        const pulled = fresh('pulled');
        await scene.run(`program pull ${pulled} --private-columns`);
        return pulled;
      },
      async change(...emails) {
        const changed = emails.length === 0 ? ['ada@x.org'] : emails;
        return (await scene.run(`speakers apply ${changesOf(changed)}`)).run;
      },
      async interrupt(...emails) {
        mostWrites = network.writes() + emails.length - 1;
        const words = 'speakers apply --concurrency 1 --retries 0 --allow-partial --json';
        const { exitCode, stdout, stderr } = await plenary(`${words} ${changesOf(emails)}`);
        mostWrites = Number.POSITIVE_INFINITY;
        expect(exitCode, stderr).toBe(10);
        return JSON.parse(stdout).run;
      },
    };
    const changesOf = (emails: readonly string[]) => {
      const about = fresh('About ');
      return scene.file('run.csv', people, ...emails.map((email) => `${email},,${about}`));
    };
    const runs = openRuns(join(ownFolder, '.state', 'runs'), systemClock);
    /** As another command does that works on the event. */
    const lockAll = () => {
      const baseUrl = canonicalBaseUrl(network.url);
      return ['speakers', 'submissions', 'sessions'].map((resource) =>
        runs.lock({ resource, event, baseUrl }),
      );
    };
    return {
      scene,
      plenary,
      lockAll,
      /** From then on, nothing listens at the address of the service. */
      breakNetwork: network.close,
    };
  }
}

let names = 0;

/** Another name each time. */
export function fresh(name: string): string {
  names++;
  return `${name}${names}`;
}
