// Asks real shells what the TAB key offers. bash and zsh run at a terminal of `script`, fish
// answers `complete -C`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type ShellName = 'bash' | 'zsh' | 'fish';

export interface ShellStage {
  /** The completion script. */
  readonly script: string;
  readonly cwd: string;
  /** A folder for the shell's own files. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The commands that load it. */
  readonly load: (path: string) => string;
}

export function hasShell(name: ShellName): boolean {
  const needed = name === 'fish' ? [name] : [name, 'script'];
  return needed.every((program) => spawnSync(program, ['--version']).status === 0);
}

/**
 * What is offered at the end of each line: the words that the shell would insert, without quotes,
 * endings `/` and `=`.
 */
export async function offeredBy(
  shell: ShellName,
  stage: ShellStage,
  lines: readonly string[],
): Promise<string[][]> {
  if (shell === 'fish') return offeredByFish(stage, lines);
  const inserted = await linesAfter(shell, stage, lines, insertAll);
  return lines.map((line, index) => wordsAfter(line, inserted[index] ?? ''));
}

/** The key that inserts all that is offered, as the start files of the shells have it. */
const insertAll = '\u001b*';
const printLine = '\u0018d';

/** The lines as they are after a key was typed at the end of each. */
export async function linesAfter(
  shell: 'bash' | 'zsh',
  stage: ShellStage,
  lines: readonly string[],
  key: string,
): Promise<string[]> {
  const { cwd, home, env } = stage;
  const startFile = join(home, shell === 'bash' ? 'bashrc' : '.zshrc');
  writeFileSync(startFile, startFiles[shell](loadingOf(stage)));
  const command = shell === 'bash' ? `bash --noprofile --rcfile ${startFile} -i` : 'zsh -d -i';
  const child = spawn('script', ['-qec', `stty cols 500 rows 50; exec ${command}`, '/dev/null'], {
    cwd,
    env: { ...env, HOME: home, ZDOTDIR: home, TERM: 'dumb', INPUTRC: '/dev/null' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const screen = screenOf(child.stdout);
  await screen.until((text) => text.includes('ready> '));
  const after: string[] = [];
  for (const line of lines) {
    child.stdin.write(`${line}${key}${printLine}`);
    const printed = await screen.until(
      (text) => text.split('\u001e').length > 2 * (after.length + 1),
    );
    after.push(printed.split('\u001e')[2 * after.length + 1] ?? '');
  }
  child.stdin.end('exit\n');
  await screen.toEnd();
  return after;
}

function loadingOf({ script, home, load }: ShellStage): string {
  // The name by which zsh finds it.
  const path = join(home, '_plenary');
  writeFileSync(path, script);
  return load(path);
}

/**
 * Two keys of each shell: one inserts all that is offered, the other prints the line and removes
 * it.
 */
const startFiles = {
  bash: (load: string) => `PS1='ready> '
bind 'set enable-bracketed-paste off'
bind 'set bell-style none'
print_line() { printf '\\036%s\\036' "$READLINE_LINE"; READLINE_LINE=''; }
bind -x '"\\C-xd": print_line'
${load}
`,
  zsh: (load: string) => `PS1='ready> '
unset zle_bracketed_paste
${load}
zle -C insert-all complete-word _generic
bindkey '\\e*' insert-all
zstyle ':completion:insert-all:*' completer _all_matches _complete
zstyle ':completion:insert-all:*' insert yes
print_line() { printf '\\036%s\\036' "$BUFFER"; BUFFER='' }
zle -N print_line
bindkey '^Xd' print_line
`,
};

function screenOf(output: Readable) {
  const chunks = output.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';
  return {
    async until(isReached: (text: string) => boolean): Promise<string> {
      while (!isReached(text)) {
        const { done, value } = await chunks.next();
        if (done === true) throw new Error(`the shell has ended: ${text}`);
        text += value;
      }
      return text;
    },
    async toEnd(): Promise<void> {
      while ((await chunks.next()).done !== true);
    },
  };
}

/** A line without any offer is still as it was typed. */
function wordsAfter(typed: string, line: string): string[] {
  const current = currentOf(typed);
  const before = typed.slice(0, typed.length - current.length);
  if (!line.startsWith(before)) throw new Error(`${typed} has become ${line}`);
  const words = line.slice(before.length).match(/(?:\\.|[^\s\\])+/g) ?? [];
  return words.filter((word) => word !== current).map((word) => plain(unescaped(word)));
}

async function offeredByFish(stage: ShellStage, lines: readonly string[]) {
  const { cwd, home, env } = stage;
  const ask = `${loadingOf(stage)}\nfor line in $argv; complete -C $line; printf '\\036\\n'; end`;
  const child = spawn('fish', ['--no-config', '-c', ask, ...lines], {
    cwd,
    env: { ...env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return lines.map((line, index) => {
    const offered = (text.split('\u001e\n')[index] ?? '')
      .split('\n')
      .map((each) => each.split('\t', 1)[0] ?? '');
    // Without a word that begins as typed, fish offers those that have its letters somewhere.
    return offered
      .filter((word) => word !== '' && word.startsWith(unescaped(currentOf(line))))
      .map(plain);
  });
}

function currentOf(typed: string): string {
  return /(?:\\.|\S)*$/.exec(typed)?.[0] ?? '';
}

function unescaped(word: string): string {
  return word.replace(/\\(.)/g, '$1');
}

function plain(word: string): string {
  return word.replace(/^--[^=]+=/, '').replace(/[/=]$/, '');
}
