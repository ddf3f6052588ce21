// `plenary letters write` killed at 20 instants, with a typo corrected in between: nobody has two
// letters, and nobody none.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, expect, it } from 'vitest';
import { launcher, runToEnd } from '../support/program.ts';
import { sharedFolder } from '../support/stage.ts';

const folder = sharedFolder();
const people = 300;

/** Kills the process at one of its calls that change a file, or writes how many there were. */
const killer = `
const fs = require('node:fs');
const last = Number(process.env.KILL_AT);
let calls = 0;
for (const name of ['mkdirSync', 'openSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync']) {
  const call = fs[name];
  fs[name] = (...args) => {
    if (++calls === last) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  };
}
process.on('exit', () => fs.writeFileSync(process.env.CALLS_FILE, String(calls)));
`;

const list = Array.from({ length: people }, (_, at) => `spk_${at},P${at},p${at}@example.org`);

function openPlace(name: string): string {
  const place = folder.file(name);
  mkdirSync(place);
  writeFileSync(folder.file('killer.cjs'), killer);
  writeFileSync(join(place, 'list.csv'), `speaker_id,name,email\n${list.join('\n')}\n`);
  writeTemplate(place, 'Tpyo');
  return place;
}

function writeTemplate(place: string, word: string): void {
  writeFileSync(join(place, 'moved.txt'), `Subject: Moved\n\nDear {name}: ${word}\n`);
}

/** @param killAt which call is the last one; 0 for none */
function write(place: string, killAt: number) {
  const args = ['letters', 'write', 'moved.txt', '--for', 'list.csv', '--out', 'letters'];
  const command = ['--require', folder.file('killer.cjs'), launcher, ...args] as const;
  return runToEnd([process.execPath, ...command, '--from', 'p@devconf.example'], {
    env: { KILL_AT: String(killAt), CALLS_FILE: join(place, 'calls') },
    cwd: place,
  });
}

let names: readonly string[] = [];
let calls = 0;

beforeAll(async () => {
  const whole = openPlace('whole');
  expect(await write(whole, 0)).toMatchObject({ exitCode: 0 });
  names = readdirSync(join(whole, 'letters')).toSorted();
  calls = Number(readFileSync(join(whole, 'calls'), 'utf8'));
  expect(calls).toBeGreaterThan(4 * people);
});

it.each(Array.from({ length: 20 }, (_, at) => at))(
  'killed at instant %i of 20, nobody has two letters',
  async (instant) => {
    const place = openPlace(`${instant}`);
    const killAt = Math.floor(1 + ((calls - 1) * (instant + 0.5)) / 20);
    expect(await write(place, killAt)).toMatchObject({ exitCode: null });
    writeTemplate(place, 'Typo');
    const { exitCode, stderr } = await write(place, 0);
    expect(exitCode, stderr).toBe(0);
    expect(readdirSync(join(place, 'letters')).toSorted()).toEqual(names);

    const seen = new Set<string | undefined>();
    for (const name of names.filter((name) => name.endsWith('.eml'))) {
      const source = readFileSync(join(place, 'letters', name));
      const { to, text, messageId } = await PostalMime.parse(source);
      const address = to?.[0]?.address ?? '';
      expect(text).toMatch(new RegExp(`^Dear P${address.match(/\d+/)}: (Tpyo|Typo)\n$`));
      seen.add(address).add(messageId);
    }
    expect(seen.size).toBe(2 * people);
    for (const table of ['ledger.csv', 'letters.csv']) {
      const text = readFileSync(join(place, 'letters', table), 'utf8');
      const keys = text.match(/^(spk_|moved-)\w+/gm) ?? [];
      expect([table, keys.length, new Set(keys).size]).toEqual([table, people, people]);
    }
  },
);
