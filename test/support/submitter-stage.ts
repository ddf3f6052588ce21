// Imports of submissions for tests about their submitters: files, commands and what the service then has.
import { writeFileSync } from 'node:fs';
import { folderForEach, serviceForEach } from './stage.ts';

/** A new service and folder for each test. */
export function submitterStage() {
  const service = serviceForEach();
  const folder = folderForEach();
  const run = (...args: readonly string[]) =>
    service.plenary(args, { cwd: folder.path, env: { PLENARY_STATE_DIR: folder.file('state') } });
  return {
    folder,
    run,
    write: (name: string, ...lines: readonly string[]) => writeFileSync(folder.file(name), `${lines.join('\n')}\n`),
    /** `title: First Last address` of each submission. */
    async submissions(): Promise<readonly string[]> {
      const { stdout } = await run('submissions', 'list', '--all', '--json');
      const records: readonly Record<string, string>[] = JSON.parse(stdout);
      return records.map(
        ({ title, submitter_first_name: first, submitter_last_name: last, submitter_email: email }) =>
          `${title}: ${first}|${last} ${email}`,
      );
    },
  };
}
