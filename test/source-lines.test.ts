// The lines of the program's own files end at 100 columns, comments and style sheets included.
// Those of tests may be longer, because they quote lines of files and of output.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const mostColumns = 100;

it.each(['src', 'scripts', 'bench'])('the lines of %s end at 100 columns', (folder) => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(ts|js|css)$/.test(name) && !/\.test\.ts$/.test(name));
  const long = files.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.flatMap((line, at) => (line.length > mostColumns ? `${name}:${at + 1}` : []));
  });
  expect(files.length).toBeGreaterThan(0);
  expect(long).toEqual([]);
});
