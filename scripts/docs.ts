// Writes docs/commands.md: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { commandsPage } from './reference/pages.ts';

writeFileSync('docs/commands.md', commandsPage());
