// Owns the names of the JSON Schemas, for what needs no schema: the table of commands and completion.

export const schemaNames = [
  'error',
  'journal-line',
  'speaker',
  'speakers',
  'submission',
  'submissions',
  'session',
  'sessions',
  'contacts',
  'content-items',
  'response',
  'missing-speakers',
  'timetable',
  'plan',
  'report',
  'session-check',
  'autoplace-report',
  'pull-report',
  'program-status',
  'event-status',
  'doctor-report',
  'runs',
  'run',
  'run-verification',
  'login',
  'settings',
  'setting',
  'service-address',
  'new-organization',
  'event',
  'events',
  'new-token',
  'token',
  'tokens',
  'copied-tables',
  'commands',
  'schemas',
  'json-schema',
] as const;

export type SchemaName = (typeof schemaNames)[number];

export function isSchemaName(name: string): name is SchemaName {
  return schemaNames.some((each) => each === name);
}
