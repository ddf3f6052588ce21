// An unversioned database is brought to a version whose speakers have one more column.
import { expect, it, onTestFinished } from 'vitest';
import { createOld } from '../../../test/support/conformance/old-database.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openStore } from './open.ts';
import { blankSpeaker } from './record-fields.ts';
import { openSqlite } from './sqlite.ts';
import { steps } from './steps.ts';

type Step = (typeof steps)[number];

/** Until the end of the test, speakers have another field, and a last step adds its column. */
function addField(name: string): void {
  const addColumn: Step = async (query) => {
    await query(`ALTER TABLE speakers ADD COLUMN ${name} TEXT`);
  };
  const ownSteps = steps as Step[];
  ownSteps.push(addColumn);
  Object.assign(blankSpeaker, { [name]: null });
  onTestFinished(() => {
    ownSteps.pop();
    Reflect.deleteProperty(blankSpeaker, name);
  });
}

it('takes all speakers, and those who submitted, through both versions', async () => {
  addField('later_text');
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const data = folder.file('plenary.db');
  const old = openSqlite(data, true);
  await createOld(old);
  await old.close();

  const store = await openStore(data, { onUpgrade: async () => undefined });
  await store.close();
  const driver = openSqlite(data, false);
  onTestFinished(() => driver.close());
  const speakers = await driver.read('SELECT email, later_text FROM speakers');
  expect(speakers).toHaveLength(1005);
  expect(speakers).toEqual(
    expect.arrayContaining([
      { email: 'bo@example.org', later_text: null },
      { email: 'cy@example.org', later_text: null },
    ]),
  );
});
