// Describes the commands as sections of a reference, generated from their table and worded as their
// help.
import { type Command as Commander, Help, type Option } from 'commander';
import type { Command } from '../../src/cli/command.ts';
import { type Group, sections } from '../../src/cli/commands/all-commands.ts';
import { variables } from '../../src/cli/commands/help-topics.ts';
import { schemaNames, summaryOf } from '../../src/cli/commands/reference/schemas.ts';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { settingNames, settings } from '../../src/config/settings.ts';
import {
  code,
  type ReferenceBlock,
  type ReferenceSection,
  terms,
  texts,
} from '../../src/reference/model.ts';
import { type Program, wholeProgram } from '../../test/support/whole-program.ts';

/** The commands of each group, those of one word, and what all commands share. */
export function commandSections(): readonly ReferenceSection[] {
  const program = wholeProgram();
  const groups = sections.flatMap((section) => Object.entries(section.groups));
  const single = sections.flatMap(({ commands }) => commands);
  return [
    ...groups.map(([name, group]) => groupSection(name, group, program)),
    {
      id: 'other-commands',
      title: 'Other commands',
      blocks: [],
      sections: single.map((command) => commandSection(command, program)),
    },
    { id: 'global-flags', title: 'Flags of every command', blocks: flagBlocks(program) },
    ...sharedSections,
  ];
}

function groupSection(name: string, group: Group, program: Program): ReferenceSection {
  return {
    id: name,
    title: `plenary ${name}`,
    blocks: texts(`${group.description}.`),
    sections: group.commands().map((command) => commandSection(command, program)),
  };
}

function commandSection(row: Command, program: Program): ReferenceSection {
  const { words, description, about = '', examples, endpoint } = row;
  const command = words
    .split(' ')
    .reduce<Commander>((parent, word) => childOf(parent, word), program);
  const { helper, usage } = helpOf(command);
  const named = helper.visibleArguments(command).map((argument) => {
    return [`\`${helper.argumentTerm(argument)}\``, helper.argumentDescription(argument)] as const;
  });
  return {
    id: words.replaceAll(' ', '-'),
    title: `plenary ${words}`,
    blocks: [
      ...texts(`${description}.`),
      code(usage),
      ...texts(
        ...about
          .split('\n\n')
          .flatMap((paragraph) => (paragraph === '' ? [] : [paragraph.replaceAll('\n', ' ')])),
      ),
      ...(examples.length === 0 ? [] : [...texts('Examples:'), code(examples.join('\n'))]),
      ...terms('Arguments', named),
      ...flagBlocks(command),
      ...texts(`Exit codes: ${row.exitCodes.map((code) => `\`${code}\``).join(', ')}.`),
      ...(row.json.length === 0
        ? []
        : texts(
            `Schema of \`--json\`: ${row.json.map((schema) => `\`${schema}\``).join(' or ')}.`,
          )),
      ...(endpoint === undefined
        ? []
        : texts(`Endpoint: \`${endpoint.method} ${endpoint.path}\`.`)),
    ],
  };
}

/** Flags under their headings, those without one first. */
function flagBlocks(command: Commander): readonly ReferenceBlock[] {
  // That of the program itself leaves its flags to a topic.
  const helper = new Help();
  const options = helper.visibleOptions(command).filter(({ long }) => long !== '--help');
  const headingOf = ({ helpGroupHeading = 'Flags:' }: Option) => helpGroupHeading.slice(0, -1);
  return [...new Set(['Flags', ...options.map(headingOf)])].flatMap((heading) =>
    terms(
      heading,
      options
        .filter((option) => headingOf(option) === heading)
        .map((option) => [`\`${helper.optionTerm(option)}\``, helper.optionDescription(option)]),
    ),
  );
}

function helpOf(command: Commander) {
  const helper = command.createHelp();
  return { helper, usage: helper.commandUsage(command).replace('[options]', '[flags]') };
}

function childOf(parent: Commander, name: string): Commander {
  const child = parent.commands.find((command) => command.name() === name);
  if (child === undefined) throw new Error(`${parent.name()} has no command ${name}`);
  return child;
}

/** What all commands share besides flags. */
const sharedSections: readonly ReferenceSection[] = [
  {
    id: 'settings',
    title: 'Settings',
    blocks: [
      ...texts(
        'A flag overrides an environment variable, which overrides the profile, which ' +
          'overrides the default. `plenary config set` saves a setting in a profile, and ' +
          '`plenary config list` shows the source of each value.',
      ),
      ...terms(
        '',
        settingNames.map((name) => {
          const { description, environment, default: value } = settings[name];
          const facts = [
            description,
            environment === undefined ? '' : `variable \`${environment}\``,
            value === undefined ? '' : `default \`${value}\``,
          ];
          return [`\`${name}\``, facts.filter((fact) => fact !== '').join('; ')];
        }),
      ),
      ...texts(
        'The token comes from `PLENARY_TOKEN` or from `plenary auth login`, never from a flag. ' +
          '`auth login` saves it for the origin of the service, and it is sent nowhere else. A ' +
          'redirect is not followed: Plenary prints where it leads. Plain HTTP to another ' +
          'machine needs `--insecure-http`. A base URL that ends in `/v1` is read without it.',
        'Requests go through the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, with its user name ' +
          'and password if it has them (`http://USER:PASSWORD@proxy.example.org:3128`), except ' +
          'to the hosts in `NO_PROXY` and to this machine. No message repeats a password.',
        'Plenary works with any service that implements the specification. It finds records ' +
          'under `data`, `results`, `items` or the name of the resource, or as a bare array, and ' +
          'passes unknown fields through unchanged. `--query` adds parameters that only this ' +
          'service has.',
      ),
    ],
  },
  {
    id: 'json-schemas',
    title: 'JSON Schemas',
    blocks: [
      ...texts(
        '`plenary schema NAME` prints the JSON Schema (2020-12) of what a command prints with ' +
          '`--json`, saves as a plan, or writes to a journal. Records of a service may have more ' +
          'fields than their schema names. Elsewhere, `kind` is what a record is, and `code` ' +
          'what a fault, a clash or a conflict is.',
      ),
      ...terms(
        '',
        schemaNames.map((name) => coded([name, summaryOf(name)])),
      ),
    ],
  },
  { id: 'environment', title: 'Environment variables', blocks: terms('', variables.map(coded)) },
  {
    id: 'exit-codes',
    title: 'Exit codes',
    blocks: [
      ...terms('', Object.entries(exitCodes).map(coded)),
      ...texts(
        'Output that cannot be written, to a full disk for example, ends with `1`; after a ' +
          'write, the message says what was saved. A reader that closes the pipe is not an ' +
          'error. With `--json`, the last line on stderr of a failed command is a JSON object ' +
          'that lists the faults.',
        'If the response to `speakers add` or `submissions add` is lost, Plenary looks for the ' +
          'record in the list, and does not send the request again. If the list cannot show ' +
          'whether the record was created, the exit code is `10`.',
      ),
    ],
  },
];

function coded([term, description]: readonly [string, string]): readonly [string, string] {
  return [`\`${term}\``, description];
}
