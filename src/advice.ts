// What may help after an error, as data. The command line words it (cli/output/advice.ts): no flag and no command is named below it.

export type Advice = ClientAdvice | ConfigAdvice | FileAdvice | RunAdvice | ScheduleAdvice | ServiceAdvice;

/** Access to the service, and the way there. */
type ClientAdvice = { readonly kind: 'log_in' };

/** Settings and profiles. */
type ConfigAdvice = never;

/** Encodings, delimiters and columns of the user's file. */
type FileAdvice = never;

/** Imports and runs. */
type RunAdvice = { readonly kind: 'list_runs' };

/** Schedule files, plans and clashes. */
type ScheduleAdvice = never;

/** Administration of the service. */
type ServiceAdvice = never;
