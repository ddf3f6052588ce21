// Any character of Unicode, as a unit of random strings: fast-check's own unit 'binary' takes two
// seconds to prepare.
import fc from 'fast-check';

export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
    fc.integer({ min: 0, max: 127 }),
  )
  .map((code) => String.fromCodePoint(code));
