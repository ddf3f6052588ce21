// The command that prints completion scripts.
import { type Command, defineCommand } from '../../command.ts';
import type { Surface } from './tables.ts';

/** @param surface what the scripts complete, this command included */
export function completionCommand(surface: () => Surface): Command {
  return defineCommand({
    words: 'completion',
    description: 'Print a script for bash, zsh or fish, with which TAB completes',
    sends: 'none',
    arguments: { shell: { description: 'the shell that loads it', choices: ['bash', 'zsh', 'fish'] } },
    about: `bash: add this line to ~/.bashrc: eval "$(plenary completion bash)"

zsh: add this line to ~/.zshrc, after compinit: source <(plenary completion zsh)
Or save the script as _plenary in a folder of fpath.

fish: run this command once: plenary completion fish > ~/.config/fish/completions/plenary.fish`,
    examples: ['plenary completion bash', 'plenary completion fish > ~/.config/fish/completions/plenary.fish'],
    async load() {
      const { printScript } = await import('./run.ts');
      return (context, { shell }) => printScript(context, shell, surface());
    },
  });
}
