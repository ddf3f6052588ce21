// The files of the reference, each as it must be. A test fails while one of them is not.
import { version } from '../../src/cli/version.ts';
import { apiSections } from '../../src/reference/api.ts';
import { htmlOf } from '../../src/reference/html.ts';
import { boundsOf } from '../../src/service/bounds.ts';
import { recordSchema } from '../../src/service/record-schemas.ts';
import { commandSections } from './commands.ts';
import { manOf } from './man.ts';
import { markdownOf } from './markdown.ts';

/** Their contents, by path from the root of the repository. */
export function referenceFiles(): Readonly<Record<string, string>> {
  const commands = commandSections();
  const api = apiSections({ bounds: boundsOf, records: recordSchema });
  return {
    'docs/commands.md': markdownOf({
      title: 'Commands',
      lead: 'All commands of Plenary, with their flags. `npm run docs` writes this page; `plenary COMMAND --help` shows the same at the terminal.',
      sections: commands,
    }),
    'docs/reference.html': htmlOf({
      title: 'Plenary reference',
      lead: `The commands of Plenary ${version}, and the Conference Program REST API v1 that they call.`,
      sections: [
        ...commands,
        ...api.map((section) => ({ ...section, id: `api-${section.id}`, title: `API: ${section.title}` })),
      ],
    }),
    'man/plenary.1': manOf({
      name: 'plenary',
      version,
      title: "run a conference's program from the terminal",
      synopsis: 'plenary [flags] COMMAND [flags] [arguments]\nplenary COMMAND --help',
      lead: 'Imports speakers and talks from files, applies decisions, finds and checks a schedule, and publishes it. `plenary demo` shows it at work without any setup.',
      sections: commands,
    }),
  };
}
