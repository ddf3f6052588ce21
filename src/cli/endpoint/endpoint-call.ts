// Owns one call of an endpoint, and where the user wrote each of its fields. Must not know any
// single endpoint.
import type { Client, RecordData } from '../../client/client.ts';
import type { Endpoint, InputOf } from '../../contract/endpoint.ts';
import { fieldsOf, toKebab } from '../../contract/fields.ts';
import type { InputFault } from '../../errors.ts';
import type { Context } from '../context.ts';
import { givenFields } from '../flags.ts';
import { sourceName } from '../source.ts';
import type { EndpointFlags } from './flags.ts';

/** One call of an endpoint, with its checked input. */
export interface EndpointCall {
  readonly endpoint: Endpoint;
  readonly input: InputOf<Endpoint>;
  readonly client: Client;
  readonly context: Context<EndpointFlags>;
  /** As its list shows it, if the record was looked up by its name. */
  readonly record?: RecordData;
}

/** The flag that has the value of a field, or the file of `--input`; for messages. */
export function originOf(
  field: string,
  { endpoint, context }: Pick<EndpointCall, 'endpoint' | 'context'>,
): Pick<InputFault, 'flag' | 'file'> {
  const { input } = context.flags;
  const typed = givenFields(fieldsOf(endpoint.body ?? endpoint.query), context.typed);
  if (input === undefined || field in typed) return { flag: `--${toKebab(field)}` };
  return { file: sourceName(input) };
}
