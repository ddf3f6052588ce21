// Sheets of decisions with a row for each author: which rows are one talk, and which decisions
// contradict each other.
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { submissions, write, talks, statuses } = decisionStage();

const [ida, ola, eva] = ['ida@example.org', 'ola@example.org', 'eva@example.org'];

/** Talks of one title, each by one of the people. */
async function importKeynotes(...people: readonly string[]) {
  const rows = people.map((person) => `Keynote,${person}`);
  const file = write('keynotes.csv', 'Title,Submitter email,First name,Last name', ...rows);
  await submissions('import', file, '--yes', '--quiet', '--one-row-per', 'talk');
}

/** The statuses of the keynotes. */
async function keynotes(): Promise<readonly string[]> {
  return (await statuses()).filter((text) => text.startsWith('Keynote'));
}

describe('rows with the addresses of the authors of a talk', () => {
  it.each([
    ['first', [`Keynote,${ida},accept`, `Keynote,${ola},accept`, `KEYNOTE,${eva},yes`]],
    ['last', [`Keynote,${ola},accept`, `Keynote,${eva},accept`, `Keynote,${ida},accept`]],
    ['only decided', [`Keynote,${ida},`, `Keynote,${ola},accept`]],
  ])('are one decision if one of them has submitted it: %s', async (_, rows) => {
    await importKeynotes(`${ida},Ida,Moen`);
    const file = write('decisions.csv', 'Title,Author email,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('has the submitter of the talk; …@… is taken for another author'),
    ]);
    expect(await keynotes()).toEqual(['Keynote: accepted']);
  });

  it('are one decision by their id, whichever of them has submitted it', async () => {
    await importKeynotes(`${ida},Ida,Moen`);
    const id = (await talks()).at(-1)?.id;
    const rows = [`${id},Keynote,${ola},Ola,accept`, `${id},Keynote,${ida},Ida,accept`];
    const file = write('decisions.csv', 'id,Title,Email,First name,Decision', ...rows);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await keynotes()).toEqual(['Keynote: accepted']);
  });

  it('are refused with both lines if their decisions differ', async () => {
    await importKeynotes(`${ida},Ida,Moen`);
    const rows = [`Keynote,${ola},accept`, `Keynote,${eva},accept`, `Keynote,${ida},reject`];
    const file = write('decisions.csv', 'Title,Email,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes', '--allow-partial');
    expect(exitCode).toBe(9);
    const same = 'is for the same record and has';
    expect(stderr).toContain(`:2 column "Decision": "accept", but line 4 ${same} "reject"\n`);
    expect(stderr).toContain(`:4 column "Decision": "reject", but line 2 ${same} "accept"\n`);
    expect(stderr).toContain(':3: line 4 is for the same record');
    expect(await keynotes()).toEqual(['Keynote: pending']);
  });

  it('are refused one by one if none of them has submitted it', async () => {
    await importKeynotes(`${ida},Ida,Moen`);
    const rows = [`Keynote,${ola},accept`, `Keynote,${eva},accept`];
    const { exitCode, stderr } = await submissions(
      'apply',
      write('decisions.csv', 'Title,Email,Decision', ...rows),
      '--yes',
    );
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('has this title and was submitted with another address'),
    ]);
    expect(await keynotes()).toEqual(['Keynote: pending']);
  });
});

describe('rows of one title and different people', () => {
  it('are two talks if each of them has submitted one', async () => {
    await importKeynotes(`${ida},Ida,Moen`, `${ola},Ola,Berg`);
    const rows = [`Keynote,${ola},reject`, `Keynote,${ida},accept`];
    const file = write('decisions.csv', 'Title,Email,Decision', ...rows);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await keynotes()).toEqual(['Keynote: accepted', 'Keynote: declined']);
  });

  it('are not one of two talks if only one of them has submitted one', async () => {
    await importKeynotes(`${ida},Ida,Moen`, `${ola},Ola,Berg`);
    const rows = [`Keynote,${ida},accept`, `Keynote,${eva},accept`];
    const file = write('decisions.csv', 'Title,Email,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('2 submissions match')]);
    expect(await keynotes()).toEqual(['Keynote: pending', 'Keynote: pending']);
  });

  it('are not folded where two talks have the title, and only names are given', async () => {
    await importKeynotes(`${ida},Ida,Moen`, `${ola},Ola,Berg`);
    const rows = ['Keynote,Ida Moen,accept', 'Keynote,Ola Berg,accept'];
    const file = write('decisions.csv', 'Title,Speaker,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('2 submissions match')]);
  });

  it('are one talk by the only one whom the rows name as its submitter', async () => {
    await importKeynotes(`${ida},Ida,Moen`);
    const rows = ['Keynote,Ola Berg,accept', 'Keynote,"Moen, Ida",accept'];
    const file = write('decisions.csv', 'Title,Speaker,Decision', ...rows);
    const args = ['apply', file, '--yes', '--names', 'last, first'];
    const { exitCode, stderr } = await submissions(...args);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('line 3 has the submitter of the talk; Ola Berg is taken for'),
    ]);
    expect(await keynotes()).toEqual(['Keynote: accepted']);
  });

  it('are refused by name if none of them has submitted the only talk', async () => {
    await importKeynotes(`${ida},Ida,Moen`);
    const rows = ['Keynote,Ola Berg,accept', 'Keynote,Eva Lund,accept'];
    const file = write('decisions.csv', 'Title,Speaker,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    const fault = 'has this title and was submitted by Ida Moen, and the row names Ola Berg';
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(fault)]);
  });
});

describe('the authors of a talk', () => {
  it.each(['All authors', 'Contact author', 'All speakers'])(
    'are those of whom one has submitted it: %s',
    async (header) => {
      await importKeynotes(`${ida},Ida,Moen`);
      const sheet = (people: string) => {
        return write('decisions.csv', `Title,${header},Decision`, `Keynote,${people},accept`);
      };
      const refused = await submissions('apply', sheet('Ola Berg; Eva Lund'), '--yes');
      const fault = 'was submitted by Ida Moen, and the row names Ola Berg, Eva Lund';
      expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining(fault)]);
      expect((await submissions('apply', sheet('Ola Berg; Ida Moen'), '--yes')).exitCode).toBe(0);
      expect(await keynotes()).toEqual(['Keynote: accepted']);
    },
  );

  it.each([
    ['Speaker,Co-authors', 'Ola Berg,Ida Moen'],
    ['Presenter,Co-speakers', 'Ola Berg,"Eva Lund, Ida Moen"'],
    ['Co-authors', 'Ola Berg'],
  ])('may be in a column of further ones: %s', async (header, people) => {
    await importKeynotes(`${ida},Ida,Moen`);
    const file = write('decisions.csv', `Title,${header},Decision`, `Keynote,${people},accept`);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await keynotes()).toEqual(['Keynote: accepted']);
  });
});
