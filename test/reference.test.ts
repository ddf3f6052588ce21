// The pages of all commands against the table of commands and the specification: complete, up to
// date and valid.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandSections } from '../scripts/reference/commands.ts';
import { commandsPage, manualPage } from '../scripts/reference/pages.ts';
import { allCommands } from '../src/cli/commands/all-commands.ts';
import { flagName } from '../src/cli/flags.ts';
import { globalFlags } from '../src/cli/global-flags.ts';
import type { ReferenceSection } from '../src/reference/model.ts';
import { specification } from './support/specification.ts';
import { commandNames } from './support/whole-program.ts';

const ofCommands = allCommands().map(({ words, flags }) => ({
  id: words.replaceAll(' ', '-'),
  flags,
}));

function emptyOf(sections: readonly ReferenceSection[]): readonly ReferenceSection[] {
  return sections.flatMap((section) => {
    const { blocks, sections: inner = [] } = section;
    return blocks.length + inner.length === 0 ? [section] : emptyOf(inner);
  });
}

describe('docs/commands.md', () => {
  const text = readFileSync('docs/commands.md', 'utf8');

  it('is up to date', () => {
    expect(text, 'docs/commands.md is out of date: npm run docs').toBe(commandsPage());
  });

  it('has a section for each command, with the endpoint that it calls', () => {
    const sections = new Map(
      text.split('\n### plenary ').map((part) => [part.split('\n', 1)[0], part]),
    );
    expect([...sections.keys()].slice(1).toSorted()).toEqual(commandNames().toSorted());
    for (const { command, method, path } of specification) {
      expect(sections.get(command)).toContain(`Endpoint: \`${method} ${path}\`.`);
    }
  });

  it.each([{ id: 'global-flags', flags: globalFlags }, ...ofCommands])(
    'has each flag in the section $id',
    ({ id, flags }) => {
      const [, section = ''] = text.split(`<a id="${id}"></a>`);
      const [own = ''] = section.split('<a id=');
      const shown = [...own.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
      const names = Object.entries(flags).flatMap(([name, { opposite }]) => {
        const long = flagName(name);
        return opposite === undefined ? [long] : [long, long.replace('--', '--no-')];
      });
      expect(shown.filter((flag) => flag !== '--version').toSorted()).toEqual(names.toSorted());
    },
  );

  it('has no empty section', () => {
    expect(emptyOf(commandSections())).toEqual([]);
  });

  it('names the schemas of what a command prints as JSON, and describes each', () => {
    expect(text).toContain('\nSchema of `--json`: `report` or `plan`.\n');
    expect(text).toContain('| `report` | What a run has done |');
  });

  it('links only to its own sections', () => {
    const ids = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the manual page', () => {
  it('has the flags of every command', () => {
    const text = manualPage();
    const [, section = ''] = text.split('\n.SH FLAGS OF EVERY COMMAND\n');
    const [own = ''] = section.split('\n.SH ');
    const terms = own.match(/^\.TP$/gm) ?? [];
    expect(terms).toHaveLength(Object.keys(globalFlags).length + 1);
  });

  it('has no line that would be lost as a macro, and hyphens that can be pasted', () => {
    const text = manualPage();
    const macros = new Set([...text.matchAll(/^\.(\w+)/gm)].map(([, name]) => name));
    expect([...macros].toSorted()).toEqual(['PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf']);
    expect(text).not.toMatch(/^'/m);
    expect(text).toContain('\nplenary speakers import speakers.csv \\-\\-dry\\-run\n');
  });
});
