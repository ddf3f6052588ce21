// The service and the folder that the tests of a file use, and that end with them.
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type CommandResult, startTestService, type TestService } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One service for all tests of the file. */
export function sharedService(): TestService {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  return current(() => service);
}

/** A new service for each test. */
export function serviceForEach(): TestService {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService();
  });
  afterEach(() => service.stop());
  return current(() => service);
}

/** A new folder for each test. */
export function folderForEach(): ReturnType<typeof temporaryFolder> {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  return current(() => folder);
}

/** One folder for all tests of the file. */
export function sharedFolder(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  return folder;
}

/** Adds an event in Berlin. */
export async function addEvent(service: TestService, id: string): Promise<void> {
  const about = ['--id', id, '--name', id, '--timezone', 'Europe/Berlin'];
  await service.plenary(['service', 'event', 'add', '--data', service.data, ...about]);
}

/** Writes a record without a command, which takes longer. @returns the record */
export async function sendRecord(
  { url, token }: TestService,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly id: string }> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/${path}`, { method, headers, body: JSON.stringify(fields) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Imports texts as files of speakers, in the folder. */
export function importsOf(service: TestService, folder: ReturnType<typeof temporaryFolder>) {
  return {
    /** Writes `people.csv` and imports it. */
    importSpeakers(text: string, ...flags: readonly string[]): Promise<CommandResult> {
      writeFileSync(folder.file('people.csv'), text);
      return service.plenary(['speakers', 'import', 'people.csv', ...flags], { cwd: folder.path });
    },
    /** The speaker with this address, as served. */
    async speaker(email: string) {
      const { stdout } = await service.plenary(['speakers', 'list', '--all', '--json']);
      return JSON.parse(stdout).find((each: { email: string }) => each.email === email);
    },
  };
}

/** Reads each member when it is used, because a value of the test begins to exist after the file has been read. */
function current<Value extends object>(value: () => Value): Value {
  return new Proxy({} as Value, { get: (_, name) => Reflect.get(value(), name) });
}
