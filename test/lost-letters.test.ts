// Letters that a program has saved as question marks, in whole imports.
import { describe, expect, it } from 'vitest';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();

describe('a question mark for a letter that the encoding of the file lacks', () => {
  const lost = (text: string) =>
    `"${text}" seems to have "?" for a letter that was lost when the file was saved, and is used ` +
    'as it is; save the file again with all letters, or correct the cell';

  it('is a warning in the name of a person', async () => {
    const { run } = await stage();
    const names = ['Ada Li', 'Amara Y?lmaz', '?ofie ?ezn\u00ed?ek', 'Cem Petrovi?', 'Bo Li'];
    const rows = names.map((name, at) => `${name},p${at}@example.org,Why?Because,What? A talk`);
    const path = file('people.csv', 'Name,Email,Bio,Company', ...rows);
    const result = await run('speakers', 'import', path, '--json');
    expect([result.exitCode, report(result).counts.created]).toEqual([0, 5]);
    expect(report(result).warnings).toMatchObject(
      [3, 4, 5].map((line) => ({
        line,
        column: 'Name',
        code: 'lost_letter',
        message: lost(names[line - 2] ?? ''),
      })),
    );
  });

  it('is a warning in the column that has it', async () => {
    const { run } = await stage();
    const rows = ['Amara,Y?lmaz,p@example.org', 'So?a,Li,q@example.org'];
    const path = file('people.csv', 'First name,Last name,Email', ...rows);
    const { warnings } = report(await run('speakers', 'import', path, '--json'));
    expect(warnings).toMatchObject([
      { line: 2, column: 'Last name', message: lost('Amara Y?lmaz') },
      { line: 3, column: 'First name', message: lost('So?a Li') },
    ]);
  });

  it('is a warning in a title if it is between two letters', async () => {
    const { run } = await stage();
    const titles = ['Why?', 'What? A talk', 'Caf?s', 'How (?why)'];
    const rows = titles.map((title) => `${title},p@example.org`);
    const path = file('talks.csv', 'Title,Email', ...rows);
    const { warnings } = report(await run('submissions', 'import', path, '--json'));
    expect(warnings).toMatchObject([{ line: 4, column: 'Title', message: lost('Caf?s') }]);
  });
});
