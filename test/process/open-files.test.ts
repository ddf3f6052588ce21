// A process that may open few files: whatever it has opened before, it ends with a sentence that
// names the limit.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { launcher, runToEnd } from '../support/program.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = sharedFolder();

/** How many files Node itself opens. */
function ownFiles(): number {
  const starts = (limit: number) =>
    spawnSync('/bin/bash', ['-c', `ulimit -n ${limit}; exec ${process.execPath} -e 0`]).status ===
    0;
  return Array.from({ length: 40 }, (_, at) => at + 12).find(starts) ?? expect.fail();
}

/** Runs a command that may open at most this number of files. */
function limited(limit: number, command: string) {
  const line = `ulimit -n ${limit}; exec ${process.execPath} ${launcher} ${command}`;
  return runToEnd(['/bin/bash', '-c', line], {
    env: { ...service.env, PLENARY_STATE_DIR: folder.file(`state-${limit}`) },
  });
}

it.runIf(process.platform === 'linux')(
  'ends with a sentence, whatever it could open before',
  async () => {
    const least = ownFiles();
    const file = (name: string, text: string) => {
      writeFileSync(folder.file(name), text);
      return folder.file(name);
    };
    const people = file('people.csv', 'email\nada@example.org\n');
    const talks = file('talks.csv', 'title,duration\nMaps,30\n');
    const rooms = file('rooms.csv', 'room,start,end\nHall,2027-05-20T09:00Z,2027-05-20T17:00Z\n');
    const commands = [
      'speakers list --json',
      `speakers import ${people} --yes`,
      `service init --data ${folder.file('new.db')}`,
      `sessions autoplace ${talks} --rooms-file ${rooms} --timezone UTC`,
    ];
    const errors = new Set<string>();
    for (const more of [1, 2, 3, 6, 10, 14]) {
      const ended = await Promise.all(commands.map((command) => limited(least + more, command)));
      for (const { exitCode, stderr } of ended) {
        if (exitCode === 0) continue;
        expect(stderr).toMatch(
          /too many files are open[\s\S]*raise the limit, for example with `ulimit -n 1024`/,
        );
        expect(stderr).not.toMatch(/^ +at |unexpected|panicked/m);
        errors.add(/Error: [a-z]+ [a-z]+/.exec(stderr)?.[0] ?? stderr);
      }
    }
    // At the start, of a module, of a lock, of a database.
    expect([...errors]).toEqual(
      expect.arrayContaining(
        ['plenary cannot', 'cannot use', 'cannot write', 'cannot open'].map(
          (words) => `Error: ${words}`,
        ),
      ),
    );
  },
);
