// Which commands are tools, and that what agents can pass follows from the table of commands.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { toKebab } from '../../../contract/fields.ts';
import { allCommands } from '../table.ts';
import { checkInput, inputSchema, toolsOf } from './tools.ts';

const ajv = new Ajv2020({ strict: true });
const commands = allCommands();
const tools = toolsOf(commands, []);

function tool(name: string) {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

it('has no command that writes to the service, and none that is renamed', () => {
  expect(tools.filter(({ command }) => command.sends === 'write')).toEqual([]);
  expect(tools).toHaveLength(18);
  const writing = commands.map((command) => ({ ...command, flags: command.flags, sends: 'write' as const }));
  expect(toolsOf(writing, [])).toEqual([]);
});

it('has each flag of its command, except those for terminals and files that are written', () => {
  for (const { command, properties } of tools) {
    const keys = Object.values(properties)
      .filter(({ source }) => source !== 'fields')
      .map(({ key }) => key);
    const left = [...Object.keys(command.arguments), ...Object.keys(command.flags)].filter(
      (key) => !keys.includes(key),
    );
    expect(left.filter((key) => !['out', 'summary', 'detailedExitcode'].includes(key))).toEqual([]);
  }
});

it('lets no agent name a file that is written', () => {
  for (const { words, flags } of commands) {
    for (const [key, { type, description, isWritten }] of Object.entries(flags)) {
      if (type !== 'file') continue;
      // The description of a flag shows whether it writes.
      expect([words, key, isWritten ?? false]).toEqual([words, key, /^(write|save)|\bto write\b/.test(description)]);
    }
  }
});

it('describes what agents pass as a JSON Schema, with types, choices and defaults', () => {
  for (const each of tools) expect(() => ajv.compile(inputSchema(each))).not.toThrow();
  const { properties, required, additionalProperties } = inputSchema(tool('sessions_autoplace')) as {
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: boolean;
  };
  expect({ required, additionalProperties }).toEqual({ required: [], additionalProperties: false });
  expect(properties.rooms_file).toEqual({
    type: 'string',
    description: 'file with a row for each period in which a room is open (required)',
  });
  expect(properties.keep).toMatchObject({ type: 'string', enum: ['placed', 'none'], default: 'placed' });
  expect(properties.seed).toMatchObject({ type: 'integer', default: 1 });
  expect(properties.map).toMatchObject({ type: 'array', items: { type: 'string' } });
  expect(inputSchema(tool('sessions_check')).properties).toMatchObject({ fail_on: { default: 'never' } });
  expect(inputSchema(tool('speakers_show')).required).toEqual(['speaker']);
});

it.each([
  ['speakers_list', { limit: 2, where: ['status=accepted'], all: true }, undefined],
  ['speakers_list', [], 'not an object'],
  ['speakers_list', { limit: '2' }, 'limit is not a whole number'],
  ['speakers_list', { limit: 1.5 }, 'limit is not a whole number'],
  ['speakers_list', { where: 'status=accepted' }, 'where is not a list'],
  ['speakers_list', { where: [1] }, 'where is not a string'],
  ['speakers_list', JSON.parse('{"__proto__": 1}'), 'unknown property __proto__'],
  ['speakers_list', { constructor: 1 }, 'unknown property constructor'],
  ['sessions_autoplace', { keep: 'strict' }, 'keep is not one of placed, none'],
])('%s with %j: %s', (name, input, fault) => {
  const checked = checkInput(tool(name), input);
  expect('issues' in checked ? checked.issues[0]?.message : undefined).toBe(fault);
  // The check agrees with the schema that agents see.
  expect(ajv.validate(inputSchema(tool(name)), input)).toBe(fault === undefined);
});

it('is named as its command', () => {
  for (const { name, command } of tools)
    expect(toKebab(name).replaceAll('_', '-')).toBe(command.words.replaceAll(' ', '-'));
});
