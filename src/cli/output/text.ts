// Owns counts and quoted values as messages write them. Must not contain a message.

export { amount, listText, plural, quoted } from '../../contract/amount.ts';

/** How many columns or sheets of a file a message names. A file may have thousands. */
export const namedColumns = 50;
