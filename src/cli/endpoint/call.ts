// Owns one call of an endpoint: its row, its checked input, the client and the context of the command.
import type { Client } from '../../client/client.ts';
import type { Endpoint, InputOf } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { EndpointFlags } from './flags.ts';

export interface EndpointCall {
  readonly endpoint: Endpoint;
  readonly input: InputOf<Endpoint>;
  readonly client: Client;
  readonly context: Context<EndpointFlags>;
}
