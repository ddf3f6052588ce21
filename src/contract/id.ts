// Owns the forms of ids by which a text is known to be one before any request is sent.

/** The fields of a submission that hold an id of a track or a format. */
export const groupFields = ['track_id', 'format_id'] as const;

/**
 * Whether a text is an id by its form: a UUID, or an id of a record of `plenary serve`. No name has
 * these forms. Any other text may be the id of another service, or a name: it is looked up.
 */
export function isIdByForm(text: string): boolean {
  return uuid.test(text) || ownId.test(text);
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A prefix, and 29 characters of Crockford's base 32: `spk_01m2q4z8w0001c9r4t6v8x0a2c4e6g`. */
const ownId = /^[a-z]{3}_[\da-hjkmnp-tv-z]{29}$/;
