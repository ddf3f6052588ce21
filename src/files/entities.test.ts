// HTML entities in cells: where they are replaced, and where they belong to the text.
import { expect, it } from 'vitest';
import { recordsWithoutEntities, withoutEntities } from './entities.ts';

it.each([
  ['Q&amp;A', 'Q&A'],
  ['Tim O&#39;Reilly; Bo Ek', "Tim O'Reilly; Bo Ek"],
  ['Caf&eacute; &#8211; Talk', 'Café – Talk'],
  ['Why &lt;script&gt; is bad', 'Why <script> is bad'],
  ['AT&T; R&D', 'AT&T; R&D'],
  ['&amp;amp;', '&amp;'],
  ['https://x.org/?a=1&lt=2', 'https://x.org/?a=1&lt=2'],
  ['<p>Q&amp;A</p>', '<p>Q&amp;A</p>'],
  ['Q&amp;A\nand more', 'Q&amp;A\nand more'],
])('%j is %j', (text, expected) => {
  expect(withoutEntities(text)).toBe(expected);
});

it('replaces them in the elements of a list too, and leaves other records as they are', () => {
  const plain = { line: 2, cells: ['A'] };
  const list = { line: 3, cells: ['O&#39;A; B'], elements: new Map([[0, ['O&#39;A', 'B']]]) };
  expect(recordsWithoutEntities([plain, list])).toEqual([
    plain,
    { line: 3, cells: ["O'A; B"], elements: new Map([[0, ["O'A", 'B']]]) },
  ]);
  const records = [plain];
  expect(recordsWithoutEntities(records)).toBe(records);
});
