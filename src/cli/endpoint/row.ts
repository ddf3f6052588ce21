// Makes the command of a row of the contract: its arguments, its flags and its help.
// Must not know any single endpoint.
import { type Endpoint, isRead, recordParameters } from '../../contract/endpoint.ts';
import { type Arguments, type Command, defineCommand } from '../command.ts';
import { toKebab } from '../flags.ts';
import { shellWord } from '../output/text.ts';
import { flagsOfEndpoint, identified } from './flags.ts';

/** The command of an endpoint, e.g. `speakers add`. */
export function endpointCommand(endpoint: Endpoint): Command {
  return defineCommand({
    ...endpointRow(endpoint),
    async load() {
      const { runEndpoint } = await import('./run.ts');
      return (context, args) => runEndpoint(endpoint, context, args);
    },
  });
}

/** The same without a handler, for a command that does more. */
export function endpointRow(endpoint: Endpoint) {
  return {
    words: `${endpoint.resource} ${endpoint.verb}`,
    description: endpoint.summary,
    sends: isRead(endpoint) ? ('read' as const) : ('write' as const),
    arguments: Object.assign({}, ...recordParameters(endpoint).map(recordArgument)) as Arguments,
    flags: () => flagsOfEndpoint(endpoint),
    // A write may conflict, and its outcome may be unknown.
    exitCodes: isRead(endpoint) ? [] : ([6, 10] as const),
    examples: examples(endpoint),
    endpoint,
  };
}

/** The argument for the path parameter that identifies a record. */
export function recordArgument(parameter: string): Arguments {
  const { means = 'id' } = identified[parameter] ?? {};
  return { [toKebab(parameter).replace(/-id$/, '')]: { description: means } };
}

function examples(endpoint: Endpoint): readonly string[] {
  const ids = recordParameters(endpoint).map((name) => identified[name]?.id ?? 'ID');
  const command = ['plenary', endpoint.resource, endpoint.verb, ...ids].join(' ');
  const flags = Object.entries(endpoint.example).map(
    ([name, value]) => `--${toKebab(name)} ${shellWord(String(value))}`,
  );
  const lines = [[command, ...flags].join(' ')];
  if (endpoint.returns === 'page') lines.push(`${command} --all --json`);
  else if (endpoint.method !== 'GET' && flags.length > 0) lines.push(`${command} --input fields.json`);
  return lines;
}
