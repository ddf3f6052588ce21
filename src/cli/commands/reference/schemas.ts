// The table of JSON documents: what the program prints and saves as JSON, for scripts. Loaded only
// for their JSON Schemas.

import {
  array,
  catchall,
  describe,
  exactOptional,
  extend,
  int,
  looseObject,
  enum as oneOf,
  optional,
  string,
  union,
  unknown,
} from 'zod/mini';
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import type { Resource } from '../../../contract/endpoint.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { endpointList } from '../../../contract/index.ts';
import { removeNeedless } from '../../../contract/json-schema.ts';
import { planDocument } from '../../../plans/plan-document.ts';
import { reportDocument } from '../../../plans/report-document.ts';
import { programStatus, pullReport } from '../../../program/comparison-schema.ts';
import { siteReport, siteSpeakers, siteTalks } from '../../../program/site/site-schema.ts';
import { entries, header } from '../../../runs/entry.ts';
import {
  configPath,
  copiedTables,
  doctorReport,
  event,
  eventStatus,
  letterReport,
  listedRun,
  loginStatus,
  newOrganization,
  newToken,
  runVerification,
  serviceAddress,
  sessionCheck,
  settingList,
  settingValue,
  shownRun,
  timetable,
  timetableChanges,
  token,
} from '../../documents.ts';
import { eventFields, knownFields } from '../../output/default-fields.ts';
import { failure } from '../../output/error-schema.ts';
import { lackNames } from '../records/lacks.ts';
import { autoplaceReport } from '../sessions/autoplace/report-schema.ts';
import { commandList, jsonSchema, schemaList } from './description-schema.ts';

const listedEvents = array(
  looseObject(
    Object.fromEntries(
      eventFields.map((name) => [name, exactOptional(unknown().check(describe(name)))]),
    ),
  ),
);

const missingSpeakers = array(
  extend(recordOf('speakers'), {
    name: string().check(describe('The first and the last name; empty if none is known')),
    missing: array(oneOf(lackNames)),
    deliverables: array(string().check(describe('The title of a content item that is missing'))),
    talks: array(
      string().check(describe('The title of an accepted talk, with its room and its start')),
    ),
    talkStatuses: array(string().check(describe('A status of one of all talks of the person'))),
  }),
);

/** In a journal of version 2, each line ends with these. */
const numberAndCheck = {
  line: optional(int().check(describe('Of the line in the journal, from 1'))),
  check: optional(string().check(describe('Of the line until here, to notice damage'))),
};

const journalLine = union([
  catchall(header, unknown()).check(describe('First line: what is needed to resume the run')),
  extend(entries.change, numberAndCheck).check(
    describe('What a row is about to change, with the values that it replaces'),
  ),
  extend(entries.sending, numberAndCheck).check(
    describe('First and last rows that are about to be sent'),
  ),
  extend(entries.unsent, numberAndCheck).check(describe('Rows that were not sent after all')),
  // Why a row failed is for people, and not read again.
  extend(entries.row, { message: optional(string()), ...numberAndCheck }).check(
    describe('Outcome of a row; a row that was about to be sent and has none is in doubt'),
  ),
  extend(entries.ended, numberAndCheck).check(describe('Last line: nothing is left to do')),
]);

interface JsonDocument {
  /** A noun phrase without a full stop. */
  readonly summary: string;
  readonly schema: $ZodType;
  /** Whether it may have fields that its schema does not name, because a service may add them. */
  readonly isOpen?: true;
}

const documents = {
  error: { summary: 'Error of a command, the last line on standard error', schema: failure },
  'journal-line': {
    summary: 'Line of the journal of a run',
    schema: journalLine,
    isOpen: true,
  },

  speaker: {
    summary: 'Speaker, as the service returns it',
    schema: recordOf('speakers'),
    isOpen: true,
  },
  speakers: {
    summary: 'Speakers, as the service lists them',
    schema: recordsOf('speakers'),
    isOpen: true,
  },
  submission: {
    summary: 'Submission, as the service returns it',
    schema: recordOf('submissions'),
    isOpen: true,
  },
  submissions: {
    summary: 'Submissions, as the service lists them',
    schema: recordsOf('submissions'),
    isOpen: true,
  },
  session: {
    summary: 'Placed submission, as the service returns it',
    schema: recordOf('sessions'),
    isOpen: true,
  },
  sessions: {
    summary: 'Placed submissions, as the service lists them',
    schema: recordsOf('sessions'),
    isOpen: true,
  },
  contacts: {
    summary: 'Contacts, as the service finds them',
    schema: recordsOf('contacts'),
    isOpen: true,
  },
  'content-items': {
    summary: 'What speakers were asked to send, as the service lists it',
    schema: recordsOf('content-items'),
    isOpen: true,
  },
  'listed-events': {
    summary: 'Events, as the service lists them',
    schema: listedEvents,
    isOpen: true,
  },
  response: { summary: 'Body of any response, unchanged', schema: unknown(), isOpen: true },

  'missing-speakers': {
    summary: 'Speakers who lack something, and what',
    schema: missingSpeakers,
    isOpen: true,
  },
  timetable: { summary: 'Sessions of the timetable, in order of time', schema: timetable },
  'timetable-changes': {
    summary: 'What has changed between two states of a program',
    schema: timetableChanges,
  },

  plan: { summary: 'Plan of changes, printed or saved', schema: planDocument },
  report: { summary: 'What a run has done', schema: reportDocument },
  'session-check': { summary: 'Clashes among sessions', schema: sessionCheck },
  'autoplace-report': {
    summary: 'What a search for places has found',
    schema: autoplaceReport,
  },

  'pull-report': {
    summary: 'What was written to the folder of a program',
    schema: pullReport,
  },
  'program-status': {
    summary: 'How the files of a program differ from the service',
    schema: programStatus,
  },
  'site-report': {
    summary: 'What was written to the folder of a website',
    schema: siteReport,
  },
  'site-talks': {
    summary: 'Talks of a website, as `talks.json` has them',
    schema: siteTalks,
  },
  'site-speakers': {
    summary: 'Speakers of a website, as `speakers.json` has them',
    schema: siteSpeakers,
  },

  'letter-report': { summary: 'Letters that were written', schema: letterReport },

  'event-status': { summary: 'What needs attention in an event', schema: eventStatus },
  'doctor-report': { summary: 'What was checked, and what has failed', schema: doctorReport },

  runs: { summary: 'Saved runs', schema: array(listedRun) },
  run: { summary: 'Saved run, with what it has done', schema: shownRun },
  'run-verification': {
    summary: 'What differs from what a run wrote',
    schema: runVerification,
  },

  login: { summary: 'Login, and whether the service accepts it', schema: loginStatus },
  settings: { summary: 'Settings with their sources', schema: settingList },
  setting: { summary: 'Value of a setting', schema: settingValue },
  'config-path': { summary: 'Path of the config file', schema: configPath },

  'service-address': { summary: 'Where a service listens', schema: serviceAddress },
  'new-organization': {
    summary: 'New organization with its first token',
    schema: newOrganization,
  },
  event: { summary: 'Event of a service', schema: event },
  events: { summary: 'Events of a service', schema: array(event) },
  'new-token': { summary: 'New token with its secret', schema: newToken },
  token: { summary: 'Token without its secret', schema: token },
  tokens: { summary: 'Tokens without their secrets', schema: array(token) },
  'copied-tables': {
    summary: 'Tables that two databases have in common',
    schema: copiedTables,
  },

  commands: { summary: 'Commands with their flags and exit codes', schema: commandList },
  schemas: { summary: 'JSON Schemas of the program', schema: schemaList },
  'json-schema': { summary: 'JSON Schema', schema: jsonSchema, isOpen: true },
} satisfies Readonly<Record<string, JsonDocument>>;

export type SchemaName = keyof typeof documents;

export const schemaNames = Object.keys(documents) as readonly SchemaName[];

export function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(documents, name);
}

export function summaryOf(name: SchemaName): string {
  return documents[name].summary;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (2020-12) of a document. What the program owns has no field that the schema does
 * not name. The rows of a list may lack fields, because `--fields` chooses them.
 */
export function jsonSchemaOf(name: SchemaName): JsonSchema {
  const { items, ...whole } = wholeSchemaOf(name);
  if (typeof items !== 'object') return wholeSchemaOf(name);
  const { required: _, ...row } = Object(items);
  // The counts of a list are fields of their own then.
  const counts = row.properties?.counts?.properties;
  return { ...whole, items: { ...row, properties: { ...row.properties, ...counts } } };
}

/** The schema of what is printed without `--fields`. */
export function wholeSchemaOf(name: SchemaName): JsonSchema {
  const { summary, schema, isOpen }: JsonDocument = documents[name];
  const { $schema, ...rest } = toJSONSchema(schema, {
    override({ zodSchema, jsonSchema }) {
      // Saved plans are read with fields that a later version adds, and are written without them.
      if (isOpen !== true && zodSchema._zod.def.type === 'object')
        jsonSchema.additionalProperties = false;
      removeNeedless(jsonSchema);
    },
  });
  return { $schema, title: name, description: `${summary}.`, ...rest };
}

/**
 * One record, with the fields that the specification names. A service may send any others, and any
 * values.
 */
export function recordOf(resource: Resource) {
  const described = endpointList
    .filter(([, row]) => row.resource === resource)
    .flatMap(([, { body }]) => fieldsOf(body))
    .map(({ name, description }) => [name, description] as const);
  const descriptions = new Map(described);
  const fields = knownFields(resource).map((name) => {
    return [
      name,
      exactOptional(unknown().check(describe(descriptions.get(name) ?? name))),
    ] as const;
  });
  return looseObject(Object.fromEntries(fields));
}

export function recordsOf(resource: Resource) {
  return array(recordOf(resource));
}
