// The commands of speakers and submissions that are no endpoint: what their lists show, imports and
// plans.
import type { Endpoint, RecordResource } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/index.ts';
import { type Command, defineCommand } from '../../command.ts';
import { endpointRow, recordArgument, recordDocument } from '../../endpoint/endpoint-command.ts';
import {
  event,
  limit,
  placeFlags,
  planFlags,
  runFlags,
  schedule,
  selectionFlags,
} from '../../flag-sets.ts';
import { knownFields } from '../../output/default-fields.ts';
import { changeFlags, decisionFlags, importFlags, ownImportFlags } from './file-flags.ts';

const file = {
  description: 'CSV, XLSX, ODS or JSON file; - is standard input',
  type: 'file',
} as const;

/** The commands for a file of records. @param endpoint creates one of them */
export function fileCommands(endpoint: Endpoint): readonly Command[] {
  return [importCommand(endpoint), planCommand(endpoint), applyCommand(endpoint)];
}

/** The command of the endpoint, which explains a status that the service refuses. */
export function updateCommand(): Command {
  return defineCommand({
    ...endpointRow(endpoints.updateSubmission),
    load: async () => (await import('./update-submission.ts')).updateSubmission,
  });
}

function importCommand(endpoint: Endpoint): Command {
  const { resource } = endpoint;
  return defineCommand({
    words: `${resource} import`,
    description:
      `Create ${resource} from a file; all rows are checked first, existing records are left ` +
      'alone',
    sends: 'write',
    json: ['report', 'plan'],
    arguments: { file },
    flags: { ...importFlags, ...ownImportFlags(resource), ...runFlags },
    exitCodes: [6, 8, 9, 10],
    about: `Columns are matched to fields by their names, in twelve languages. All columns are
listed. A terminal shows a sample of each; elsewhere, only those that are used and not private have
one. On a terminal, the column of a required field is asked for.
${resource === 'submissions' ? aboutGrids : ''}A plan that a dry run has saved with --out is
created exactly. After an interruption, run the same command again to resume.`,
    examples: [
      `plenary ${resource} import ${resource}.csv --dry-run`,
      `plenary ${resource} import ${resource}.csv --dry-run --out plan.json`,
      `plenary ${resource} import ${resource}.csv --dry-run --summary markdown`,
      `plenary ${resource} import ${resource}.csv --skip-invalid --rejects rejects.csv`,
      `plenary ${resource} import export.csv --map "Contact mail=${endpoint.key?.at(-1)}"`,
    ],
    async load() {
      const { importFile } = await import('./import-file.ts');
      return (context, args) => importFile(endpoint, context, args);
    },
  });
}

const aboutGrids = `A schedule that is a grid is read as well: each talk once, without those that
the event has.
`;

function planCommand(endpoint: Endpoint): Command {
  const { resource } = endpoint;
  return defineCommand({
    words: `${resource} plan`,
    description: `Show what a file would change in the ${resource}; sends nothing`,
    sends: 'read',
    json: 'plan',
    arguments: { file },
    flags: { ...changeFlags, ...ofSubmissions(resource, decisionFlags), ...planFlags },
    exitCodes: [6, 8],
    about: aboutChanges(resource),
    examples:
      resource === 'submissions'
        ? [
            'plenary submissions plan decisions.csv --status-map "Maybe=accept_queue"',
            'plenary submissions plan decisions.csv --feedback-template feedback.txt --out ' +
              'plan.json',
            'plenary submissions plan decisions.csv --summary markdown',
          ]
        : [
            `plenary ${resource} plan ${resource}.csv --out plan.json`,
            'plenary speakers plan replies.csv --status-map "Virtually=confirmed"',
          ],
    async load() {
      const { planRecords } = await import('./import-file.ts');
      return (context, args) => planRecords(endpoint, context, args);
    },
  });
}

function applyCommand(endpoint: Endpoint): Command {
  const { resource } = endpoint;
  return defineCommand({
    words: `${resource} apply`,
    description: `Change the ${resource} as a file or a saved plan specifies`,
    sends: 'write',
    json: 'report',
    arguments: {
      file: {
        ...file,
        description: 'CSV, XLSX, ODS or JSON file, or saved plan; - is standard input',
      },
    },
    flags: { ...changeFlags, ...ofSubmissions(resource, decisionFlags), ...runFlags },
    isUndoable: true,
    exitCodes: [6, 9, 10],
    about: aboutChanges(resource),
    examples:
      resource === 'submissions'
        ? [
            'plenary submissions apply decisions.csv --status-map "Maybe=accept_queue"',
            'plenary submissions apply decisions.csv --feedback-template feedback.txt',
            'plenary submissions apply plan.json --yes',
          ]
        : [
            `plenary ${resource} apply ${resource}.csv`,
            `plenary ${resource} apply plan.json --yes`,
          ],
    async load() {
      const { applyRecords } = await import('./import-file.ts');
      return (context, args) => applyRecords(endpoint, context, args);
    },
  });
}

function ofSubmissions<F extends object>(
  resource: string,
  flags: F,
): F | Readonly<Record<never, never>> {
  return resource === 'submissions' ? flags : {};
}

function aboutChanges(resource: string): string {
  const isSubmissions = resource === 'submissions';
  const matched = isSubmissions
    ? 'title and submitter_email, else by title if it is unique'
    : 'e-mail address';
  const words = isSubmissions ? 'Accept, angenommen and rejeté' : 'yes and zugesagt';
  return `Each row changes an existing record: rows are matched by id, else by ${matched}. Columns
that are absent and empty cells change nothing. Words such as ${words} are read as statuses.`;
}

const shows = {
  speakers: {
    description: 'Show all fields of a speaker, and the talks',
    parameter: 'speaker_id',
    examples: [
      'plenary speakers show amina@example.org',
      'plenary speakers show "Amina Okoye" --json',
    ],
  },
  submissions: {
    description: 'Show all fields of a submission, and its people',
    parameter: 'submission_id',
    examples: [
      "plenary submissions show 'Queues all the way down'",
      'plenary submissions show sub_1a2b3c --json',
    ],
  },
} as const;

export function showCommand(resource: RecordResource): Command {
  const { description, parameter, examples } = shows[resource];
  return defineCommand({
    words: `${resource} show`,
    description,
    sends: 'read',
    json: recordDocument(resource),
    arguments: recordArgument(parameter),
    flags: { event },
    examples,
    fields: () => knownFields(resource),
    async load() {
      const { showRecord } = await import('./show-record.ts');
      return (context, args) => showRecord(resource, context, args);
    },
  });
}

const missingFields = () => {
  const ownFields = ['name', 'missing', 'deliverables', 'talks', 'talkStatuses'];
  return [...new Set([...knownFields('speakers'), ...ownFields])];
};

export const missing = defineCommand({
  words: 'speakers missing',
  description: 'List who lacks a confirmation, a biography, a photo, a deliverable or a record',
  sends: 'read',
  json: 'missing-speakers',
  flags: { ...placeFlags, ...selectionFlags, limit, schedule },
  about: `Besides its own fields, each record has name, missing (record, confirmation, biography,
photo, deliverable), deliverables (their titles), talks (accepted ones that take place, with their
places) and talkStatuses (of all talks). Who submitted or gives such a talk, and is no speaker of
the event, has no id, and missing is record. A confirmation is missing if a speaker of such a talk
is not confirmed. A deliverable of a declined or withdrawn talk is not missing. Speakers who have
declined, or whose talks all are declined or withdrawn, are left out.`,
  examples: [
    'plenary speakers missing',
    'plenary speakers missing --where missing=photo --where talkStatuses=accepted -o csv ' +
      '--fields email,first_name',
  ],
  fields: missingFields,
  async load() {
    const { printMissing } = await import('./missing.ts');
    return (context) => printMissing(context, missingFields());
  },
});
