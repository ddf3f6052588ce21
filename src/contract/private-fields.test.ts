// Which addresses are hidden.
import { describe, expect, it } from 'vitest';
import { isMasked } from './private-fields.ts';

describe('isMasked', () => {
  it.each(['j***@a***.com', 'j***@example.com', '***@***', 'j*n@e****.org', '***'])(
    'recognizes %s',
    (address) => {
      expect(isMasked('submitter_email', address)).toBe(true);
    },
  );

  it.each(['ada@example.org', '', null])('ignores %s', (value) => {
    expect(isMasked('email', value)).toBe(false);
  });
});
