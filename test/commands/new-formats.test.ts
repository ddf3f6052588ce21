// Formats of an event that no talk has yet, on a service that does not list them.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addEvent, folderForEach, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const plenary = (...args: readonly string[]) =>
  service.plenary(args, { env: { PLENARY_EVENT: 'formats' } });

it('are not denied, and sent with the flag that the fix names', async () => {
  const formats = ['talk=40', 'lightning=10'].flatMap((format) => ['--format', format]);
  await addEvent(service, 'formats', ...formats);
  const write = (name: string, format: string) => {
    const file = folder.file(name);
    writeFileSync(file, `Title,Email,Format\n${name},ida@example.org,${format}\n`);
    return ['submissions', 'import', file, '--yes'];
  };
  expect((await plenary(...write('first.csv', 'talk'))).exitCode).toBe(0);
  const second = write('second.csv', 'lightning');
  const { exitCode, stderr } = await plenary(...second);
  expect(exitCode).toBe(3);
  expect(stderr).toContain(
    'second.csv:2 column "Format": no talk of the event has the format "lightning"; talks have ' +
      '"talk"\nFix: fix the rows; --allow-new-value sends names that no talk has yet; --map ' +
      '"Format=" leaves out a column\n',
  );
  expect((await plenary(...second, '--allow-new-value')).exitCode).toBe(0);
});
