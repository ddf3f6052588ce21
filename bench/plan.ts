// Measures the plan of a sheet of decisions: 100,000 rows against 100,000 submissions, its time after the last page, and its memory.
// Usage: npm run bench:plan [-- ROWS]. Run after `npm run build`, on Linux.
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPlenary } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';

const [argument = '100000'] = process.argv.slice(2);
const rows = Number(argument);
const sheets = {
  'titles, all different': (n: number) => `${titleOf(n)},${n % 3 === 0 ? 'Accept' : 'Reject'},4.${n % 10}`,
  'titles, already decided': (n: number) => `${titleOf(n)},pending,4.${n % 10}`,
  'titles, one in a thousand misspelled': (n: number) => `${titleOf(n)}${n % 1000 === 0 ? ' x' : ''},Accept,4`,
};

const folder = temporaryFolder();
let lastPageAt = 0;
const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  const first = (page - 1) * pageSize + 1;
  const numbers = Array.from({ length: Math.max(0, Math.min(pageSize, rows - first + 1)) }, (_, at) => first + at);
  const pagination = { currentPage: page, pageSize, totalPages: Math.ceil(rows / pageSize), totalResults: rows };
  const body = JSON.stringify({ data: numbers.map(recordOf), pagination });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  lastPageAt = performance.now();
});
try {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const [name, lineOf] of Object.entries(sheets)) {
    const file = await writeSheet(`${name}.csv`, lineOf);
    const { seconds, afterPages, megabytes, cpuSeconds } = await measurePlan(file);
    console.log(
      `${name}: ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time), ` +
        `${afterPages.toFixed(2)} s of it after the last page, ${megabytes.toFixed(0)} MB`,
    );
    if (afterPages >= 3 || megabytes >= 200) process.exitCode = 1;
  }
} finally {
  server.close();
  folder.remove();
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

async function writeSheet(name: string, lineOf: (n: number) => string): Promise<string> {
  const path = folder.file(name);
  const sheet = createWriteStream(path);
  sheet.write('Title,Decision,Score\n');
  for (let n = 1; n <= rows; n++) sheet.write(`${lineOf(n)}\n`);
  sheet.end();
  await once(sheet, 'finish');
  return path;
}

async function measurePlan(file: string) {
  const begun = performance.now();
  const child = startPlenary(
    ['submissions', 'plan', file, '--out', folder.file('plan.json'), '--quiet', '--summary', 'markdown'],
    {
      env: {
        PLENARY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        ...{ PLENARY_TOKEN: 'secret-token', PLENARY_EVENT: 'conf', PLENARY_STATE_DIR: folder.file('state') },
      },
    },
  );
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.resume();
  let last = { megabytes: 0, cpuSeconds: 0 };
  const watch = setInterval(() => {
    last = look(child.pid) ?? last;
  }, 50);
  await once(child, 'exit');
  clearInterval(watch);
  const ended = performance.now();
  return { seconds: (ended - begun) / 1000, afterPages: (ended - lastPageAt) / 1000, ...last };
}

function look(pid: number | undefined) {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13);
    return { megabytes: Number(kilobytes) / 1024, cpuSeconds: (Number(user) + Number(system)) / 100 };
  } catch {
    return undefined;
  }
}
