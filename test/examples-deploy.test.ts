// The Dockerfile and the unit of systemd name files, flags and variables that exist.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { variables } from '../src/cli/commands/help-topics.ts';
import { parseRate } from '../src/service/rate-limit.ts';
import { plenary } from './support/program.ts';

/** The flags of a command line that `plenary serve` does not have. */
async function unknownFlags(words: readonly string[]): Promise<string[]> {
  const { stdout } = await plenary(['serve', '--help']);
  return words.filter(
    (word) => word.startsWith('--') && !new RegExp(`^ +${word} `, 'm').test(stdout),
  );
}

const isKnown = (variable: string) => variables.some(([name]) => name === variable);

describe('Dockerfile', () => {
  const text = readFileSync('Dockerfile', 'utf8');
  const argumentsOf = (name: string) =>
    [...text.replaceAll('\\\n', '').matchAll(new RegExp(`^ *${name} (.*)$`, 'gm'))].map(
      ([, rest = '']) => rest.trim(),
    );

  it('copies only files of a clone and its packed file, which .dockerignore lets through', () => {
    const sources = argumentsOf('COPY').flatMap((line) =>
      line.startsWith('--from') ? [] : line.split(' ').slice(0, -1),
    );
    expect(sources.filter((path) => !existsSync(path))).toEqual(['plenary-*.tgz']);
    const admitted = readFileSync('.dockerignore', 'utf8').matchAll(/^!(.*)$/gm);
    expect(new Set(Array.from(admitted, ([, path]) => path))).toEqual(new Set(sources));
  });

  it('starts the program with known flags, not as root, on a database in its volume', async () => {
    const [command = ''] = argumentsOf('CMD').filter((each) => each.startsWith('["serve"'));
    expect(await unknownFlags(JSON.parse(command))).toEqual([]);
    expect(argumentsOf('ENTRYPOINT')).toEqual(['["node", "/app/bin/plenary.js"]']);
    expect(existsSync('bin/plenary.js')).toBe(true);
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('ENV')[0]).toContain(`PLENARY_DATA=${argumentsOf('VOLUME')[0]}/plenary.db`);
    expect(isKnown('PLENARY_DATA')).toBe(true);
  });
});

it('plenary.service starts the program with known flags, and limits the rate', async () => {
  const unit = readFileSync('examples/deploy/plenary.service', 'utf8');
  const [, command = ''] = /^ExecStart=\S+ plenary (serve .*)$/m.exec(unit) ?? [];
  expect(await unknownFlags(command.split(' '))).toEqual([]);
  expect(() => parseRate(/--rate-limit (\S+)/.exec(command)?.[1] ?? '')).not.toThrow();
  const named = [...unit.matchAll(/\b(PLENARY_\w+)=/g)].map(([, name = '']) => name);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});
