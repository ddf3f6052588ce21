// The commands of the events that the service has.
import { defineCommand } from '../../command.ts';
import { limit, selectionFlags } from '../../flag-sets.ts';

/** The fields of an event that --fields lists. */
export const eventFields = ['id', 'name', 'slug', 'starts_at', 'ends_at', 'timezone'] as const;

const list = defineCommand({
  words: 'events list',
  description: 'List the events that the token has access to',
  sends: 'read',
  json: 'listed-events',
  flags: {
    ...selectionFlags,
    limit,
  },
  about: `Every command takes an event by its id, its slug or its name: --event devconf. A service may not
list its events: then --event takes the id alone.`,
  examples: ['plenary events list', 'plenary events list --json --fields id,name'],
  fields: () => eventFields,
  load: async () => (await import('./list-events.ts')).listEvents,
});

export const eventCommands = [list];
