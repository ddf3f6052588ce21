// The pages that describe all commands: docs/commands.md, and the manual page of the package.
import { version } from '../../src/cli/version.ts';
import { commandSections } from './commands.ts';
import { manOf } from './man.ts';
import { markdownOf } from './markdown.ts';

export function commandsPage(): string {
  return markdownOf({
    title: 'Commands',
    lead:
      'All commands of Plenary, with their flags. `npm run docs` writes this page; `plenary ' +
      'COMMAND --help` shows the same at the terminal.',
    sections: commandSections(),
  });
}

export function manualPage(): string {
  return manOf({
    name: 'plenary',
    version,
    title: "run a conference's program from the terminal",
    synopsis: 'plenary [flags] COMMAND [flags] [arguments]\nplenary COMMAND --help',
    lead:
      'Imports speakers and talks from files, applies decisions, finds and checks a schedule, ' +
      'and publishes it. `plenary demo` shows it at work without any setup.',
    sections: commandSections(),
  });
}
