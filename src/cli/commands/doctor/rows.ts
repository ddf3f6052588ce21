// The command that checks what this program depends on.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';

export const doctor = defineCommand({
  words: 'doctor',
  description: 'Check the settings, the token, the service and the saved runs',
  sends: 'read',
  json: 'doctor-report',
  flags: {
    event: flag.text('<id>', 'event to test the token with (or PLENARY_EVENT)'),
    offline: flag.boolean('skip what needs the network'),
  },
  about: 'Everything is checked even if something fails. The exit code is that of the first check that has failed.',
  examples: ['plenary doctor', 'plenary doctor --offline', 'plenary doctor --json'],
  load: async () => (await import('../doctor.ts')).diagnose,
});
