// Questions at a real terminal, which must be afterwards as it was before.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import { environment } from '../support/program.ts';
import { type ScriptedServer, startScriptedServer, wholeList } from '../support/scripted-server.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs the built program at a terminal of its own, which `script` of util-linux opens. */
function atTerminal(
  server: ScriptedServer,
  args: string,
  env: Readonly<Record<string, string>> = {},
) {
  const program = `'${process.execPath}' '${resolve('bin/plenary.js')}'`;
  const lines = [
    'trap : INT',
    'stty rows 24 cols 80',
    'before=$(stty -g)',
    `${program} ${args}`,
    'code=$?',
  ];
  const check = '[ "$before" = "$(stty -g)" ] && echo "restored, exit code $code"';
  const settings = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 't',
    PLENARY_EVENT: anEvent,
    TERM: 'xterm-256color',
    PLENARY_STATE_DIR: folder.file('state'),
    ...env,
  };
  const child = spawn('script', ['-qec', [...lines, check].join('; '), '/dev/null'], {
    env: environment(settings),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  child.stdout.on('data', (chunk) => {
    output += chunk;
    for (const listener of listeners) listener();
  });
  const shows = (text: string) =>
    new Promise<void>((done) => {
      const look = () => {
        if (!output.includes(text)) return;
        listeners.delete(look);
        done();
      };
      listeners.add(look);
      look();
    });
  return {
    async type(after: string, keys: string) {
      await shows(after);
      child.stdin.write(keys);
    },
    async ends(exitCode: number) {
      await shows('exit code');
      expect(output).toContain(`restored, exit code ${exitCode}`);
      child.stdin.end();
      return output;
    },
  };
}

const amina = {
  id: 'spk_1',
  first_name: 'Amina',
  last_name: 'Okoye',
  email: 'amina@example.org',
  about: '',
};

async function withServer(act: (server: ScriptedServer) => Promise<void>): Promise<void> {
  const server = await startScriptedServer(({ method }) =>
    method === 'GET' ? { ...wholeList([amina]), delayMs: 100 } : { json: amina },
  );
  await act(server).finally(() => server.close());
}

it.runIf(hasScript).each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 130],
  ['an answer', 'amina@example.org\r', 0],
])('a question that ends with %s', async (_, key, exitCode) => {
  await withServer(async (server) => {
    const terminal = atTerminal(server, 'speakers add');
    await terminal.type('E-mail address', key);
    await terminal.ends(exitCode);
  });
});

it.runIf(hasScript)('a question is not answered by what was typed before it', async () => {
  await withServer(async (server) => {
    writeFileSync(folder.file('people.csv'), 'Email\nbo@example.org\n');
    const terminal = atTerminal(server, `speakers import '${folder.file('people.csv')}'`);
    await server.request(1);
    await terminal.type('', 'y\r');
    await terminal.type('Create 1 speaker?', 'n\r');
    expect(await terminal.ends(130)).toContain('Canceled; nothing was sent.');
  });
});
