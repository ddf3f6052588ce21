// The suite of the commands that read files: each reads a generated file, or refuses it with an error of the program.
import { processorMs } from '../support/processor-time.ts';
import type { CommandResult } from '../support/program.ts';
import { readTable } from '../support/tables.ts';
import { type GeneratedFile, generatedFiles } from './files.ts';
import { watchMemory } from './memory.ts';
import { codeOf, faultOf } from './printed.ts';
import { type Reading, readings, sample } from './readings.ts';
import { fuzzStage, serviceAddress, token } from './stage.ts';
import type { Outcome, Suite } from './suite.ts';

const secrets = [token, 'plt_secret_9876543210'];

/**
 * What a file may take: a base, and more for each of its bytes, packed and unpacked. Times and the base of memory are
 * twice what most generated files were measured to take: 1 s, 25 µs for each byte, and 100 MiB.
 */
const budget = { ms: 2_000, msPerByte: 0.05, bytes: 200 * 2 ** 20, bytesPerByte: 2_000 };

/** What a command made of a file. */
export interface FileResult extends CommandResult, Pick<Outcome, 'ms' | 'memory'> {
  /** What is wrong with the program. */
  readonly fault: string | undefined;
}

type ReadFile = Pick<GeneratedFile, 'reading' | 'bytes' | 'size' | 'flags'>;

/** Runs the command that reads a file, in a folder where only that file has changed. */
export async function fileReader() {
  const stage = await fuzzStage();
  return { read, run: stage.run, close: stage.close };

  /** What passes the budget is read again: the first reading by a process also loads the program. */
  async function read(file: ReadFile): Promise<FileResult> {
    const first = await readOnce(file);
    if (first.fault !== undefined || budgetFault(file.size, first) === undefined) return first;
    const second = await readOnce(file);
    return { ...second, fault: second.fault ?? budgetFault(file.size, second) };
  }

  async function readOnce({ reading, bytes, flags }: ReadFile): Promise<FileResult> {
    const { file: place, args, beside = {} }: Reading = readings[reading];
    stage.clear();
    for (const [path, name] of Object.entries(beside)) stage.write(path, sample(name));
    stage.write(place, bytes);
    const memory = watchMemory();
    const began = processorMs();
    try {
      const result = await stage.run([...args, ...flags]);
      const spent = { ms: processorMs() - began, memory: memory() };
      return { ...result, ...spent, fault: faultOf(result, secrets) };
    } catch (error) {
      // What a test of the program would report, such as a printed command that cannot be pasted.
      const fault = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
      return { exitCode: null, stdout: '', stderr: '', ms: 0, memory: undefined, fault };
    }
  }
}

export async function readersSuite(): Promise<Suite<GeneratedFile>> {
  const reader = await fileReader();
  return { cases: generatedFiles, run, close: reader.close };

  async function run(file: GeneratedFile): Promise<Outcome> {
    const { generator, reading, bytes, size, flags } = file;
    const first = await reader.read(file);
    const { ms, memory } = first;
    const outcome = { generator: `${reading}: ${generator}`, result: codeOf(first), bytes: size, ms, memory };
    const message = first.fault ?? (await repeatFault(file, first)) ?? (await contentFault(file));
    if (message === undefined) return outcome;
    const about = [...readings[reading].args, ...flags].join(' ');
    return { ...outcome, finding: { message, input: bytes, about } };
  }

  /** One reading must not depend on another. A sample of them, because it takes as long again. */
  async function repeatFault(file: GeneratedFile, first: FileResult): Promise<string | undefined> {
    if (file.bytes.length % 4 !== 0) return undefined;
    const second = await reader.read(file);
    const differs = (['exitCode', 'stdout', 'stderr'] as const).find(
      (part) => stable(first[part]) !== stable(second[part]),
    );
    return differs && `the same file gives another ${differs}: ${JSON.stringify([first[differs], second[differs]])}`;
  }

  /** What a valid file contains must be what is read. */
  async function contentFault({ isDamaged, lines, facts, bytes }: GeneratedFile): Promise<string | undefined> {
    if (isDamaged) return undefined;
    if (lines !== undefined) {
      const { columns, rows } = await readTable(bytes);
      return difference(lines, [columns, ...rows.map(({ cells }) => cells)]);
    }
    if (facts === undefined) return undefined;
    const { stdout, stderr } = await reader.run([...readings.timetable.args, '--json']);
    if (stdout === '') return `a valid schedule is refused: ${stderr}`;
    const sessions: readonly ReturnType<JSON['parse']>[] = JSON.parse(stdout);
    const read = sessions.map(({ title, room, start, end }) =>
      JSON.stringify([title, room, Date.parse(start), Date.parse(end)]),
    );
    return difference(facts, read.sort());
  }
}

/** Random names and times of runs. */
function stable(value: string | number | null): string {
  return String(value)
    .replaceAll(serviceAddress, '')
    .replace(/\d{8}-\d{6}-[\da-f]{8}/g, 'RUN');
}

function budgetFault(size: number, { ms, memory = 0 }: Pick<Outcome, 'ms' | 'memory'>): string | undefined {
  const mostMs = budget.ms + budget.msPerByte * size;
  if (ms > mostMs) return `took ${Math.round(ms)} ms of at most ${Math.round(mostMs)} ms for ${size} bytes`;
  const most = budget.bytes + budget.bytesPerByte * size;
  if (memory > most) return `took ${memory} bytes of memory of at most ${most} for ${size} bytes`;
  return undefined;
}

function difference(expected: unknown, read: unknown): string | undefined {
  const [wanted, got] = [expected, read].map((value) => JSON.stringify(value));
  return wanted === got ? undefined : `a valid file is read as ${got} instead of ${wanted}`;
}
