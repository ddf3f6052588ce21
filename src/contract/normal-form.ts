// Owns the normal forms of Unicode in which texts are compared. Must not know what they mean. Pure.

/**
 * A text in a normal form. Only the first 30 marks on a letter count, as in Stream-Safe Text
 * (UAX #15 §13): to put more of them in order takes time that grows with the square of their
 * number.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (ascii.test(text)) return text;
  return text.replace(furtherMarks, '$1').normalize(form);
}

/** It is in all normal forms. */
const ascii = /^\p{ASCII}*$/u;

/** Half-width voicing marks become combining ones. */
const furtherMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
