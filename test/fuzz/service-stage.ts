// The service under test: two organizations, an event for each case, and everything that it stores. Must not know how requests are generated.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administration } from '../../src/service/administration.ts';
import { startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';
import { removePostgres, startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface ServiceStage {
  readonly port: number;
  readonly token: string;
  /** The other organization: no response to the first one may show anything of it. */
  readonly other: CaseRecords & { readonly token: string };
  /** An event with a speaker and a submission. */
  newEvent(): Promise<CaseRecords>;
  /** All speakers and submissions of an event. */
  stored(event: string, token?: string): Promise<readonly StoredRecord[]>;
  /** The lines of the log since the last call. */
  takeLog(): string;
  close(): Promise<void>;
}

export interface CaseRecords {
  readonly event: string;
  readonly speaker: StoredRecord;
  readonly submission: StoredRecord;
}

/** In every text of the other organization. */
export const otherMarker = 'marker-of-others';

/** In the folder of temporary files, where the process that started this one finds it. */
export function postgresFolder(temporary = tmpdir()): string {
  return join(temporary, 'postgres');
}

export async function serviceStage(database: 'sqlite' | 'postgres'): Promise<ServiceStage> {
  const folder = temporaryFolder();
  const postgres = database === 'postgres' ? await startPostgres(postgresFolder()) : undefined;
  await postgres?.createDatabase('fuzz', 'template0');
  const path = postgres?.address('fuzz') ?? join(folder.path, 'plenary.db');
  const store = await openStore(path, { create: true });
  const operator = administration(store, path);
  let log = '';
  const addLines = (text: string) => {
    log += text;
  };
  const service = await startService(store, { requestTimeoutMs: 5_000, log: { write: addLines } });
  const own = await operator.createOrganization('Own');
  const others = await operator.createOrganization('Others');
  let events = 0;
  const other = await newEvent(others, `${otherMarker} `);
  return {
    port: Number(new URL(service.url).port),
    token: own.token,
    other: { ...other, token: others.token },
    newEvent: () => newEvent(own, ''),
    stored,
    takeLog() {
      const lines = log;
      log = '';
      return lines;
    },
    async close() {
      await service.close();
      await store.close();
      if (postgres !== undefined) await removePostgres(postgres.folder);
      folder.remove();
    },
  };

  async function newEvent({ organization, token }: typeof own, marker: string): Promise<CaseRecords> {
    const event = `e${++events}`;
    await operator.addEvent({
      id: event,
      name: `${marker}Conf`,
      timezone: 'Europe/Berlin',
      organizationId: organization.id,
    });
    const speaker = await send('POST', `/v1/events/${event}/speakers`, token, { email: `${marker}s@example.org` });
    const title = `${marker}Talk`;
    const submission = await send('POST', `/v1/events/${event}/submissions`, token, {
      title,
      submitter_email: `${marker}s@example.org`,
    });
    return { event, speaker, submission };
  }

  async function stored(event: string, token = own.token): Promise<readonly StoredRecord[]> {
    const lists = ['speakers', 'submissions'].map(async (resource) => {
      const { data } = await send('GET', `/v1/events/${event}/${resource}?pageSize=100`, token);
      return data;
    });
    return (await Promise.all(lists)).flat();
  }

  async function send(
    method: string,
    target: string,
    token: string,
    body?: object,
  ): Promise<ReturnType<JSON['parse']>> {
    const response = await fetch(service.url + target, {
      method,
      headers: { 'x-access-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
