// A copy of the built package in which each part notes when it is loaded. Node's own coverage takes much longer.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { temporaryFolder } from './temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** The scripts of the built program. */
export const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));

export function textOf(script: string): string {
  return readFileSync(join(dist, script), 'utf8');
}

/** @returns the names of the scripts that were loaded since */
export function copyNotedPackage(copy: ReturnType<typeof temporaryFolder>): () => readonly string[] {
  const loaded = copy.file('loaded');
  cpSync(join(root, 'bin'), copy.file('bin'), { recursive: true });
  for (const name of ['package.json', 'examples', 'node_modules']) symlinkSync(join(root, name), copy.file(name));
  mkdirSync(copy.file('dist'));
  cpSync(join(dist, 'package.json'), copy.file('dist/package.json'));
  for (const name of scripts) {
    const note = `require('node:fs').appendFileSync(${JSON.stringify(loaded)}, '${name}\\n');\n`;
    // Files with other contents have another identity, by which their compiled code is saved.
    const text =
      name === 'start.js' ? textOf(name).replace(/(?<=`)[\da-f]{16}(?=-)/, basename(copy.path)) : textOf(name);
    writeFileSync(copy.file(`dist/${name}`), `${note}${text}`);
  }
  return () => readFileSync(loaded, 'utf8').split('\n');
}
