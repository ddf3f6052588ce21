// How many records of a kind a program can have.
import { expect, it } from 'vitest';
import { readListedProgram } from './records.ts';

it('refuses an event with more records of a kind than a program can have', async () => {
  const records = Array.from({ length: 20_001 }, (_, id) => ({ id }));
  const client = {
    async *pages() {
      yield { records, page: 1 };
    },
  };
  await expect(
    readListedProgram({ client, event: 'conf', timeZone: undefined }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'event conf has more than 20000 records of a kind, which is the limit of a program',
  });
});
