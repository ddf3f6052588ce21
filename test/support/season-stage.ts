// The servers of a season, behind a proxy that can lose responses, and the truth of their records.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type DoubleOptions, startDouble } from './double/double.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plenary, startTestService } from './program.ts';
import { skippingClock } from './skipping-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOMS = ['Main Hall', 'Lighthouse', 'Workshop 1'];
const TRACKS = ['Backend', 'Frontend'];
const FORMATS = { Talk: 30, Keynote: 45 };

/** A submission with what the server hides. */
export interface TrueSubmission {
  readonly id: string;
  readonly title: string;
  readonly submitter: string;
  readonly status: string;
  readonly feedback: string | null;
  readonly track: string | undefined;
  /** `Main Hall 2027-05-20T07:00:00Z 30`, with the minutes; undefined unless it is placed. */
  readonly place: string | undefined;
}

/** A server of the contract, as a season uses it. */
export interface SeasonServer {
  readonly url: string;
  readonly token: string;
  readonly event: string;
  /** The address of the submitter and the feedback of each submission by its id. */
  hidden(): Promise<ReadonlyMap<string, Pick<TrueSubmission, 'submitter' | 'feedback'>>>;
  rename(id: string, title: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** The double of the public server. */
export async function doubleServer(options: DoubleOptions = {}): Promise<SeasonServer> {
  const lists = { rooms: ROOMS, tracks: TRACKS, formats: FORMATS };
  const double = await startDouble({ ...lists, ...options });
  return {
    url: double.url,
    token: double.token,
    event: double.eventId,
    async hidden() {
      const { submissions } = double.state;
      return new Map(
        submissions.map(({ id, submitter, feedback }) => [
          id,
          { submitter: submitter?.email ?? '', feedback },
        ]),
      );
    },
    async rename(id, title) {
      double.web.renameSubmission(id, title);
    },
    close: double.close,
  };
}

/** `plenary serve --strict`, and the same data served with all that it hides. */
export async function strictServer(): Promise<SeasonServer> {
  const service = await startTestService('--strict');
  const lists = [
    ...ROOMS.flatMap((name) => ['--room', name]),
    ...TRACKS.flatMap((name) => ['--track', name]),
    ...Object.entries(FORMATS).flatMap(([name, minutes]) => ['--format', `${name}=${minutes}`]),
  ];
  const { data, token } = service;
  await service.plenary(['service', 'event', 'set', '--data', data, '--id', 'devconf', ...lists]);
  const open = await service.also();
  return {
    url: service.url,
    token,
    event: 'devconf',
    async hidden() {
      const records = await listed({ url: open.url, token, event: 'devconf' });
      return new Map(
        records.map(({ id, submitter_email, feedback }) => [
          id,
          { submitter: submitter_email ?? '', feedback: feedback ?? null },
        ]),
      );
    },
    rename(id, title) {
      const headers = { 'x-access-token': token, 'content-type': 'application/json' };
      const body = JSON.stringify({ title });
      return fetch(`${open.url}/v1/submissions/${id}`, { method: 'PATCH', headers, body });
    },
    async close() {
      await open.stop();
      await service.stop();
    },
  };
}

export type SeasonStage = Awaited<ReturnType<typeof openSeason>>;
export type SeasonHome = ReturnType<SeasonStage['home']>;

/** @param server is closed with the stage */
export async function openSeason(server: SeasonServer) {
  const folder = temporaryFolder();
  let losesEach: number | undefined;
  let statuses: number[] = [];
  const proxy = await startFaultyProxy(server.url, {
    delayMs: () => 0,
    loses: (write) => losesEach !== undefined && write % losesEach === 0,
    answers: (status) => void statuses.push(status),
  });
  return {
    server,
    /** Drops every n-th response of those that change something; none without a number. */
    loseEach(nth?: number) {
      losesEach = nth;
    },
    /** The statuses of all responses since the last call. */
    statuses(): readonly number[] {
      const seen = statuses;
      statuses = [];
      return seen;
    },
    async truth(): Promise<readonly TrueSubmission[]> {
      const hidden = await server.hidden();
      const records = await listed(server);
      return records.map(({ id, title, status, track, ...place }) => {
        const { submitter = '', feedback = null } = hidden.get(id) ?? {};
        return {
          id,
          title,
          submitter,
          status,
          feedback,
          track: track?.name,
          place: placeOf(place),
        };
      });
    },
    /** A computer with its own folder of files, runs and settings. Waiting takes no time on it. */
    home(name: string, settings: Readonly<Record<string, string>> = {}) {
      const path = folder.file(name);
      mkdirSync(path, { recursive: true });
      const env = {
        PLENARY_BASE_URL: proxy.url,
        PLENARY_TOKEN: server.token,
        PLENARY_EVENT: server.event,
        PLENARY_STATE_DIR: folder.file(`${name}-state`),
        PLENARY_CONFIG_DIR: folder.file(`${name}-config`),
        ...settings,
      };
      const run = (...words: readonly string[]) =>
        plenary(words, { clock: skippingClock(), cwd: path, env });
      return {
        path,
        run,
        /** Writes a file of the home. @returns its name */
        write(file: string, ...lines: readonly string[]): string {
          writeFileSync(`${path}/${file}`, `${lines.join('\n')}\n`);
          return file;
        },
        /** Runs a command that must end with 0, and reads what it prints. */
        async json(...words: readonly string[]) {
          const { exitCode, stdout, stderr } = await run(...words, '--json');
          if (exitCode !== 0) {
            throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}${stdout}`);
          }
          return JSON.parse(stdout);
        },
      };
    },
    async close() {
      await proxy.close();
      await server.close();
      folder.remove();
    },
  };
}

interface Place {
  readonly room: { readonly name: string } | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

interface ListedSubmission extends Place {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly track: { readonly name: string } | null;
  readonly submitter_email?: string;
  readonly feedback?: string | null;
}

/** At most 100 submissions, as served. */
async function listed({
  url,
  token,
  event,
}: Pick<SeasonServer, 'url' | 'token' | 'event'>): Promise<readonly ListedSubmission[]> {
  const path = `${url}/v1/events/${event}/submissions?pageSize=100`;
  const response = await fetch(path, { headers: { 'x-access-token': token } });
  const { data } = (await response.json()) as { readonly data: readonly ListedSubmission[] };
  return data;
}

function placeOf({ room, starts_at, ends_at }: Place): string | undefined {
  if (room === null || starts_at === null || ends_at === null) return undefined;
  const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
  const start = new Date(starts_at).toISOString().replace('.000', '');
  return `${room.name} ${start} ${minutes}`;
}
