// Creates the command of a row of the contract: its arguments, its flags and its help.
// Must not know any single endpoint.

import { type Endpoint, isRead, type Resource, recordParameters } from '../../contract/endpoint.ts';
import { toKebab } from '../../contract/fields.ts';
import { commandOf, exampleCommand } from '../../reference/example.ts';
import { type Arguments, type Command, defineCommand } from '../command.ts';
import type { SchemaName } from '../commands/reference/schemas.ts';
import { flagsOfEndpoint, identified } from './flags.ts';

/** The command of an endpoint, e.g. `speakers add`. */
export function endpointCommand(endpoint: Endpoint): Command {
  return defineCommand({
    ...endpointRow(endpoint),
    async load() {
      const { runEndpoint } = await import('./call-endpoint.ts');
      return (context, args) => runEndpoint(endpoint, context, { args });
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
    json: endpoint.returns === 'page' ? endpoint.resource : recordDocument(endpoint.resource),
    // A write may conflict, and its outcome may be unknown.
    exitCodes: isRead(endpoint) ? [] : ([6, 10] as const),
    examples: examples(endpoint),
    endpoint,
  };
}

/** The schema of one record. */
export function recordDocument(resource: Resource): SchemaName {
  return recordDocuments[resource] ?? resource;
}

/** Of the resources whose endpoints return one record. */
const recordDocuments: Readonly<Partial<Record<Resource, SchemaName>>> = {
  speakers: 'speaker',
  submissions: 'submission',
  sessions: 'session',
};

/** The argument for the path parameter that identifies a record. */
export function recordArgument(parameter: string): Arguments {
  return {
    [toKebab(parameter).replace(/-id$/, '')]: { description: identified[parameter] ?? 'id' },
  };
}

function examples(endpoint: Endpoint): readonly string[] {
  const command = commandOf(endpoint);
  const lines = [exampleCommand(endpoint)];
  if (endpoint.returns === 'page') lines.push(`${command} --json`);
  else if (endpoint.method !== 'GET' && Object.keys(endpoint.example).length > 0)
    lines.push(`${command} --input fields.json`);
  return lines;
}
