// How a database from before the tables had a version becomes one of this version, and which ones
// are refused.
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../../src/errors.ts';
import { copyDatabase } from '../../../src/service/store/copy.ts';
import type { Driver } from '../../../src/service/store/driver.ts';
import { openDatabase, openStore } from '../../../src/service/store/open.ts';
import { redacted } from '../../../src/service/store/postgres-address.ts';
import { blankSpeaker } from '../../../src/service/store/record-fields.ts';
import { steps } from '../../../src/service/store/steps.ts';
import { newTalk } from '../new-talk.ts';
import { plenary } from '../program.ts';
import { pageIn, recordOf } from './fixture.ts';
import { createOld, later, oldEvent, time } from './old-database.ts';

interface DatabaseKind {
  readonly name: string;
  /** The path of a file that does not exist yet, or the address of an empty database. */
  newDatabase(): Promise<string>;
  /** Opens it without looking at its tables. */
  openDriver(data: string): Promise<Driver>;
}

const ours = { organizationId: 'org_1', eventId: 'conf' };
const all = { page: 1, pageSize: 5000 };
const onUpgrade = async () => undefined;
/** Of the tables. */
const version = steps.length;

export function describeMigrations(kind: DatabaseKind): void {
  const run = async (data: string, work: (driver: Driver) => Promise<unknown>) => {
    const driver = await kind.openDriver(data);
    await work(driver).finally(() => driver.close());
  };

  describe(`a database on ${kind.name} that is open`, () => {
    it('is not ready once another version has changed its tables', async () => {
      const data = await kind.newDatabase();
      const store = await openStore(data, { create: true });
      await run(data, (driver) =>
        driver.transaction((query) =>
          query('UPDATE plenary_schema SET form = ?1', [String(version + 1)]),
        ),
      );
      await expect(store.ping()).rejects.toThrow('another version of Plenary has changed');
      await store.close();
    });
  });

  describe(`a database on ${kind.name} from before its tables had a version`, () => {
    const oldDatabase = async () => {
      const data = await kind.newDatabase();
      await run(data, (driver) => createOld(driver));
      return data;
    };
    const refusalOf = (data: string): Promise<unknown> =>
      openStore(data, { patienceMs: 50, onUpgrade }).then(
        (store) => store.close(),
        (error) => error,
      );

    it('has all of its records', async () => {
      const store = await openStore(await oldDatabase(), { onUpgrade });
      expect(await store.listOrganizations()).toEqual([{ id: 'org_1', name: 'One' }]);
      expect(await store.findToken('tok_1')).toEqual({ organizationId: 'org_1', hash: 'hash' });
      expect(await store.findToken('tok_2')).toBeUndefined();
      expect(await store.listEvents()).toEqual([
        { ...oldEvent('conf'), has_lists: false },
        { ...oldEvent('empty'), has_lists: false },
      ]);
      const { records, total } = pageIn(await store.listSpeakers(ours, all));
      expect(total).toBe(1005);
      expect(records.filter(({ id }) => ['spk_1', 'spk_3', 'spk_blank'].includes(id))).toEqual([
        { ...speaker('spk_blank'), email: '', company_name: '', title: null },
        { ...speaker('spk_1'), email: 'amina@example.org', speaker_status: 'waitlist', phone: '1' },
        { ...speaker('spk_3'), email: 'bo@example.org', first_name: 'Bo', about: 'Ships.' },
      ]);
      const created = records.filter(({ email }) => /^(cy|mistyped)/.test(email));
      expect(created).toMatchObject([
        { email: 'mistyped', first_name: '', last_name: '' },
        { email: 'cy@example.org', first_name: 'Cy', created_at: time, speaker_status: null },
      ]);
      const talks = pageIn(await store.listSubmissions(ours, all)).records;
      expect(talks.map(({ id, number, status }) => [id, number, status])).toEqual([
        ['sub_4', 3, 'accepted'],
        ['sub_5', 4, 'waitlist'],
        ['sub_2', 1, 'pending'],
        ['sub_blank', 2, 'declined'],
      ]);
      expect(talks[0]).toMatchObject({
        title: ' Talk ',
        abstract: '日本語',
        feedback: 'F',
        submitter_email: 'CY@example.org',
        submitter_first_name: ' Cy ',
        track: { name: 'Backend' },
        format: { name: 'talk', minutes: 30 },
        place: {
          room: { name: 'Main Hall' },
          start: '2027-05-20T07:30:00.25+00:00',
          end: '2027-05-20T08:00:00.25+00:00',
        },
        created_at: time,
        updated_at: later,
      });
      expect(talks[1]?.track).toEqual(talks[0]?.track);
      expect(talks[1]?.place?.room).toEqual(talks[0]?.place?.room);
      expect(talks[2]).toMatchObject({ track: undefined, format: undefined, place: undefined });
      await store.close();
    });

    it('is a database in which work goes on, and that is opened again and copied', async () => {
      const data = await oldDatabase();
      const store = await openStore(data, { onUpgrade, now: () => Date.parse(later) });
      const key = { key: 'k', fingerprint: 'print' };
      const talk = newTalk({ submitter_email: 'amina@example.org', track_id: 'BACKEND' });
      const created = recordOf(await store.submissions.create(ours, talk));
      expect(created).toMatchObject({ number: 5, track: { name: 'Backend' } });
      const bo = { ...blankSpeaker, email: 'BO@example.org' };
      expect(await store.speakers.create(ours, bo)).toEqual({ outcome: 'taken' });
      const zoe = { ...blankSpeaker, email: 'zoe@example.org' };
      expect(await store.speakers.create(ours, zoe, key)).toMatchObject({ outcome: 'created' });
      const ref = { ...ours, id: created.id };
      await store.submissions.update(ref, { status: 'accepted' });
      const placement = { room: 'main hall', start: '2027-05-20T07:59:00+00:00' };
      expect(await store.submissions.place(ref, placement)).toEqual({ outcome: 'occupied', by: 3 });
      const before = await store.listSubmissions(ours, all);
      await store.close();
      const again = await openStore(data);
      expect(await again.listSubmissions(ours, all)).toEqual(before);
      await again.close();
      const to = await kind.newDatabase();
      const [source, target] = [await openDatabase(data), await openDatabase(to, { create: true })];
      await copyDatabase(source, target, { from: 'source', to: 'target' });
      const versions = await Promise.all(
        [source, target].map((driver) => driver.read('SELECT form FROM plenary_schema')),
      );
      expect(versions).toEqual([[{ form: String(version) }], [{ form: String(version) }]]);
      const tables = await Promise.all(
        [source, target].map(async (driver) =>
          (await driver.read<{ name: string }>(driver.listTables)).map(({ name }) => name).sort(),
        ),
      );
      expect(tables[0]).toEqual(tables[1]);
      await Promise.all([source.close(), target.close()]);
    });

    it('is changed by `serve` and `service init` alone, which report it', async () => {
      const data = await oldDatabase();
      const target = await kind.newDatabase();
      const command = (line: string, env: Readonly<Record<string, string>> = {}) =>
        plenary(line.split(' '), {
          env: { PLENARY_DATA: data, ...env },
          stopped: AbortSignal.abort('SIGTERM'),
        });
      const filled = await kind.newDatabase();
      await command('service init', { PLENARY_DATA: filled });
      const refusals = [
        await command('service event list'),
        await command('service token list'),
        await command(`service copy --from ${data}`, { PLENARY_DATA: target }),
        await command(`service copy --from ${filled}`),
      ];
      for (const { exitCode, stderr } of refusals) {
        expect({ exitCode, stderr }).toEqual({
          exitCode: 2,
          stderr:
            `Error: the tables of ${redacted(data)} are older than this version of Plenary\n` +
            'Fix: stop all processes that use the database, back it up, and start `plenary ' +
            'serve`: it brings the tables to this version\n',
        });
      }
      await run(data, async (driver) => {
        const forms = await driver.read('SELECT form FROM plenary_schema');
        expect(forms).toEqual([{ form: '6fc4391b20533249' }]);
      });
      const report = (name: string) =>
        `The tables of ${redacted(name)} were brought to version ${version}; earlier versions of ` +
        'Plenary refuse them.\n';
      expect((await command('serve --port 0')).stderr).toContain(report(data));
      expect((await command('service init')).stderr).not.toContain('were brought to');
      const second = await oldDatabase();
      const init = await command('service init', { PLENARY_DATA: second });
      expect(init.stderr).toContain(report(second));
    });

    it('loses no record to a start that is no time, or from which no session can end', async () => {
      const data = await oldDatabase();
      const set = 'UPDATE submissions SET start =';
      await run(data, (driver) =>
        driver.transaction(async (query) => {
          await query(`${set} '9999-12-31T23:45:00+00:00' WHERE id = 'sub_4'`);
          await query(`${set} 'x' WHERE id = 'sub_5'`);
        }),
      );
      const store = await openStore(data, { onUpgrade });
      const { records } = pageIn(await store.listSubmissions(ours, all));
      expect(records.map(({ id, place }) => [id, place])).toEqual([
        ['sub_2', undefined],
        ['sub_blank', undefined],
        ['sub_4', undefined],
        ['sub_5', undefined],
      ]);
      expect(await store.listChoices(ours, 'room')).toEqual([]);
      await store.close();
    });

    it('is found by addresses and statuses in any case', async () => {
      const data = await oldDatabase();
      await run(data, (driver) =>
        driver.transaction(async (query) => {
          await query("UPDATE speakers SET speaker_status = ' Confirmed' WHERE id = 'spk_1'");
          await query("UPDATE speakers SET speaker_status = ' ' WHERE id = 'spk_3'");
          await query("UPDATE submissions SET status = 'Accept_Queue ' WHERE id = 'sub_2'");
        }),
      );
      const store = await openStore(data, { onUpgrade });
      const speakers = pageIn(await store.listSpeakers(ours, { ...all, status: 'confirmed' }));
      expect(speakers.records).toMatchObject([{ id: 'spk_1', email: 'amina@example.org' }]);
      const bo = await store.speakers.find({ ...ours, id: 'spk_3' });
      expect(bo?.speaker_status).toBeNull();
      const talks = await store.listSubmissions(ours, { ...all, status: 'accept_queue' });
      expect(pageIn(talks).records).toMatchObject([{ id: 'sub_2' }]);
      await store.close();
    });

    it('is changed once by several processes at once', async () => {
      const data = await oldDatabase();
      let upgrades = 0;
      const onUpgrade = async () => {
        upgrades += 1;
      };
      const starts = Array.from({ length: 4 }, () => openStore(data, { onUpgrade }));
      const stores = await Promise.all(starts);
      expect(upgrades).toBe(1);
      for (const store of stores) {
        expect((await store.listSubmissions(ours, all)) as object).toMatchObject({ total: 4 });
        await store.close();
      }
    });

    it('stays as it is if it cannot be changed', async () => {
      const data = await oldDatabase();
      await run(data, (driver) =>
        driver.transaction((query) => query('CREATE TABLE choices (name TEXT)')),
      );
      expect(await refusalOf(data)).toBeInstanceOf(Error);
      await run(data, async (driver) => {
        const [talk] = await driver.read('SELECT room, start FROM submissions WHERE id = ?1', [
          'sub_4',
        ]);
        expect(talk).toMatchObject({ room: 'Main Hall', start: '2027-05-20T09:30:00.250+02:00' });
        await driver.transaction((query) => query('DROP TABLE choices'));
      });
      await (await openStore(data, { onUpgrade })).close();
    });

    it('is refused if it is older, or if its tables are newer than this version', async () => {
      const older = await oldDatabase();
      await run(older, (driver) =>
        driver.transaction((query) => query("UPDATE plenary_schema SET form = 'older'")),
      );
      const refusal = await refusalOf(older);
      expect(refusal).toBeInstanceOf(DatabaseError);
      expect(String(refusal)).toContain('has the tables of an earlier checkout of Plenary');
      const newer = await kind.newDatabase();
      await (await openStore(newer, { create: true })).close();
      await run(newer, (driver) =>
        driver.transaction((query) =>
          query('UPDATE plenary_schema SET form = ?1', [String(version + 1)]),
        ),
      );
      expect(String(await refusalOf(newer))).toContain(
        `was changed by a newer version of Plenary: its tables have version ${version + 1}, ` +
          `and this one knows ${version}`,
      );
    });
  });
}

function speaker(id: string) {
  return { ...blankSpeaker, id, created_at: time, updated_at: later };
}
