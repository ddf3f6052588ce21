// The commands of the events that the service has.
import { defineCommand } from '../../command.ts';
import { limit, selectionFlags } from '../../flag-sets.ts';
import { eventFields } from '../../output/default-fields.ts';

const list = defineCommand({
  words: 'events list',
  description: 'List the events that the token has access to',
  sends: 'read',
  json: 'listed-events',
  flags: {
    ...selectionFlags,
    limit,
  },
  about: 'A command takes an event by its id, slug or name: --event devconf.',
  examples: ['plenary events list', 'plenary events list --json --fields id,name'],
  fields: () => eventFields,
  load: async () => (await import('./list-events.ts')).listEvents,
});

export const eventCommands = [list];
