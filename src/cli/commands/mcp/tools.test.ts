// Which commands are tools, and that what agents can pass follows from the table of commands.
import { expect, it } from 'vitest';
import { toKebab } from '../../../contract/fields.ts';
import { allCommands } from '../table.ts';
import { z } from './protocol.ts';
import { toolsOf } from './tools.ts';

const commands = allCommands();
const tools = toolsOf(commands, []);

function tool(name: string) {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

it('has no command that writes to the service, and none that is renamed', () => {
  expect(tools.filter(({ command }) => command.sends === 'write')).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual([
    'status',
    ...['speakers_list', 'speakers_show', 'speakers_missing', 'speakers_plan'],
    ...['submissions_list', 'submissions_show', 'submissions_plan'],
    ...['sessions_list', 'sessions_check', 'sessions_plan', 'sessions_autoplace'],
    ...['program_status', 'program_plan'],
  ]);
  for (const { name, command } of tools)
    expect(toKebab(name).replaceAll('_', '-')).toBe(command.words.replaceAll(' ', '-'));
  const writing = commands.map((command) => ({ ...command, flags: command.flags, sends: 'write' as const }));
  expect(toolsOf(writing, [])).toEqual([]);
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

it('describes what agents pass, with types, choices, defaults and what is required', () => {
  const { properties, required, additionalProperties } = z.toJSONSchema(tool('speakers_plan').input);
  expect({ required, additionalProperties }).toEqual({ required: ['file'], additionalProperties: false });
  expect(properties?.file).toEqual({ type: 'string', description: 'CSV, XLSX, ODS or JSON file' });
  expect(properties?.empty).toMatchObject({ type: 'string', enum: ['keep', 'clear'] });
  expect(properties?.map).toMatchObject({ type: 'array', items: { type: 'string' } });
  expect(z.toJSONSchema(tool('sessions_autoplace').input).properties?.seed).toMatchObject({
    type: 'number',
    description: expect.stringContaining('(default: 1)'),
  });
  // Others have the same words.
  expect(properties?.event).toEqual({ type: 'string' });
});

it.each([
  ['speakers_list', { limit: 2, where: ['status=accepted'] }, true],
  ['speakers_list', [], false],
  ['speakers_list', { limit: '2' }, false],
  ['speakers_list', { where: 'status=accepted' }, false],
  ['speakers_list', { out: 'file.csv' }, false],
  ['speakers_list', JSON.parse('{"__proto__": 1}'), false],
  ['speakers_show', {}, false],
  ['sessions_autoplace', { keep: 'strict' }, false],
])('%s with %j: %s', (name, input, fits) => {
  expect(tool(name).input.safeParse(input).success).toBe(fits);
});
