// The service and the folder that the tests of a file use, and that end with them.
import { writeFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type CommandResult, startTestService, type TestService } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One service for all tests of the file. @param flags of `plenary serve` */
export function sharedService(...flags: readonly string[]): TestService {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(...flags);
  });
  afterAll(() => service.stop());
  return current(() => service);
}

/** A new service for each test. @param flags of `plenary serve` */
export function serviceForEach(...flags: readonly string[]): TestService {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService(...flags);
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

/** Adds an event in Berlin. @param lists flags of its rooms, tracks and formats */
export async function addEvent(
  service: TestService,
  id: string,
  ...lists: readonly string[]
): Promise<void> {
  const about = ['--id', id, '--name', id, '--timezone', 'Europe/Berlin', ...lists];
  await service.plenary(['service', 'event', 'add', '--data', service.data, ...about]);
}

/**
 * The record of a session as one line, with its start in Berlin: `Keynote | Hall |
 * 2026-05-02T09:00:00+02:00`.
 */
export function placeLine({ title, room, starts_at }: ServedSession): string {
  const instant = Temporal.Instant.from(starts_at ?? '');
  const start = instant.toZonedDateTimeISO('Europe/Berlin').toString({ timeZoneName: 'never' });
  return `${title} | ${room?.name} | ${start}`;
}

/** What this file reads of a session, as served. */
export interface ServedSession {
  readonly title: string;
  readonly room: { readonly name: string } | null;
  readonly starts_at: string | null;
}

/** Writes a record without a command, which takes longer. @returns the record */
export async function sendRecord(
  { url, token }: TestService,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly id: string }> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/${path}`, {
    method,
    headers,
    body: JSON.stringify(fields),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
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
      const { stdout } = await service.plenary(['speakers', 'list', '--json']);
      return JSON.parse(stdout).find((each: { email: string }) => each.email === email);
    },
  };
}

/**
 * Reads each member when it is used, because a value of the test begins to exist after the file has
 * been read.
 */
function current<Value extends object>(value: () => Value): Value {
  return new Proxy({} as Value, { get: (_, name) => Reflect.get(value(), name) });
}
