// What can be read once: its opening, and then all of it.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import { createSources } from './source.ts';

const pieces = ['{', '\n ', '"schemaVersion"', ': "2.0"}'];

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk);
  return text;
}

it('standard input that arrives in pieces has an opening, and is read whole after it', async () => {
  const stdin = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const sources = createSources({ ...testIo(), stdin });
  const { opening } = await sources.open('-');
  expect([await opening(), await opening()]).toEqual([pieces.join(''), pieces.join('')]);
  const { open } = await sources.open('-');
  expect(await textOf(open())).toBe(pieces.join(''));
});

it('standard input that does not end is read no further than its opening, and closed', async () => {
  const stdin = new Readable({ read() {} });
  stdin.push('x'.repeat(1000));
  const sources = createSources({ ...testIo(), stdin });
  const { opening } = await sources.open('-');
  expect(await opening()).toBe('x'.repeat(256));
  await sources.close();
  expect(stdin.destroyed).toBe(true);
});
