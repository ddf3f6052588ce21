// The records of an event, and how they differ from what they must be. Must not know why.

export type Fields = Readonly<Record<string, unknown>>;
type Resource = 'speakers' | 'submissions';

/** The records of an event: tracks, formats and rooms by name, times in UTC. */
export type Contents = Readonly<Record<Resource, readonly Fields[]>>;

/** A speaker without any values. */
export const blankSpeaker = {
  first_name: '',
  last_name: '',
  company_name: '',
  title: '',
  about: '',
  speaker_status: '',
  logistics_notes: '',
  photo_url: '',
  pronouns: '',
  linkedin_url: '',
  twitter_url: '',
  phone: '',
};
const unplaced = {
  room: null,
  start: null,
  end: null,
};
export const blankTalk = {
  abstract: '',
  status: 'pending',
  feedback: '',
  track: null,
  format: null,
  ...unplaced,
};

const keyOf: Readonly<Record<Resource, (record: Fields) => string>> = {
  speakers: ({ email }) => String(email),
  submissions: ({ title, submitter_email }) => `${title} of ${submitter_email}`,
};

/**
 * What an undo leaves: the API cannot delete what was created, and feedback that the server does
 * not show cannot be restored.
 */
export function undone(before: Contents, applied: Contents, showsAll: boolean): Contents {
  const restored = (resource: Resource) => {
    const key = keyOf[resource];
    const old = new Map(before[resource].map((record) => [key(record), record]));
    return applied[resource].map((record) => {
      const oldRecord = old.get(key(record));
      if (resource === 'speakers') return oldRecord ?? record;
      const feedback = showsAll ? (oldRecord ?? record).feedback : record.feedback;
      return { ...(oldRecord ?? { ...record, ...unplaced }), feedback };
    });
  };
  return { speakers: restored('speakers'), submissions: restored('submissions') };
}

/** How many records there are, and how many of them exist more than once. */
export function countOf(contents: Contents) {
  const keys = (['speakers', 'submissions'] as const).flatMap((resource) =>
    contents[resource].map((record) => `${resource} ${keyOf[resource](record)}`),
  );
  return { records: keys.length, duplicates: keys.length - new Set(keys).size };
}

/** What is lost, duplicated, wrong or unexpected, in words. */
export function differences(wanted: Contents, found: Contents): readonly string[] {
  return (['speakers', 'submissions'] as const).flatMap((resource) => {
    const key = keyOf[resource];
    const left = new Map<string, Fields[]>();
    for (const record of found[resource])
      left.set(key(record), [...(left.get(key(record)) ?? []), record]);
    const faults = wanted[resource].flatMap((record) => {
      const name = key(record);
      const [own, ...others] = left.get(name) ?? [];
      left.delete(name);
      if (own === undefined) return [`${name} is lost`];
      const wrong = Object.entries(record).filter(([field, value]) => own[field] !== value);
      return [
        ...others.map(() => `${name} is duplicated`),
        ...wrong.map(([field, value]) => `${name}: ${field} is ${own[field]} instead of ${value}`),
      ];
    });
    return [...faults, ...[...left.keys()].map((each) => `${each} is unexpected`)];
  });
}
