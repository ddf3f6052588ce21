// The submissions of an event about which a committee decides, and the sheets of its decisions.
import { writeFileSync } from 'node:fs';
import { beforeEach } from 'vitest';
import { folderForEach, serviceForEach } from './stage.ts';

export function decisionStage() {
  const service = serviceForEach();
  const folder = folderForEach();
  /**
   * Runs `plenary submissions …` against a service of each test's own, with four submissions of two
   * tracks.
   */
  const submissions = (...args: readonly string[]) => service.plenary(['submissions', ...args]);
  const talks = async (): Promise<ReturnType<JSON['parse']>> =>
    JSON.parse((await submissions('list', '--json')).stdout);

  beforeEach(async () => {
    const titles = [
      'Queues all the way down',
      'Zero lost cents',
      'A tale of two clocks',
      'Maps without borders',
    ];
    const rows = titles.map(
      (title, at) => `${title},s${at}@example.org,Ann,Smith,${at % 2 === 0 ? 'web' : 'data'}`,
    );
    const file = write('talks.csv', 'Title,Submitter email,First name,Last name,Track', ...rows);
    await submissions('import', file, '--yes', '--quiet');
  });

  /** @returns the path of the file */
  function write(name: string, ...lines: readonly string[]): string {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return folder.file(name);
  }

  /** `Zero lost cents: accepted`, for each submission. */
  async function statuses(): Promise<readonly string[]> {
    return (await talks()).map(
      ({ title, status }: { title: string; status: string }) => `${title}: ${status}`,
    );
  }

  return { submissions, folder, write, talks, statuses };
}
