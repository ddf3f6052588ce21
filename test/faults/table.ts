// The table of faults: its cells, how they are run, and how they read in docs/faults.md.
import type { TestService } from '../support/program.ts';
import { type Cell, type Evidence, type Lasting, runCell, timeoutOf } from './cell.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { changesHeld, errorIn, judge } from './judge.ts';
import { kinds } from './kinds.ts';

/** Every cell: a fault that is permanent does not pass, and what only reads meets every fault as one of all requests. */
export const cells: readonly Cell[] = faults.flatMap((fault) =>
  kinds.flatMap((kind) =>
    (['passes', 'writes', 'all'] as const)
      .filter(
        (lasting) =>
          lasting === 'all' || (fault.times !== 'permanent' && (lasting === 'passes' || kind.class !== 'reads')),
      )
      .map((lasting) => ({ fault, kind, lasting })),
  ),
);

export function nameOf({ fault, kind, lasting }: Cell): string {
  return `${fault.name}, ${kind.name}, ${words[lasting]}`;
}

const words = { passes: 'passes', writes: 'lasts for writes', all: 'lasts' } as const;

/** What docs/faults.md shows of a cell. @throws {Error} if the judge objects */
export async function tryCell(service: TestService, cell: Cell): Promise<readonly string[]> {
  const evidence = await runCell(service, cell);
  const objections = judge(evidence);
  if (objections.length > 0) throw new Error(`${nameOf(cell)}:\n${objections.join('\n')}`);
  return columnsOf(evidence);
}

/** Everything but the command and how long the fault lasts. */
function columnsOf(evidence: Evidence): readonly string[] {
  const { cell, struck, again, againArgs } = evidence;
  const { length } = cell.kind.changes;
  const held = changesHeld(evidence, struck);
  return [
    String(struck.exitCode),
    messageOf(evidence),
    length === 0 ? '' : held === length ? 'all' : held === 0 ? 'none' : `${held} of ${length}`,
    timeOf(evidence),
    `${againArgs[1] === 'resume' ? '`runs resume`' : 'again'}: ${again.exitCode}`,
  ];
}

/** Without what differs from run to run. */
function messageOf({ struck, names }: Evidence): string {
  const message = errorIn(struck)?.message.split('\n')[0] ?? '';
  const known = names.reduce((text, [name, standsFor]) => text.replaceAll(name, standsFor), message);
  return known
    .replaceAll(/timed out after [\d.]+ m?s/g, 'timed out after LIMIT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/\b(spk|sub)_[0-9a-z]{20,}/g, 'ID')
    .replaceAll(/FOLDER\/\w+\.csv/g, 'FILE')
    .replace(/ is not JSON: .*/, ' is not JSON: …')
    .replaceAll('|', '/');
}

/** How long it waited, by what nothing but the fault decides. */
function timeOf({ cell: { fault }, waitedMs }: Evidence): string {
  const limits = waitedMs / timeoutOf(fault);
  return `< ${[1, 5, 15, 50].find((most) => limits < most) ?? '?'}`;
}

export interface Row {
  readonly cell: Cell;
  readonly columns: readonly string[];
}

const intro = `# Faults

What commands do when the network or the service fails. \`npm run faults\` runs each cell, checks it, and writes this page.

- A proxy between the program and the service does what the heading and its sentence say.
- *fault*: \`passes\` if that happens once (twice for 429, 5xx and the loop), to the first or second request that reads or writes; \`lasts for writes\` if it happens to every write from then on; \`lasts\` if it happens to every request.
- *exit*: the [exit code](commands.md#exit-codes).
- *message*: the first line of the error. HOST, EVENT, ID, RUN, FILE and LIMIT stand for what differs.
- *holds*: how many of the changes of the command the service has when it ends.
- *time*: how long the command waits, in time limits (\`--timeout\`), with \`--retries 2\` and one request at a time.
- *then*: when the fault is gone, the exit code of \`runs resume\` if the error names it, else of the same command. After that, the service has all changes, each once. 6: the record exists.
- Commands that end alike share a row.
`;

/** The page, from the rows of all cells. */
export function pageOf(rows: readonly Row[]): string {
  return [intro, kindTable(), ...faults.map((fault) => sectionOf(fault, rows))].join('\n');
}

function kindTable(): string {
  const lines = kinds.map(({ name, shown }) => `| ${name} | \`${shown}\` |`);
  return `| name | command |\n|---|---|\n${lines.join('\n')}\n`;
}

function sectionOf(fault: Fault, rows: readonly Row[]): string {
  /** How long the fault lasts for a command, by what the command ends with. */
  const ends = new Map<string, Map<string, Lasting[]>>();
  for (const { cell, columns } of rows.filter((row) => row.cell.fault === fault)) {
    const end = columns.join(' | ');
    const commands = ends.get(end) ?? new Map<string, Lasting[]>();
    ends.set(end, commands.set(cell.kind.name, [...(commands.get(cell.kind.name) ?? []), cell.lasting]));
  }
  const lines = [...ends].flatMap(([end, commands]) => {
    const alike = new Map<string, string[]>();
    for (const [name, lastings] of commands) {
      const lasts = lastings.map((lasting) => words[lasting]).join(', ');
      alike.set(lasts, [...(alike.get(lasts) ?? []), name]);
    }
    return [...alike].map(([lasts, names]) => `| ${names.join(', ')} | ${lasts} | ${end} |`);
  });
  const head = '| command | fault | exit | message | holds | time | then |\n|---|---|---|---|---|---|---|';
  return `## ${fault.name}\n\n${fault.sentence}\n\n${head}\n${lines.join('\n')}\n`;
}

/** Whether the page shows this row; without columns, whether it shows any of this cell. */
export function isShown(page: string, { cell, columns }: Pick<Row, 'cell'> & Partial<Row>): boolean {
  const section = page.split('\n## ').find((text) => text.startsWith(`${cell.fault.name}\n`)) ?? '';
  return section.split('\n').some((line) => {
    const [, names = '', lasts = ''] = line.split('|').map((text) => text.trim());
    const isOfCell = names.split(', ').includes(cell.kind.name) && lasts.split(', ').includes(words[cell.lasting]);
    return isOfCell && (columns === undefined || line.endsWith(` | ${columns.join(' | ')} |`));
  });
}
