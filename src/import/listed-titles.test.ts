// Titles that a service lists in another form than a file has them: which existing records an import recognizes.
import { expect, it, onTestFinished } from 'vitest';
import { clientFor, type ImportTextResult, importText } from '../../test/support/import-trial.ts';
import { startScriptedServer, wholeList } from '../../test/support/scripted-server.ts';

it('a number or true is compared as text, and a record without a title is another one', async () => {
  const { imported } = await listing(404, true, null);
  const { report } = await imported('404', 'True', 'Queues');
  expect(report.counts).toMatchObject({ skipped: 2, created: 1 });
});

it('an asterisk is not treated as a mask', async () => {
  const { imported } = await listing('SELECT *');
  expect((await imported('Select *')).report.counts).toMatchObject({ skipped: 1, created: 0 });
});

it('text as HTML is compared as what it shows', async () => {
  const { imported } = await listing('Q&amp;A &ndash; caf&eacute;', 'AT&amp;T');
  const { report } = await imported('Q&A – Café', 'AT&amp;T', 'Q and A');
  expect(report.counts).toMatchObject({ skipped: 2, created: 1 });
});

it('one that ends in an ellipsis may be that of a longer one, unless a row has it', async () => {
  const { imported, creations } = await listing('Q&amp;A in…', 'And then…');
  const { report } = await imported('Queues', 'And then…', 'And then there were none');
  expect(report.counts).toMatchObject({ created: 2, skipped: 1 });
  await expect(imported('Queues', 'q&a in the park')).rejects.toMatchObject({
    message: expect.stringContaining('titles that end in an ellipsis'),
    details: [{ row: 2, line: 3, message: 'its record may be the one shown as "Q&amp;A in…"' }],
  });
  expect(creations()).toBe(2);
});

it('one that ends in an ellipsis is not that of another submitter', async () => {
  const { imported } = await listing('Queues in…');
  const { report } = await imported(['Queues in the park', 'bo@example.org']);
  expect(report.counts).toMatchObject({ created: 1 });
});

/** A service that lists submissions of Ada with these titles, and imports of titles of hers. */
async function listing(...titles: readonly unknown[]) {
  const listed = titles.map((title, at) => ({ id: `${at}`, title, submitter_email: 'Ada &lt;ADA@example.org&gt;' }));
  const server = await startScriptedServer(({ method }) =>
    method === 'POST' ? { status: 201, json: { id: 'new' } } : wholeList(listed),
  );
  const client = clientFor(server.url);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const imported = (...rows: readonly (string | readonly [string, string])[]): Promise<ImportTextResult> => {
    const lines = rows.map((row) => [row].flat()).map(([title, email = 'ada@example.org']) => `${title},${email}\n`);
    return importText('submissions', `Title,Email\n${lines.join('')}`, client);
  };
  return { imported, creations: () => server.requests.filter(({ method }) => method === 'POST').length };
}
