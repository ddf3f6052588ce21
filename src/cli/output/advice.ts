// Owns the words for the advice that errors carry: a sentence that says what to do, and commands that work when pasted.

import type { Advice } from '../../advice.ts';
import { listText, namedColumns } from '../../contract/amount.ts';
import { flagValue, shellWord } from '../../contract/escape.ts';

export interface AdviceText {
  /** In the imperative, without a full stop. */
  readonly fix?: string;
  readonly commands?: readonly string[];
}

/** Whether the command that failed has a flag. */
export type HasFlag = (flag: string) => boolean;

/** What to do, in words. Advises no flag that the command does not have. */
export function adviceText(advice: Advice, has: HasFlag): AdviceText {
  const words = table[advice.kind] as (advice: Advice, has: HasFlag) => AdviceText;
  return words(advice, has);
}

type Table = {
  readonly [Kind in Advice['kind']]: (advice: Extract<Advice, { kind: Kind }>, has: HasFlag) => AdviceText;
};

const authStatus = 'plenary auth status';

/** ` --name value`, for a command to paste; empty without a value. */
export function flag(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` --${name} ${shellWord(value)}`;
}

function mapFlag(column: string, field: string): string {
  return `--map ${flagValue(`${column}=${field}`)}`;
}

const table: Table = {
  // Client
  log_in: ({ baseUrl, profile }) => ({
    commands: [`plenary auth login${flag('base-url', baseUrl)}${flag('profile', profile)}`],
  }),
  check_access: () => ({ fix: 'check the base URL, and that the service is running', commands: [authStatus] }),
  raise_timeout: () => ({ fix: 'try again, or allow more time with --timeout', commands: [authStatus] }),
  trust_certificate: () => ({
    fix: 'if you trust it, pass the file of its certificate authority with --ca-cert (if it is self-signed, the certificate itself)',
    commands: [authStatus],
  }),
  allow_insecure_http: () => ({ fix: 'use https, or pass --insecure-http if you trust the network' }),
  list_records: ({ resource, event }) => ({ commands: [`plenary ${resource} list --all${flag('event', event)}`] }),

  // Files and columns
  write_map_entry: () => ({ fix: 'write --map "Column=field", for example --map "E-mail=email"' }),
  choose_column: ({ field, columns }, has) => ({
    fix: has('--map')
      ? `choose one column: ${columns.map((column) => mapFlag(column, field)).join(' or ')}`
      : 'rename all of them but one',
  }),
  map_columns: ({ fields, columns }, has) => ({
    fix: [
      has('--map')
        ? `map a column with ${fields.map((field) => mapFlag('COLUMN', field)).join(' ')}`
        : `name a column ${fields.join(' or ')}`,
      fields.includes('email') ? ', or, if the file has no addresses, add a column "Email"' : '',
      fields.includes('submitter_email') && has('--submitter-email')
        ? ', or, if the file has no addresses, add a column "Email", pass a file of speakers who have them with --speakers, or one address for all with --submitter-email'
        : '',
      fields.includes('room') && has('--room') ? ', or pass the one room of all sessions with --room' : '',
      fields.includes('date') && has('--first-day')
        ? ', or, if all sessions are on one day, pass its date, for example --first-day 2026-06-05'
        : '',
      `; the columns of the file are: ${listText(columns.filter(Boolean), namedColumns)}`,
    ].join(''),
  }),

  // Runs
  list_runs: () => ({ commands: ['plenary runs list'] }),
  show_run: ({ run }) => ({ commands: [`plenary runs show ${run}`] }),
  write_files_again: ({ run, rejects, results }) => ({
    fix: `write to another file: run ${run} has saved the rows and their outcomes, and sends only rows that are not done`,
    commands: [
      `plenary runs resume ${run}${rejects ? ' --rejects rejects.csv' : ''}${results ? ' --results results.csv' : ''}`,
      `plenary runs show ${run}`,
    ],
  }),
  use_base_url: ({ baseUrl }) => ({ fix: `pass --base-url ${shellWord(baseUrl)}, with a token for that service` }),
  apply_after_import: ({ targets }) => ({
    fix: `remove this mapping, import the file, and then apply it with \`plenary submissions apply FILE\` (or speakers); an import can set: ${targets.join(', ')}`,
  }),
  fix_and_apply: () => ({
    fix: 'fix these rows and apply the file again; rows that are applied already need no change',
  }),
  fix_rejects: () => ({ fix: 'fix these rows and import the file again; existing records are skipped' }),
  create_plan_again: () => ({
    fix: 'save the plan again with --out, or pass the file of rows itself',
  }),
  changed_since: ({ isUndo }, has) => ({
    fix: isUndo
      ? 'pass --allow-partial to undo the other rows'
      : `create the plan again${has('--allow-partial') ? ', or pass --allow-partial to apply the other rows' : ''}`,
  }),
  check_records: () => ({ fix: 'check these records with the service, and change them there if they should go back' }),
  several: ({ fixes, advice }, has) => {
    const texts = advice.map((each) => adviceText(each, has));
    const all = [...texts.flatMap(({ fix = [] }) => fix), ...fixes];
    return { fix: [...new Set(all)].join('; '), commands: texts.flatMap(({ commands = [] }) => commands) };
  },
  allow_more_errors: () => ({
    fix: 'fix the invalid and refused rows (--rejects writes them to a file), or pass a higher --max-errors',
  }),
  look_up_rows: ({ run }) => ({
    fix: 'run the same command again; it looks up these rows before it sends anything',
    commands: resumeCommands(run),
  }),
  resume_later: ({ run }) => ({
    fix: 'run the same command again later; completed rows are skipped',
    commands: resumeCommands(run),
  }),

  // Schedules
  give_time_zone: () => ({
    fix: 'pass --timezone, for example --timezone Europe/Berlin, set it for this profile with `plenary config set timezone Europe/Berlin`, set PLENARY_TIMEZONE, or write the offsets in the file',
  }),
  correct_schedule_rows: ({ faults, unclearDates, relativeDays, localTimes, lacksTimeZone }, has) => {
    const fixes = [
      unclearDates > 0
        ? has('--date-order')
          ? 'pass --date-order dmy, mdy or ymd to specify the order of day, month and year'
          : 'write dates such as 2026-06-05'
        : '',
      relativeDays > 0
        ? has('--first-day')
          ? 'pass the date of the first day of the event, for example --first-day 2026-06-05 (or write full dates)'
          : 'write full dates instead of days'
        : '',
      lacksTimeZone ? 'pass the time zone of local times, for example --timezone Europe/Berlin' : '',
    ].filter(Boolean);
    if (fixes.length === 0) return { fix: 'fix these rows and run the same command again' };
    const isAll = unclearDates + relativeDays + localTimes === faults;
    return { fix: [fixes.join('; '), ...(isAll ? [] : ['and fix the other rows'])].join(', ') };
  },

  // Service
  create_database: ({ data }) => ({
    fix: 'create the database, with an organization and its first token',
    commands: [`plenary service init${flag('data', data)}`],
  }),
  create_organization: ({ data }) => ({
    fix: 'create an organization',
    commands: [`plenary service init${flag('data', data)}`],
  }),
  choose_organization: ({ organizations }) => ({
    fix: `pass the id of one with --organization: ${organizations.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
  }),
  choose_event_id: () => ({ fix: 'pass another --id' }),
  list_tokens: ({ data }) => ({
    fix: 'pass the id of an existing token',
    commands: [`plenary service token list${flag('data', data)}`],
  }),
  choose_database: () => ({ fix: 'pass another database with --data' }),
  install_binary: () => ({
    fix: 'install Plenary again on this system, without --omit=optional; all commands that only call a service work without it',
  }),
};

/** The command that resumes a run; none without a run to resume. */
export function resumeCommands(run: string | undefined): readonly string[] {
  return run === undefined ? [] : [`plenary runs resume ${run}`];
}
