// Laws of the sources of src/ that no import shows: what one file alone does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { encoding: 'utf8', recursive: true })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(join('src', file), 'utf8')] as const);

it.each([
  ['writes to standard error, where secrets are hidden', /\bstderr\.write\(/, ['cli/io.ts']],
  ['reads the token of the environment', /\benv\.PLENARY_TOKEN\b/, ['config/token.ts']],
  ['puts texts into a normal form', /\.normalize\(/, ['contract/normal-form.ts']],
  [
    'uses the process, besides the variables of libpq',
    /\bprocess\.(?:env|argv|std\w+|on|once|exit\w*|cwd|chdir)\b/,
    ['main.ts', 'service/store/postgres-address.ts'],
  ],
])('one file alone %s', (_, pattern, owners) => {
  expect(
    sources
      .filter(([, text]) => pattern.test(text))
      .map(([file]) => file)
      .toSorted(),
  ).toEqual(owners);
});
