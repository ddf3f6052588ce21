// Owns the advice that errors carry, as data. Must not name flags or commands: the command line words it in cli/output/advice.ts.

export type Advice = ClientAdvice | FileAdvice | RunAdvice | ScheduleAdvice | ServiceAdvice | SeveralAdvice;

/** What to do about several errors at once. @property fixes take no flag */
interface SeveralAdvice {
  readonly kind: 'several';
  readonly fixes: readonly string[];
  readonly advice: readonly Advice[];
}

/** Access to the service: addresses, tokens, networks. */
type ClientAdvice =
  | {
      readonly kind: 'log_in';
      /** The address to log in to, if it is not the one in the settings. */
      readonly baseUrl?: string;
      /** The profile to create for it, if the current one belongs to another service. */
      readonly profile?: string;
    }
  | { readonly kind: 'check_access' }
  | { readonly kind: 'raise_timeout' }
  | { readonly kind: 'trust_certificate' }
  | { readonly kind: 'allow_insecure_http' }
  | { readonly kind: 'list_records'; readonly resource: string; readonly event?: string };

/** Encodings, delimiters and columns of the user's file. */
type FileAdvice =
  | { readonly kind: 'write_map_entry' }
  /** Two columns match one field. */
  | { readonly kind: 'choose_column'; readonly field: string; readonly columns: readonly string[] }
  /** Required fields have no column; `columns` are those of the file. */
  | { readonly kind: 'map_columns'; readonly fields: readonly string[]; readonly columns: readonly string[] };

/** Imports and runs. */
type RunAdvice =
  | { readonly kind: 'list_runs' }
  | { readonly kind: 'show_run'; readonly run: string }
  /** The files that could not be written at the end of a run. */
  | { readonly kind: 'write_files_again'; readonly run: string; readonly rejects: boolean; readonly results: boolean }
  | { readonly kind: 'use_base_url'; readonly baseUrl: string }
  /** A creation cannot set the field of a mapping. @param targets what it can set */
  | { readonly kind: 'apply_after_import'; readonly targets: readonly string[] }
  | { readonly kind: 'fix_rejects' }
  /** Of rows that were matched with records. */
  | { readonly kind: 'fix_and_apply' }
  /** A saved plan of records is damaged, or was never one. */
  | { readonly kind: 'create_plan_again' }
  /** Records are not as a plan saw them. */
  /** @property isUndo the rows are those of a run that is undone */
  | { readonly kind: 'changed_since'; readonly isUndo: boolean }
  /** The rows of a run that is undone cannot be changed in a file. */
  | { readonly kind: 'check_records' }
  | { readonly kind: 'allow_more_errors' }
  /** `run`: the run that can be resumed, if there is one. */
  | { readonly kind: 'look_up_rows' | 'resume_later'; readonly run: string | undefined };

/** Schedule files, plans and clashes. */
type ScheduleAdvice =
  | { readonly kind: 'give_time_zone' }
  /** How many faults the rows have, and how many of them a setting can resolve, by what is missing. */
  | {
      readonly kind: 'correct_schedule_rows';
      readonly faults: number;
      /** Dates that can be read in several orders. */
      readonly unclearDates: number;
      /** Days that count from the first day of the event. */
      readonly relativeDays: number;
      /** Local times whose dates are known, but not the time zone. */
      readonly localTimes: number;
      /** Whether the time zone is missing; times whose dates are not known yet may have offsets. */
      readonly lacksTimeZone: boolean;
    };

/** The service and its administration. `data` is the database as the operator named it; left out if it needs no name. */
type ServiceAdvice =
  | { readonly kind: 'create_database'; readonly data?: string | undefined }
  | { readonly kind: 'create_organization'; readonly data?: string | undefined }
  | {
      readonly kind: 'choose_organization';
      readonly organizations: readonly { readonly id: string; readonly name: string }[];
    }
  | { readonly kind: 'choose_event_id' }
  | { readonly kind: 'list_tokens'; readonly data?: string | undefined }
  | { readonly kind: 'choose_database' }
  /** The tables are missing or old, and this user may not change that. */
  | { readonly kind: 'install_binary' };
