// The plan of a sheet of decisions on as many submissions, beside a bare script that reads the same pages and the same file.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { bundlePeer, launcher, runNode } from './processes.ts';
import { record } from './recording.ts';
import { type Area, type Row, stopwatch } from './row.ts';

export const plan: Area = {
  rows: [
    rowOf('plan/1000', 1000, 9),
    rowOf('plan/10000', 10_000, 5),
    rowOf('plan/100000', 100_000, 3),
    {
      ...{ name: 'plan/10000-after-pages', unit: 's', rounds: 3 },
      async open() {
        const { runPlan, secondsSincePage, close } = await openPages(10_000);
        const ours = async () => {
          await runPlan();
          return secondsSincePage();
        };
        return { ours, close };
      },
    },
  ],
};

function rowOf(name: string, rows: number, rounds: number): Row {
  return {
    ...{ name, peer: 'bare script', unit: 's', rounds },
    async open() {
      const { url, file, runPlan, save, close } = await openPages(rows);
      const script = await bundlePeer('replay');
      const recording = save('recording.json', JSON.stringify(await record(url, runPlan)));
      return {
        ours: async () => (await runPlan()).seconds,
        peer: async () => (await runNode([script, recording, '-', file])).seconds,
        close,
      };
    },
  };
}

/** A bare server that lists the submissions, 100 to a page, and a sheet that accepts or rejects each of them. */
async function openPages(rows: number) {
  const folder = temporaryFolder();
  const save = (name: string, text: string): string => {
    writeFileSync(folder.file(name), text);
    return folder.file(name);
  };
  const numbers = Array.from({ length: rows }, (_, at) => at + 1);
  const lines = numbers.map((n) => `${titleOf(n)},${n % 3 === 0 ? 'Accept' : 'Reject'},4.${n % 10}\n`);
  const file = save('decisions.csv', `Title,Decision,Score\n${lines.join('')}`);
  const pages = new Map<string, string>();
  let secondsSincePage = stopwatch();
  const server = createServer(({ url = '/' }, response) => {
    const body = pages.get(url) ?? pageOf(rows, new URL(url, 'http://localhost').searchParams);
    pages.set(url, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    secondsSincePage = stopwatch();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const login = { PLENARY_TOKEN: 'secret-token', PLENARY_EVENT: 'conf', PLENARY_STATE_DIR: folder.file('state') };
  const args = ['submissions', 'plan', file, '--out', folder.file('plan.json'), '--summary', 'markdown', '--quiet'];
  return {
    ...{ url, file, save },
    runPlan: (to = url) => runNode([launcher, ...args], { env: { ...login, PLENARY_BASE_URL: to } }),
    secondsSincePage: () => secondsSincePage(),
    async close() {
      server.close();
      folder.remove();
    },
  };
}

function pageOf(rows: number, query: URLSearchParams): string {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  const first = (page - 1) * pageSize + 1;
  const numbers = Array.from({ length: Math.max(0, Math.min(pageSize, rows - first + 1)) }, (_, at) => first + at);
  const pagination = { currentPage: page, pageSize, totalPages: Math.ceil(rows / pageSize), totalResults: rows };
  return JSON.stringify({ data: numbers.map(recordOf), pagination });
}

function titleOf(n: number): string {
  return `Lessons from ${(n * 7919) % 1_000_003} deployments`;
}

function recordOf(n: number): Readonly<Record<string, unknown>> {
  return {
    ...{ id: `sub_${String(n).padStart(8, '0')}`, title: titleOf(n), abstract: 'Text. '.repeat(20) },
    ...{ submitter_email: `speaker-${n}@example.org`, submitter_first_name: 'Amina', submitter_last_name: 'Okoye' },
    ...{ track_id: n % 2 === 0 ? 'web' : 'data', format_id: 'talk', status: 'pending', feedback: null },
  };
}
