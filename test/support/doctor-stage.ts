// `plenary doctor` with folders of its own, and what it finds. Must not know what is checked.
import { expect, onTestFinished } from 'vitest';
import { type CommandResult, type Invocation, plenary } from './program.ts';
import { type Script, startScriptedServer } from './scripted-server.ts';
import { folderForEach, sharedService } from './stage.ts';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly message: string;
  readonly fix: string | null;
  readonly next: readonly { readonly command: string }[];
}

export interface Diagnosis extends CommandResult {
  readonly found: (name: string) => Finding;
  readonly names: (state: string) => readonly string[];
}

/** A service, and a folder for each test. */
export function doctorStage() {
  const service = sharedService();
  const folder = folderForEach();
  async function doctor(env: Invocation['env'] = {}, ...flags: readonly string[]): Promise<Diagnosis> {
    const folders = { PLENARY_CONFIG_DIR: folder.file('config'), PLENARY_STATE_DIR: folder.file('state') };
    const result = await plenary(['doctor', '--json', ...flags], { env: { ...service.env, ...folders, ...env } });
    const { checks, ...report } = JSON.parse(result.stdout) as {
      checks: Finding[];
      exitCode: number;
      healthy: boolean;
    };
    expect(report).toMatchObject({
      schemaVersion: '1.0',
      exitCode: result.exitCode,
      healthy: !checks.some(({ state }) => state === 'failed'),
    });
    return {
      ...result,
      names: (state) => checks.filter((check) => check.state === state).map(({ name }) => name),
      found(name) {
        const check = checks.find((each) => each.name === name);
        if (check === undefined) throw new Error(`no check ${name}`);
        return check;
      },
    };
  }
  return { service, folder, doctor };
}

export async function scripted(
  script: Script,
): Promise<{ readonly url: string; readonly requests: readonly unknown[] }> {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}
