// A process of the built service, and what it uses: memory, descriptors, connections.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startPlenary } from '../program.ts';

export interface Service {
  readonly url: string;
  hasEnded(): boolean;
  /** Its resident memory, in megabytes. */
  residentMegabytes(): number;
  /** Collects garbage first. To be called while no requests are sent. */
  figures(): Promise<ServiceFigures>;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

export interface ServiceFigures {
  /** What the heap has in use, in megabytes. */
  readonly heap: number;
  /** Open descriptors without those of connections to the database, whose number changes. */
  readonly descriptors: number;
  /** Connections to the database server. */
  readonly connections: number;
  /** Those that are in use, and operations that wait for one. */
  readonly busy: number;
}

// The program itself is not changed: it collects garbage on a signal that it does not use.
const collecting = 'process.on("SIGUSR2",()=>{gc();gc();})';
const nodeOptions = `--expose-gc --import=data:text/javascript,${encodeURIComponent(collecting)}`;

// As Prometheus does, but more often.
const scrapeEveryMs = 1000;

/** @param data the address of a database @param find is called with what is wrong */
export async function startService(
  data: string,
  flags: readonly string[],
  find: (finding: string) => void,
): Promise<Service> {
  const args = ['serve', '--port', '0', '--metrics-port', '0', '--json', ...flags];
  const child = startPlenary(args, { env: { PLENARY_DATA: data, NODE_OPTIONS: nodeOptions } });
  const ended = once(child, 'exit');
  createInterface({ input: child.stderr }).on('line', (line) => {
    const isExpected = line.includes('"level":"info"') || line.includes('"error":"StoreUnavailable"');
    if (!isExpected) find(`log of the service: ${line}`);
  });
  let scraping: NodeJS.Timeout | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, metricsUrl } = JSON.parse(line);
    const { pid } = child;
    scraping = setInterval(() => metricsAt(metricsUrl).catch(() => undefined), scrapeEveryMs);
    return {
      url,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      residentMegabytes: () => residentMegabytes(pid),
      figures: () => figuresOf(pid, metricsUrl),
      stop,
    };
  }
  throw new Error('the service ended before it reported its address');

  async function stop(): Promise<void> {
    clearInterval(scraping);
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    if (code !== 0) find(`the service ended with ${code ?? signal} after SIGTERM`);
  }
}

const collections = 8;

/** The lowest of several numbers: one collection does not free everything, and probes have connections for a moment. */
async function figuresOf(pid: number | undefined, metricsUrl: string): Promise<ServiceFigures> {
  const all: ServiceFigures[] = [];
  while (all.length < collections) {
    if (pid !== undefined) process.kill(pid, 'SIGUSR2');
    // What is freed may be the last reference to something else.
    await delay(500);
    const metrics = await metricsAt(metricsUrl);
    const used = metrics('plenary_database_connections{state="used"}');
    const connections = used + metrics('plenary_database_connections{state="idle"}');
    all.push({
      heap: metrics('nodejs_heap_size_used_bytes') / 2 ** 20,
      descriptors: readdirSync(`/proc/${pid}/fd`).length - connections,
      connections,
      busy: used + metrics('plenary_database_waiting'),
    });
  }
  const lowest = (name: keyof ServiceFigures) => Math.min(...all.map((figures) => figures[name]));
  return {
    ...{ heap: lowest('heap'), descriptors: lowest('descriptors'), busy: lowest('busy') },
    connections: all.at(-1)?.connections ?? 0,
  };
}

/** Values by the names of series; 0 for those that do not exist. */
async function metricsAt(url: string): Promise<(series: string) => number> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  const lines = (await response.text()).split('\n');
  return (series) => Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? 0);
}

/** Zero for a process that has ended. */
function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
