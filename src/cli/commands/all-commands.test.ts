// The table of commands as data: what completion, help and the reference rely on.
import { expect, it } from 'vitest';
import { plenary } from '../../../test/support/program.ts';
import { type Program, wholeProgram } from '../../../test/support/whole-program.ts';
import { exitCodes } from '../exit-codes.ts';
import { flagName } from '../flags.ts';
import { globalFlags } from '../global-flags.ts';
import { allCommands } from './all-commands.ts';

const commands = allCommands();
const tree: Pick<Program, 'commands' | 'parseOptions'> = wholeProgram();

it('names each command once', () => {
  const names = commands.map(({ words }) => words);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(50);
});

it.each(commands.map((command) => [command.words, command] as const))(
  '%s',
  (words, { flags, ...command }) => {
    const globals = wholeProgram().options.map(({ long }) => long);
    const own = Object.keys(flags).map(flagName);
    expect(globals.filter((flag) => own.includes(flag ?? ''))).toEqual([]);
    for (const { excludes = [], needs, choices, default: preset } of Object.values(flags)) {
      for (const other of excludes) expect([...own, ...globals]).toContain(flagName(other));
      if (needs !== undefined) expect(own).toContain(flagName(needs));
      if (choices !== undefined && preset !== undefined) expect(choices).toContain(preset);
    }
    const optional = Object.values(command.arguments).map(({ isOptional = false }) => isOptional);
    expect(optional).toEqual(optional.toSorted());
    expect([...command.exitCodes]).toEqual(
      Object.keys(exitCodes)
        .map(Number)
        .filter((code) => command.exitCodes.some((each) => each === code)),
    );
    for (const example of command.examples) expect(example).toMatch(/^([A-Z_]+=\S+ )?plenary /);
    for (const example of command.examples.filter((line) => line.includes(`plenary ${words} `))) {
      const typed = [...example.matchAll(/ (--[a-z][a-z-]*)/g)].map(([, flag]) => flag);
      expect([...own, ...globals]).toEqual(expect.arrayContaining(typed));
    }
  },
);

it.each([{ words: '', flags: globalFlags }, ...commands])(
  'takes one value once: $words',
  ({ words, flags }) => {
    const names = words.split(' ').filter(Boolean);
    const command = names.reduce(
      (parent, word) => parent.commands.find((each) => each.name() === word) ?? parent,
      tree,
    );
    for (const [name, { value, choices = ['a', 'b'], isRepeatable }] of Object.entries(flags)) {
      const long = flagName(name);
      const [first = '', second = ''] = [choices.at(0), choices.at(-1)];
      const parse = () =>
        command.parseOptions(
          value === undefined ? [long, long] : [long, first, `${long}=${second}`],
        );
      if (value === undefined || isRepeatable) expect(parse().unknown).toEqual([]);
      else {
        const error = {
          message: `${long} was given twice: it takes one value`,
          fix: 'remove one of them',
        };
        expect(parse).toThrow(expect.objectContaining({ exitCode: 2, ...error }));
      }
    }
  },
);

it.each(commands.flatMap((row) => (row.fields === undefined ? [] : [[row.words, row] as const])))(
  'lists the fields of %s, without any setting',
  async (words, row) => {
    const args = [...words.split(' '), ...Object.keys(row.arguments), '--fields'];
    const { exitCode, stdout } = await plenary(args);
    expect([exitCode, stdout.trimEnd().split('\n')]).toEqual([0, row.fields?.()]);
  },
);

it('takes no secret in a flag', () => {
  // Other users of the machine can read arguments.
  const optionsOf = (command: Program): Program['options'] => [
    ...command.options,
    ...command.commands.flatMap((child) => optionsOf(child)),
  ];
  const named = optionsOf(wholeProgram()).filter(({ long }) =>
    /token|secret|password|credential|key$/.test(long ?? ''),
  );
  // It has no value: the token comes from standard input.
  expect(named.map((option) => [option.long, option.isBoolean()])).toEqual([
    ['--token-stdin', true],
  ]);
});

it('knows which commands write', () => {
  const writing = commands.filter(({ sends }) => sends === 'write').map(({ words }) => words);
  expect(
    writing.filter((words) =>
      / (plan|list|search|show|check|status|pull|verify|export)$/.test(words),
    ),
  ).toEqual([]);
  const applying = commands.filter(({ words }) =>
    / (add|update|import|apply|place|resume|undo)$/.test(words),
  );
  const sent = applying
    .filter(({ words }) => !words.startsWith('service '))
    .map(({ words }) => words);
  expect(writing).toEqual(expect.arrayContaining(sent));
});
