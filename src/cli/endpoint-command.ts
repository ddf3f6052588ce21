// One row of the contract becomes one command: its arguments, its flags and its help.
import { Command, Option } from 'commander';
import { type Endpoint, isEventScoped, isRead, isRepeatable, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { ExitCode } from '../errors.ts';
import { exitCodeLines, requestExitCodes } from './exit-code-help.ts';
import { flagOf, toKebab } from './flags.ts';
import type { Io } from './io.ts';
import { runCommand } from './run-command.ts';

/** The command of a row, e.g. `speakers add`. What it does is loaded when it runs. */
export function endpointCommand(endpoint: Endpoint, io: Io): Command {
  const command = new Command(endpoint.verb).description(endpoint.summary);
  for (const name of recordParameters(endpoint)) command.argument(`<${toKebab(name)}>`);
  for (const option of optionsOf(endpoint)) command.addOption(option);
  return command
    .addHelpText('after', () => `\nExamples:\n${examples(endpoint)}\n\n${exitCodeLines(exitCodesOf(endpoint))}`)
    .action(() =>
      runCommand(command, io, async (context) => {
        const { runEndpoint } = await import('./endpoint-run.ts');
        await runEndpoint(endpoint, context);
      }),
    );
}

function optionsOf(endpoint: Endpoint): readonly Option[] {
  return [
    ...(isEventScoped(endpoint) ? [new Option('--event <id>', 'event (or PLENARY_EVENT)')] : []),
    ...fieldsOf(endpoint.body ?? endpoint.query).map(flagOf),
    ...(isRead(endpoint) ? readOptions(endpoint) : writeOptions(endpoint)),
  ];
}

function readOptions(endpoint: Endpoint): readonly Option[] {
  return [
    new Option('--all', 'every page'),
    new Option('--limit <n>', 'stop after this many records'),
    ...(endpoint.method === 'GET'
      ? [new Option('--query <name=value>', 'any other query parameter; repeatable').argParser(collect)]
      : []),
  ];
}

function writeOptions(endpoint: Endpoint): readonly Option[] {
  return [
    new Option('--input <file>', 'fields as a JSON object; - is standard input; flags win'),
    ...(endpoint.verb === 'update'
      ? [new Option('--clear <field>', 'empty a field; repeatable').argParser(collect)]
      : []),
    ...(endpoint.verb === 'place'
      ? [
          new Option('--timezone <name>', 'time zone of a local start (or PLENARY_TIMEZONE)'),
          new Option('--start-as-is', 'send the start as it is written'),
        ]
      : []),
  ];
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function examples(endpoint: Endpoint): string {
  const command = [
    `plenary ${endpoint.resource} ${endpoint.verb}`,
    ...recordParameters(endpoint).map((name) => (name === 'speaker_id' ? 'spk_1a2b3c' : 'sub_1a2b3c')),
  ].join(' ');
  const flags = Object.entries(endpoint.example).map(([name, value]) => `--${toKebab(name)} ${quoted(String(value))}`);
  const second = isRead(endpoint) ? '--all --json' : '--input fields.json';
  return `  ${command} ${flags.join(' ')}\n  ${command} ${second}`;
}

function quoted(value: string): string {
  return /^[\w@.:+/-]+$/.test(value) ? value : `'${value}'`;
}

function exitCodesOf(endpoint: Endpoint): readonly ExitCode[] {
  const further: readonly ExitCode[] = isRead(endpoint) ? [] : isRepeatable(endpoint) ? [6] : [6, 10];
  return [...requestExitCodes, ...further].sort((a, b) => a - b);
}
