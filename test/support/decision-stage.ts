// The submissions of an event about which a committee decides, and the sheets of its decisions.
import { writeFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import type { CommandResult } from './program.ts';
import { folderForEach, serviceForEach } from './stage.ts';
import type { temporaryFolder } from './temporary-folder.ts';

export interface DecisionStage {
  /** Runs `plenary submissions …` against a service of each test's own, with four submissions of two tracks. */
  submissions(...args: readonly string[]): Promise<CommandResult>;
  readonly folder: ReturnType<typeof temporaryFolder>;
  /** @returns the path of the file */
  write(name: string, ...lines: readonly string[]): string;
  talks(): Promise<ReturnType<JSON['parse']>>;
  /** `Zero lost cents: accepted`, for each submission. */
  statuses(): Promise<readonly string[]>;
}

export function decisionStage(): DecisionStage {
  const service = serviceForEach();
  const folder = folderForEach();
  const submissions = (...args: readonly string[]) => service.plenary(['submissions', ...args]);
  const talks = async () => JSON.parse((await submissions('list', '--all', '--json')).stdout);

  beforeEach(async () => {
    const titles = ['Queues all the way down', 'Zero lost cents', 'A tale of two clocks', 'Maps without borders'];
    const rows = titles.map((title, at) => `${title},s${at}@example.org,Ann,Smith,${at % 2 === 0 ? 'web' : 'data'}`);
    const file = write('talks.csv', 'Title,Submitter email,First name,Last name,Track', ...rows);
    await submissions('import', file, '--yes', '--quiet');
  });

  function write(name: string, ...lines: readonly string[]): string {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return folder.file(name);
  }

  async function statuses(): Promise<readonly string[]> {
    return (await talks()).map(({ title, status }: { title: string; status: string }) => `${title}: ${status}`);
  }

  return { submissions, folder, write, talks, statuses };
}
