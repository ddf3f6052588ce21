// Runs an import of speakers as a process, and measures its time, memory and processor time from start to exit.
import { once } from 'node:events';
import { createReadStream, writeFileSync } from 'node:fs';
import { startPlenary } from '../test/support/program.ts';
import { type ProcessFigures, processFigures } from './process-figures.ts';

/** Read shortly before the end. */
export interface Measured extends ProcessFigures {
  readonly seconds: number;
}

interface Options {
  readonly env: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly flags?: readonly string[];
  /** The file to pipe into standard input, if the import reads `-`. */
  readonly stdin?: string;
}

/** @throws if the program fails or does not create every row */
export async function measureImport(file: string, { env, rows, flags = [], stdin }: Options): Promise<Measured> {
  const begun = performance.now();
  const child = startPlenary(['speakers', 'import', file, '--json', '--quiet', ...flags], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const input = child.stdin;
  if (input === null) throw new Error('no standard input');
  if (stdin === undefined) input.end();
  else createReadStream(stdin).pipe(input.on('error', () => undefined));

  let last = { megabytes: 0, cpuSeconds: 0 };
  const watch = setInterval(() => {
    last = processFigures(child.pid) ?? last;
  }, 50);
  const [exitCode] = await once(child, 'exit');
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  const counts = exitCode === 0 ? JSON.parse(stdout).counts : {};
  if (counts.created !== rows) throw new Error(`the import ended with ${exitCode}: ${stdout}${stderr}`);
  return { seconds, ...last };
}

/** The same speakers as `speakerBody`. */
export function writeSpeakers(path: string, rows: number): void {
  writeFileSync(path, 'Email,First name,Last name\n');
  const block = 10_000;
  for (let first = 1; first <= rows; first += block) {
    const numbers = Array.from({ length: Math.min(block, rows - first + 1) }, (_, index) => first + index);
    const lines = numbers.map((n) => `speaker-${n}@example.org,Amina,Okoye ${n}\n`);
    writeFileSync(path, lines.join(''), { flag: 'a' });
  }
}

/** The body that the import sends for the n-th row, counted from 1. */
export function speakerBody(n: number): string {
  return JSON.stringify({ email: `speaker-${n}@example.org`, first_name: 'Amina', last_name: `Okoye ${n}` });
}
