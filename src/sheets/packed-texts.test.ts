// Texts in few bytes: each is found again, however many there are.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTexts } from './packed-texts.ts';

it('finds each text by its number, and no other', () => {
  const drawn = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(drawn, (texts) => {
      const packed = packTexts();
      for (const text of texts) packed.add(text);
      expect(packed.size).toBe(texts.length);
      expect(texts.map((_, index) => packed.at(index))).toEqual(texts);
      expect([-1, 0.5, Number.NaN, texts.length].map(packed.at)).toEqual(Array(4).fill(undefined));
    }),
    { numRuns: 20 },
  );
});
