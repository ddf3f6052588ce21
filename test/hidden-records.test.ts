// Existing records that a service shows in another form than the file, or in part: a row that may
// mean one is refused.
import { expect, it } from 'vitest';
import { importsInto, type Noun } from './support/imports.ts';
import { type Received, wholeList } from './support/scripted-server.ts';

/**
 * Imports rows into a service that lists these records: addresses of speakers, or titles of Ada's
 * submissions.
 */
async function importBeside(noun: Noun, records: readonly object[], rows: readonly string[]) {
  const submitter_email = 'Ada &lt;ADA@example.org&gt;';
  const listed = records.map((record, id) => ({
    id: `${id}`,
    ...(noun === 'submissions' && { submitter_email }),
    ...record,
  }));
  const reply = ({ method }: Received) =>
    method === 'POST' ? { status: 201, json: { id: 'new' } } : wholeList(listed);
  const { importText, creations } = await importsInto(reply);
  const lines = rows.map((row) =>
    noun === 'speakers' || row.includes('@') ? row : `${row},ada@example.org`,
  );
  const text = [noun === 'speakers' ? 'Email' : 'Title,Email', ...lines, ''].join('\n');
  const { counts, error } = await importText(noun, text);
  return { counts, error, sent: creations().length };
}

const [ada, pat] = ['ada@example.org', 'pat@example.org'];

it.each<[string, Noun, readonly object[], readonly string[], object]>([
  [
    'no address beside one',
    'speakers',
    [{ email: null }, { email: ada }],
    [ada, pat],
    { created: 1, skipped: 1 },
  ],
  [
    'a mask of another title',
    'submissions',
    [{ title: 'Q', submitter_email: '***@e***' }],
    ['Logs'],
    { created: 1 },
  ],
  [
    'a mask of its title',
    'submissions',
    [{ title: 'A', submitter_email: '***@e***' }],
    [' a'],
    { skipped: 1 },
  ],
  [
    'its title without an address',
    'submissions',
    [{ title: 'A', submitter_email: undefined }],
    ['A'],
    { skipped: 1 },
  ],
  [
    'a number and true',
    'submissions',
    [{ title: 404 }, { title: true }],
    ['404', 'True'],
    { skipped: 2 },
  ],
  [
    'no title beside one',
    'submissions',
    [{ title: null }, { title: 'A' }],
    ['A', 'B'],
    { created: 1, skipped: 1 },
  ],
  ['an asterisk', 'submissions', [{ title: 'SELECT *' }], ['Select *'], { skipped: 1 }],
  [
    'text as HTML',
    'submissions',
    [{ title: 'Q&amp;A &ndash; caf&eacute;' }],
    ['Q&A – Café'],
    { skipped: 1 },
  ],
  [
    'an ellipsis of another title',
    'submissions',
    [{ title: 'Queues in...' }],
    ['Stacks'],
    { created: 1 },
  ],
  [
    'an ellipsis of the row',
    'submissions',
    [{ title: 'And…' }],
    ['And…', 'And so on'],
    { created: 1, skipped: 1 },
  ],
])('rows beside %s are imported', async (_, noun, records, rows, counts) => {
  expect((await importBeside(noun, records, rows)).counts).toMatchObject({
    created: 0,
    skipped: 0,
    ...counts,
  });
});

const [hiddenAddresses, hiddenTitles] = [
  'the service hides e-mail addresses',
  'the service does not show titles',
];

it.each<[string, Noun, object, string, string]>([
  [
    'a mask',
    'speakers',
    { email: 'P***@e***.org' },
    hiddenAddresses,
    'the address of 0 is shown as "P***@e***.org"',
  ],
  ['null', 'speakers', { email: null }, hiddenAddresses, 'the address of 0 is null'],
  ['an empty address', 'speakers', { email: ' ' }, hiddenAddresses, 'the address of 0 is blank'],
  ['no address', 'speakers', {}, hiddenAddresses, 'the address of 0 is not shown'],
  [
    'an object',
    'submissions',
    { title: { en: 'A' } },
    hiddenTitles,
    'the title of 0 is an object with the field en',
  ],
  ['an array', 'submissions', { title: ['A'] }, hiddenTitles, 'the title of 0 is an array'],
  ['no title', 'submissions', { title: null }, hiddenTitles, 'the title of 0 is null'],
])('nothing is sent beside %s of %s', async (_, noun, record, message, detail) => {
  const { error, sent } = await importBeside(
    noun,
    [record],
    noun === 'speakers' ? [ada] : ['Stacks'],
  );
  expect(error).toMatchObject({
    message: expect.stringContaining(message),
    details: [{ message: detail }],
  });
  expect(sent).toBe(0);
});

it.each(['Stacks and …', 'stacks...', '…'])(
  'nothing is sent beside %s, which may be the title of a row',
  async (title) => {
    const { error, sent } = await importBeside(
      'submissions',
      [{ title }],
      ['Logs', 'Stacks and queues'],
    );
    if (title === '…') expect(error).toMatchObject({ details: [{ line: 2 }] });
    else
      expect(error).toMatchObject({
        details: [{ line: 3, message: expect.stringContaining(`shown as "${title}"`) }],
      });
    expect(error).toMatchObject({ message: expect.stringContaining('may not show whole titles') });
    expect(sent).toBe(0);
  },
);
