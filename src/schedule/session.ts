// A session as the schedule sees it, wherever it was read from: a file, or what the service holds. Data only.

/** Somebody on stage. Told apart by e-mail address where it is known, else by name. */
export interface Person {
  readonly name: string;
  /** Never exported. */
  readonly email?: string | undefined;
}

export interface Session {
  /** Undefined for a row that is not matched yet. */
  readonly submissionId?: string | undefined;
  readonly title: string;
  readonly room: string;
  /** In milliseconds since 1970; half-open: a session that ends as another starts does not overlap it. */
  readonly startMs: number;
  readonly endMs: number;
  /** Nobody told how long it is, so a default was taken. */
  readonly isDurationAssumed: boolean;
  readonly people: readonly Person[];
  readonly track?: string | undefined;
  readonly format?: string | undefined;
  readonly abstract?: string | undefined;
  /** The line of the schedule file, where it stands in one. */
  readonly line?: number | undefined;
}
