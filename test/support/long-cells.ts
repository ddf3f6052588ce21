// Long cells of people that repeat what the reader looks for, to show that reading them takes time in
// proportion to their length.

const units = [
  'Ann & ',
  '(',
  '((a)',
  'Dr. ',
  '@a ',
  'a+',
  'a/',
  'van ',
  '"a, ',
  'ANN ',
  'a@b ',
  'a@b;',
  'と山',
  '- ',
  ':a ',
  'chair: ',
  'et al. ',
  'Ann Li: X, ',
  '*',
  '&amp;',
  '🚀a',
  '(a a@b.org ',
  'Ann and Bo, ',
  'Ann Li - X, ',
  'Ann Li @ ',
  'von und zu ',
  'MdB, ',
];

/** @param length about how many characters each has; at least 2000 */
export function longCells(length: number): readonly string[] {
  const addresses = Array.from({ length: length / 10 }, (_, at) => `a${at}@b`).join(' ');
  return [
    ...units.map((unit) => unit.repeat(length / unit.length)),
    `Ida Moen: ${addresses}`,
    `Ida Moen (${addresses})`,
    `a${'*'.repeat(length)}a`,
    `Ann (a${' '.repeat(length)}b a@b.org)`,
  ];
}

/** How people are read whose column is known, and whose column is not. */
export const peopleForms = [{}, { comma: 'parts', hasOddCells: true }] as const;
