// What a dry run of an import has saved is created exactly, and what exists by then is left alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type CommandResult, errorOf } from './support/program.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

const json = ({ stdout }: CommandResult) => JSON.parse(stdout);
const header = 'Title,Email,Name,Abstract';

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return folder.file(name);
}

const submissions = (...args: readonly string[]) => service.plenary(['submissions', ...args]);

/** Saves the plan of a file. */
async function save(...args: readonly string[]): Promise<string> {
  const plan = folder.file('plan.json');
  const dryRun = await submissions('import', ...args, '--dry-run', '--out', plan);
  expect(dryRun.exitCode).toBe(0);
  const flags = args.slice(1).map((flag) => ` ${flag}`);
  expect(dryRun.stderr).toContain(
    `Saved to ${plan}. To apply it: plenary submissions import ${plan}${flags.join('')}`,
  );
  return plan;
}

async function titles(): Promise<readonly unknown[]> {
  const list: readonly Readonly<Record<string, unknown>>[] = json(
    await submissions('list', '--json'),
  );
  return list.map(({ title, abstract }) => `${title}: ${abstract}`).toSorted();
}

it('creates what was shown, whatever the file has become', async () => {
  const file = write(
    'talks.csv',
    header,
    'Maps,a@x.org,Ada Lovelace,of',
    'Cents,b@x.org,Bo Ek,lost',
  );
  const plan = await save(file);
  write('talks.csv', header, 'Other,c@x.org,Cy Fox,');
  const imported = await submissions('import', plan, '--yes', '--json');
  expect(json(imported).counts).toMatchObject({ rows: 2, created: 2 });
  expect(await titles()).toEqual(['Cents: lost', 'Maps: of']);
  const again = await submissions('import', plan, '--yes', '--json');
  expect(json(again).counts).toMatchObject({ rows: 2, created: 0, skipped: 2 });
  const listed = json(await service.plenary(['runs', 'list', '--json']));
  expect(listed.map(({ action }: { readonly action: string }) => action)).toContain('import');
});

it('leaves what exists by then alone, and needs --skip-invalid again', async () => {
  const rows = ['Maps,a@x.org,Ada Lovelace,of', 'Cents,b@x.org,Bo Ek,lost', 'Odd,no address,Cy,'];
  const plan = await save(write('talks.csv', header, ...rows), '--skip-invalid');
  await submissions('import', write('one.csv', header, 'maps,a@x.org,Ada Lovelace,mine'), '--yes');
  const refused = await submissions('import', plan, '--yes', '--json');
  expect([refused.exitCode, errorOf(refused).fix]).toEqual([
    3,
    expect.stringContaining('pass --skip-invalid to import the others'),
  ]);
  const imported = await submissions('import', plan, '--skip-invalid', '--yes', '--json');
  expect(json(imported).counts).toMatchObject({ rows: 2, created: 1, skipped: 1 });
  expect(await titles()).toEqual(['Cents: lost', 'maps: mine']);
});

it('is saved by a dry run alone, and is no plan of changes', async () => {
  const plan = await save(write('talks.csv', header, 'Maps,a@x.org,Ada Lovelace,of'));
  const file = folder.file('talks.csv');
  const other = folder.file('other.json');
  expect(await submissions('import', file, '--yes', '--out', other)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Fix: add --dry-run, or remove --out'),
  });
  expect(await submissions('import', plan, '--map', 'a=title')).toMatchObject({ exitCode: 2 });
  expect(await submissions('apply', plan)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('and not a plan of `plenary submissions plan`'),
  });
  const changes = JSON.parse(readFileSync(plan, 'utf8'));
  changes.changes[0].action = 'update';
  writeFileSync(plan, JSON.stringify(changes));
  expect(await submissions('import', plan, '--yes')).toMatchObject({ exitCode: 3 });
  expect(await titles()).toEqual([]);
});
