// The plan of a sheet of decisions on as many submissions, beside a bare script that reads the same
// pages and the same file.
import { writeFileSync } from 'node:fs';
import { launcher } from '../test/support/program.ts';
import { startScriptedServer } from '../test/support/scripted-server.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { runNode, runRequests } from './processes.ts';
import type { Row } from './row.ts';

export const plan = [rowOf(1000, 9), rowOf(10_000, 5), rowOf(100_000, 3)];

function rowOf(rows: number, rounds: number): Row {
  return {
    name: `plan/${rows}`,
    peer: 'bare script',
    unit: 's',
    rounds,
    async open() {
      const folder = temporaryFolder();
      const file = folder.file('decisions.csv');
      const numbers = Array.from({ length: rows }, (_, at) => at + 1);
      const lines = numbers.map(
        (n) => `${titleOf(n)},${n % 3 === 0 ? 'Accept' : 'Reject'},4.${n % 10}\n`,
      );
      writeFileSync(file, `Title,Decision,Score\n${lines.join('')}`);
      const { url, close } = await serveSubmissions(rows);
      const [token, event] = ['secret-token', 'conf'];
      const state = folder.file('state');
      const login = {
        PLENARY_BASE_URL: url,
        PLENARY_TOKEN: token,
        PLENARY_EVENT: event,
        PLENARY_STATE_DIR: state,
      };
      const out = ['--out', folder.file('plan.json'), '--summary', 'markdown', '--quiet'];
      return {
        ours: async () =>
          (await runNode([launcher, 'submissions', 'plan', file, ...out], { env: login })).seconds,
        peer: async () =>
          (await runRequests({ url, token, event, lists: ['submissions'], file })).seconds,
        async close() {
          await close();
          folder.remove();
        },
      };
    },
  };
}

/** A bare server that lists the submissions, and has nothing else. A page is written once. */
function serveSubmissions(rows: number) {
  const pages = new Map<string, string>();
  return startScriptedServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (!pathname.endsWith('/submissions')) return { status: 404, json: { detail: 'Not Found' } };
    const text = pages.get(path) ?? pageOf(rows, searchParams);
    pages.set(path, text);
    return { text, headers: { 'content-type': 'application/json' } };
  });
}

function pageOf(rows: number, query: URLSearchParams): string {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  const first = (page - 1) * pageSize + 1;
  const numbers = Array.from(
    { length: Math.max(0, Math.min(pageSize, rows - first + 1)) },
    (_, at) => first + at,
  );
  return JSON.stringify({ data: numbers.map(recordOf), page, pageSize, total: rows });
}

function titleOf(n: number): string {
  return `Lessons from ${(n * 7919) % 1_000_003} deployments`;
}

function recordOf(n: number): Readonly<Record<string, unknown>> {
  return {
    id: `sub_${String(n).padStart(8, '0')}`,
    title: titleOf(n),
    abstract: 'Text. '.repeat(20),
    submitter_email: `speaker-${n}@example.org`,
    submitter_first_name: 'Amina',
    submitter_last_name: 'Okoye',
    track_id: n % 2 === 0 ? 'web' : 'data',
    format_id: 'talk',
    status: 'pending',
    feedback: null,
  };
}
