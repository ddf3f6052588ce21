// Declares the command of one row of the contract: its arguments, its flags and its help.
// Must not know any single endpoint.
import { Command, Option } from 'commander';
import { type Endpoint, isEventScoped, isRead, recordParameters } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import type { ExitCode } from '../../errors.ts';
import { requestExitCodes } from '../exit-codes.ts';
import { collect, flagOf, newValueOption, toKebab } from '../flags.ts';
import type { Io } from '../io.ts';
import { shellWord } from '../output/text.ts';
import { runCommand } from '../run-command.ts';
import { sortOption, whereOption } from '../selection/declare.ts';
import { identified, recordArgument } from './record-argument.ts';

/** The command of a row, e.g. `speakers add`. Its action loads `run.ts`. */
export function endpointCommand(endpoint: Endpoint, io: Io): Command {
  const command = new Command(endpoint.verb).description(endpoint.summary);
  for (const name of recordParameters(endpoint)) command.addArgument(recordArgument(name));
  for (const option of optionsOf(endpoint)) command.addOption(option);
  return command
    .addHelpText('after', () => `\nExamples:\n${examples(endpoint)}\n\n${requestExitCodes(...writeCodes(endpoint))}`)
    .action(() =>
      runCommand(command, io, async (context) => {
        const { runEndpoint } = await import('./run.ts');
        await runEndpoint(endpoint, context);
      }),
    );
}

function optionsOf(endpoint: Endpoint): readonly Option[] {
  return [
    ...eventOptions(endpoint),
    ...fieldsOf(endpoint.body ?? endpoint.query).map(flagOf),
    ...(isRead(endpoint) ? readOptions(endpoint) : writeOptions(endpoint)),
  ];
}

/** A record that is not named by its id is looked up in the lists of an event. */
function eventOptions(endpoint: Endpoint): readonly Option[] {
  if (isEventScoped(endpoint)) return [new Option('--event <id>', 'event (or PLENARY_EVENT)')];
  if (!recordParameters(endpoint).some((name) => name in identified)) return [];
  return [new Option('--event <id>', 'event of the record, unless it is named by its id (or PLENARY_EVENT)')];
}

function readOptions({ method, returns }: Endpoint): readonly Option[] {
  const following = [
    new Option('--all', 'list every page'),
    new Option('--limit <n>', 'stop after this many records'),
    whereOption(),
    sortOption(),
  ];
  const query = new Option('--query <name=value>', 'another query parameter, for the service; repeatable').argParser(
    collect,
  );
  return [...(returns === 'page' ? following : []), ...(method === 'GET' ? [query] : [])];
}

function writeOptions({ method, body }: Endpoint): readonly Option[] {
  if (body === undefined) return [];
  return [
    new Option('--input <file>', 'file with the fields as a JSON object (- is standard input); flags override it'),
    ...(method === 'PATCH' ? [new Option('--clear <field>', 'clear a field; repeatable').argParser(collect)] : []),
    ...(fieldsOf(body).some(({ recommended }) => recommended !== undefined) ? [newValueOption()] : []),
    ...(fieldsOf(body).some(({ name }) => name === 'start') ? startOptions() : []),
  ];
}

function startOptions(): readonly Option[] {
  return [
    new Option('--timezone <name>', 'time zone of a local start (or PLENARY_TIMEZONE)'),
    new Option('--start-as-is', 'send the start unchanged'),
  ];
}

function examples(endpoint: Endpoint): string {
  const ids = recordParameters(endpoint).map((name) => identified[name]?.id ?? 'ID');
  const command = ['plenary', endpoint.resource, endpoint.verb, ...ids].join(' ');
  const flags = Object.entries(endpoint.example).map(
    ([name, value]) => `--${toKebab(name)} ${shellWord(String(value))}`,
  );
  const lines = [[command, ...flags].join(' ')];
  if (endpoint.returns === 'page') lines.push(`${command} --all --json`);
  else if (endpoint.body !== undefined) lines.push(`${command} --input fields.json`);
  return lines.map((line) => `  ${line}`).join('\n');
}

/** A write may conflict, and its outcome may be unknown. */
function writeCodes(endpoint: Endpoint): readonly ExitCode[] {
  return isRead(endpoint) ? [] : [6, 10];
}
