// One real service with an event for each test, and a folder for its program: the environment of
// tests of program files.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { fileRow } from './file-row.ts';
import type { CommandResult } from './program.ts';
import { addEvent, folderForEach, sendRecord, sharedService } from './stage.ts';

export type Ids = Readonly<Record<'amina' | 'bo' | 'queues' | 'types', string>>;

export function programStage() {
  const service = sharedService();
  const folder = folderForEach();
  let event = '';
  let events = 0;
  beforeEach(async () => {
    event = `conf${++events}`;
    await addEvent(service, event);
  });

  const plenary = (...args: readonly string[]): Promise<CommandResult> =>
    service.plenary(args, { env: { PLENARY_EVENT: event } });
  const program = (verb: string, ...flags: readonly string[]) =>
    plenary('program', verb, folder.path, ...flags);
  const read = (name: string) => readFileSync(folder.file(name), 'utf8');

  /** Runs a command, and returns the record that it prints. */
  async function create(...args: readonly string[]): Promise<{ readonly id: string }> {
    const { stdout, stderr, exitCode } = await plenary(...args, '--json');
    expect(exitCode, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  /** @returns the id of the new record */
  const post = async (
    resource: 'speakers' | 'submissions',
    fields: Readonly<Record<string, string>>,
  ) => (await sendRecord(service, 'POST', `events/${event}/${resource}`, fields)).id;

  /** All records, without a command. */
  async function list(resource: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const headers = { 'x-access-token': service.token };
    const records: Readonly<Record<string, unknown>>[] = [];
    for (let page = 1; ; page++) {
      const url = `${service.url}/v1/events/${event}/${resource}?pageSize=100&page=${page}`;
      const { data, total } = Object(await (await fetch(url, { headers })).json());
      records.push(...data);
      if (records.length >= total) return records;
    }
  }

  return {
    service,
    folder,
    event: () => event,
    plenary,
    /** A command for the folder of the test. */
    program,
    read,
    /** Changes a file as a person would. */
    edit(name: string, from: string | RegExp, to: string): void {
      const text = read(name);
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      writeFileSync(folder.file(name), edited);
    },
    /** Adds a row to a file; a column that is not named is empty. */
    addRow(name: string, values: Readonly<Record<string, string>>): void {
      appendFileSync(folder.file(name), fileRow(read(name), values));
    },
    /** All files with their bytes. */
    bytes(): Readonly<Record<string, string>> {
      const names = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile(),
      );
      return Object.fromEntries(
        names.map(({ parentPath, name }) => [
          join(parentPath, name),
          readFileSync(join(parentPath, name), 'latin1'),
        ]),
      );
    },
    create,
    list,
    /** All speakers and submissions, with the times of their changes. */
    async everything(): Promise<string> {
      return JSON.stringify([await list('speakers'), await list('submissions')]);
    },
    async find(
      resource: string,
      id: string,
    ): Promise<Readonly<Record<string, unknown>> | undefined> {
      return (await list(resource)).find((record) => record.id === id);
    },
    post,
    /** Two speakers and two talks, one of them placed. */
    async fill(): Promise<Ids> {
      const amina = await post('speakers', {
        email: 'amina@example.org',
        first_name: 'Amina',
        title: 'CTO',
      });
      const bo = await post('speakers', { email: 'bo@example.org', first_name: 'Bo' });
      await sendRecord(service, 'PATCH', `speakers/${bo}`, {
        phone: '+49 30',
        logistics_notes: 'vegan',
      });
      const queues = await post('submissions', {
        title: "'=Queues",
        submitter_email: 'amina@example.org',
      });
      const types = await post('submissions', {
        title: 'Types',
        submitter_email: 'bo@example.org',
      });
      await sendRecord(service, 'PUT', `sessions/${queues}/schedule`, {
        room: 'Hall',
        start: '2027-05-20T09:30:00+02:00',
      });
      return { amina, bo, queues, types };
    },
  };
}
