// Last names for generated people.

const syllables = ['ba', 'fe', 'ki', 'lo', 'mu', 'na', 'ro', 'si', 'te', 'vu'];

/**
 * Another one for each number, of letters alone: a name with a digit is none, and takes longer to
 * read.
 */
export function lastNameOf(number: number): string {
  const digits = [...String(number).padStart(4, '0')];
  return `O${digits.map((digit) => syllables[Number(digit)]).join('')}`;
}
