// The command that prints completion scripts.
import { defineCommand } from '../../command.ts';

export const completion = defineCommand({
  words: 'completion',
  description: 'Print a script for bash, zsh or fish, with which TAB completes',
  sends: 'none',
  arguments: { shell: { description: 'the shell that loads it', choices: ['bash', 'zsh', 'fish'] } },
  about: `bash: add this line to ~/.bashrc: eval "$(plenary completion bash)"

zsh: add this line to ~/.zshrc, after compinit: source <(plenary completion zsh)
Or save the script as _plenary in a folder of fpath.

fish: run this command once: plenary completion fish > ~/.config/fish/completions/plenary.fish`,
  examples: ['plenary completion bash', 'plenary completion fish > ~/.config/fish/completions/plenary.fish'],
  load: async () => (await import('./scripts.ts')).printScript,
});
