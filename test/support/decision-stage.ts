// The submissions of an event about which a committee decides, and the sheets of its decisions.
import { writeFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import type { TestService } from './program.ts';
import { folderForEach, serviceForEach } from './stage.ts';
import type { temporaryFolder } from './temporary-folder.ts';

export interface DecisionStage {
  /** A new service for each test, with four submissions of two tracks. */
  readonly service: TestService;
  readonly folder: ReturnType<typeof temporaryFolder>;
  /** @returns the path of the file */
  write(name: string, ...lines: readonly string[]): string;
  /** `Zero lost cents: accepted`, for each submission. */
  statuses(): Promise<readonly string[]>;
}

export function decisionStage(): DecisionStage {
  const service = serviceForEach();
  const folder = folderForEach();

  beforeEach(async () => {
    const talks = ['Queues all the way down', 'Zero lost cents', 'A tale of two clocks', 'Maps without borders'];
    const rows = talks.map((title, at) => `${title},s${at}@example.org,Ann,Smith,${at % 2 === 0 ? 'web' : 'data'}`);
    const file = write('talks.csv', 'Title,Submitter email,First name,Last name,Track', ...rows);
    await service.plenary(['submissions', 'import', file, '--yes', '--quiet']);
  });

  function write(name: string, ...lines: readonly string[]): string {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return folder.file(name);
  }

  async function statuses(): Promise<readonly string[]> {
    const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
    return JSON.parse(stdout).map(({ title, status }: { title: string; status: string }) => `${title}: ${status}`);
  }

  return { service, folder, write, statuses };
}
