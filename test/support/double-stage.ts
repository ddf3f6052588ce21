// The double of the public server for each test, and a home from which commands are sent to it.
import { afterEach, beforeEach } from 'vitest';
import { type Double, type DoubleOptions, startDouble } from './double/double.ts';
import { type CommandResult, type Invocation, plenary } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface DoubleStage {
  readonly double: Double;
  /** Where commands run, and what they save is below it. */
  readonly folder: ReturnType<typeof temporaryFolder>;
  /** Runs a command in the folder, with the double's event unless `env` has another. */
  plenary(args: readonly string[], invocation?: Invocation): Promise<CommandResult>;
  /** The requests since the last call, as `GET /v1/events`, without queries. */
  requests(): readonly string[];
}

export function doubleForEach(options: DoubleOptions = {}): DoubleStage {
  let double: Double;
  let folder: ReturnType<typeof temporaryFolder>;
  let seen = 0;
  beforeEach(async () => {
    double = await startDouble(options);
    folder = temporaryFolder();
    seen = 0;
  });
  afterEach(async () => {
    await double.close();
    folder.remove();
  });
  return {
    get double() {
      return double;
    },
    get folder() {
      return folder;
    },
    plenary(args, invocation = {}) {
      const home = {
        PLENARY_CONFIG_DIR: folder.file('config'),
        PLENARY_STATE_DIR: folder.file('state'),
      };
      const env = Object.assign({}, double.env, home, invocation.env);
      return plenary(args, Object.assign({ cwd: folder.path }, invocation, { env }));
    },
    requests() {
      const all = double.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
      const before = seen;
      seen = all.length;
      return all.slice(before);
    },
  };
}
