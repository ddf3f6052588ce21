// The OpenAPI document that the service serves, read by a public linter.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { describe } from '../../src/service/description.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();

it('passes it', async () => {
  const file = folder.file('openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument(describe({}))));
  const args = [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', file, '--format', 'json'];
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const env = { PATH: process.env.PATH, HOME: folder.path, ...quiet };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, '--config', resolve('redocly.yaml')],
    {
      env,
    },
  );
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
});
