// Owns the kinds of records that one run may change. Pure.

/** In the order in which they are sent: a session needs its submission. */
export const kinds = ['speakers', 'submissions', 'sessions'] as const;

export type RecordKind = (typeof kinds)[number];

/** Something for each kind. */
export function byKind<Value>(of: (kind: RecordKind) => Value): Readonly<Record<RecordKind, Value>> {
  return { speakers: of('speakers'), submissions: of('submissions'), sessions: of('sessions') };
}
