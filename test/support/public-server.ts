// The double of the public server for each test, and one computer that sends commands to it.
import { beforeEach } from 'vitest';
import type { DoubleOptions } from './double/double.ts';
import { doubleStage } from './double-stage.ts';
import type { CommandResult, Invocation } from './program.ts';

export function publicServer(options: DoubleOptions = {}) {
  const stage = doubleStage(options);
  let home: ReturnType<typeof stage.home>;
  let seen = 0;
  beforeEach(() => {
    home = stage.home();
    seen = 0;
  });
  return {
    get double() {
      return stage.double();
    },
    /** The path of a file where commands run. */
    file: (name: string) => `${home.path}/${name}`,
    /** The path of the settings that a login saves. */
    settingsFile: () => `${home.env.PLENARY_CONFIG_DIR}/config.json`,
    /** Writes a file. @returns its name */
    write: (name: string, ...lines: readonly string[]): string => home.write(name, ...lines),
    plenary: (args: readonly string[], invocation?: Invocation): Promise<CommandResult> =>
      home.run(args, invocation),
    /** The requests since the last call, as `GET /v1/events`, without queries. */
    requests(): readonly string[] {
      const all = stage
        .double()
        .requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
      const before = seen;
      seen = all.length;
      return all.slice(before);
    },
  };
}
