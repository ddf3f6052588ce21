// An event and a folder for each command whose exit codes are compared, on one service.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { canonicalBaseUrl } from '../../src/client/base-url.ts';
import { systemClock } from '../../src/client/clock.ts';
import { openRuns } from '../../src/runs/folder.ts';
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
    const own = folder.file(name.replace(' ', '-'));
    mkdirSync(own);
    const env = { PLENARY_EVENT: event, PLENARY_STATE_DIR: join(own, '.state') };
    const plenary = (line: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      service.plenary(line.split(' ').filter(Boolean), {
        cwd: own,
        env: { ...env, ...more },
        clock: skippingClock(),
      });
    const scene: Scene = {
      file(path, ...lines) {
        writeFileSync(join(own, path), `${lines.join('\n')}\n`);
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
        const about = fresh('About ');
        const rows = (emails.length === 0 ? ['ada@x.org'] : emails).map((email) => {
          return `${email},,${about}`;
        });
        return (await scene.run(`speakers apply ${scene.file('run.csv', people, ...rows)}`)).run;
      },
    };
    const runs = openRuns(join(own, '.state', 'runs'), systemClock);
    /** As another command does that works on the event. */
    const lockAll = () => {
      const baseUrl = canonicalBaseUrl(service.url);
      return ['speakers', 'submissions', 'sessions'].map((resource) =>
        runs.lock({ resource, event, baseUrl }),
      );
    };
    return { scene, plenary, lockAll };
  }
}

let names = 0;

/** Another name each time. */
export function fresh(name: string): string {
  names++;
  return `${name}${names}`;
}
