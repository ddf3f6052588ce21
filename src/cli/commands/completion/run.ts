// `plenary completion`: prints the script of a shell.
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { completionTables, type Surface } from './tables.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The shells that have one. */
type Shell = keyof typeof scripts;

export async function printScript({ io }: Context, shell: string, surface: Surface): Promise<void> {
  if (isShell(shell)) await write(io.stdout, scripts[shell](completionTables(surface)));
}

/** Commander refuses other texts. */
function isShell(text: string): text is Shell {
  return Object.hasOwn(scripts, text);
}
