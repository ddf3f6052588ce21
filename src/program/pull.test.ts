// A pull while its files are edited.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type PullOptions, pullProgram } from './pull.ts';

it('keeps an edit that is saved while the service is read', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = folder.file('speakers.csv');
  /** @param meanwhile is called when the service has been asked */
  const pull = (meanwhile: () => void) => {
    const client: Awaited<ReturnType<PullOptions['client']>> = {
      async *pages(endpoint) {
        meanwhile();
        yield {
          records: endpoint.resource === 'speakers' ? [{ id: 's1', first_name: 'Ada' }] : [],
        };
      },
    };
    const created = async () => new Map<string, string>();
    const target = {
      created,
      folder: folder.path,
      baseUrl: 'http://127.0.0.1',
      event: 'conf',
      timeZone: undefined,
    };
    return pullProgram({
      ...target,
      client: async () => client,
      merge: false,
    });
  };
  expect(await pull(() => undefined)).toMatchObject({ outcome: 'done' });
  const edited = readFileSync(file, 'utf8').replace('Ada', 'Ida');
  expect(await pull(() => writeFileSync(file, edited))).toMatchObject({ outcome: 'refused' });
  expect(readFileSync(file, 'utf8')).toBe(edited);
});
