// Which commands are tools, and that what agents can pass follows from the table of commands.
import { expect, it } from 'vitest';
import { allCommands } from '../all-commands.ts';
import { z } from './protocol.ts';
import { toolsOf } from './tools.ts';

const commands = allCommands();
const tools = toolsOf(commands, []);

function tool(name: string) {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

it('has commands that write to the service only as dry runs, and none that is renamed', () => {
  expect(tools.map(({ name }) => name)).toEqual([
    'events_list',
    'status',
    'speakers_list',
    'speakers_show',
    'speakers_missing',
    'speakers_import_dry_run',
    'speakers_plan',
    'submissions_list',
    'submissions_show',
    'submissions_import_dry_run',
    'submissions_plan',
    'contacts_search',
    'content_items_list',
    'sessions_list',
    'sessions_check',
    'sessions_plan',
    'sessions_autoplace',
    'timetable_show',
    'timetable_changes',
    'program_status',
    'program_plan',
    'runs_list',
    'runs_show',
    'runs_verify',
    'runs_undo_dry_run',
  ]);
  for (const { name, command, preset } of tools) {
    const isWriting = command.sends === 'write';
    expect(name).toBe(`${command.words.replace(/[ -]/g, '_')}${isWriting ? '_dry_run' : ''}`);
    expect(preset.dryRun === true).toBe(isWriting);
  }
  const writing = commands.map((command) => ({
    ...command,
    flags: command.flags,
    sends: 'write' as const,
  }));
  expect(toolsOf(writing, []).map(({ command }) => command.words)).toEqual([
    'speakers import',
    'submissions import',
    'runs undo',
  ]);
});

it('lets no agent name a file in a command that a preview repeats', () => {
  for (const { isDryRun, saves, properties } of tools) {
    if (!isDryRun || saves !== undefined) continue;
    for (const { type } of Object.values(properties))
      expect(['file', 'folder']).not.toContain(type);
  }
});

it('lets no agent name a file that is written', () => {
  for (const { words, flags } of commands) {
    for (const [key, { type, description, isWritten }] of Object.entries(flags)) {
      if (type !== 'file') continue;
      // The description of a flag shows whether it writes.
      expect([words, key, isWritten ?? false]).toEqual([
        words,
        key,
        /^(write|save)|\bto write\b/.test(description),
      ]);
    }
  }
});

it('describes what agents pass, with types, choices, defaults and what is required', () => {
  const { properties, required, additionalProperties } = z.toJSONSchema(
    tool('speakers_plan').input,
  );
  expect({ required, additionalProperties }).toEqual({
    required: ['file'],
    additionalProperties: false,
  });
  expect(z.toJSONSchema(tool('speakers_import_dry_run').input).properties?.file).toEqual({
    type: 'string',
    description: 'CSV, XLSX, ODS or JSON file',
  });
  expect(properties?.empty).toMatchObject({ type: 'string', enum: ['keep', 'clear'] });
  expect(properties?.map).toEqual({
    type: 'array',
    items: { type: 'string' },
    description: 'column=field: map a column to a field ("Column=" ignores it)',
  });
  const autoplace = z.toJSONSchema(tool('sessions_autoplace').input);
  expect(autoplace.properties?.seed).toMatchObject({
    type: 'number',
    description: expect.stringContaining('(default: 1)'),
  });
  // In the folder of a program, its file of rooms is found.
  expect(autoplace.required).toBeUndefined();
});

it('describes every property of each tool, so that it is understood without the others', () => {
  const undescribed = tools.flatMap(({ name, input }) =>
    Object.entries(z.toJSONSchema(input).properties ?? {})
      .filter(([, property]) => !Object(property).description)
      .map(([property]) => `${name} ${property}`),
  );
  expect(undescribed).toEqual([]);
});

it.each([
  ['speakers_list', { limit: 2, where: ['status=accepted'] }, true],
  ['speakers_list', [], false],
  ['speakers_list', { limit: '2' }, false],
  ['speakers_list', { where: 'status=accepted' }, false],
  ['speakers_list', { out: 'file.csv' }, false],
  ['speakers_import_dry_run', { file: 'a.csv', names: 'last, first' }, true],
  ['speakers_import_dry_run', { file: 'a.csv', dry_run: false }, false],
  ['speakers_import_dry_run', { file: 'a.csv', rejects: 'b.csv' }, false],
  ['speakers_list', JSON.parse('{"__proto__": 1}'), false],
  ['speakers_show', {}, false],
  ['sessions_autoplace', { rooms_file: 'rooms.csv', keep: 'strict' }, false],
  ['sessions_autoplace', { keep: 'none' }, true],
  ['speakers_list', { skip: -1 }, false],
  ['runs_undo_dry_run', { run: 'x', dry_run: false }, false],
])('%s with %j: %s', (name, input, fits) => {
  expect(tool(name).input.safeParse(input).success).toBe(fits);
});

it('promises no filter that a tool does not have', () => {
  const { description, properties } = tool('contacts_search');
  expect([description, 'status' in properties, 'track' in properties]).toEqual([
    'List the contacts of an event',
    false,
    false,
  ]);
});
