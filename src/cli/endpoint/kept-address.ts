// Warns that a new address of a speaker does not reach the talks, which name their submitter by address.
import type { EndpointCall } from './call.ts';

/** The warning before a single request that changes the address of a speaker; undefined for any other. */
export function keptAddress({ endpoint, input }: Pick<EndpointCall, 'endpoint' | 'input'>): string | undefined {
  const isChanged = endpoint.resource === 'speakers' && endpoint.method === 'PATCH' && input.body?.email !== undefined;
  return isChanged
    ? 'Warning: the talks of this speaker keep the old address, because the API cannot change the submitter of a talk.'
    : undefined;
}
