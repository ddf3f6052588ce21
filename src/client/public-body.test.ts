// What messages show of a text in a response: other words than the private values of the request.
import { expect, it } from 'vitest';
import { publicBody } from './public-body.ts';

it.each([
  ['150', 'at most 1500 characters, not 150', 'at most 1500 characters, not …'],
  ['Ann', "'Hello\\nAnn' cannot: annAnn, Anna", "'Hello\\n…' cannot: annAnn, Anna"],
  ['(a1)', 'x(a1)y', 'x…y'],
  ['山田太郎', '値山田太郎は無効', '値…は無効'],
  ['+49 30 1234567', 'x+49 30 12345678', 'x…8'],
])('the private value %s is hidden, and no part of another word', (phone, detail, shown) => {
  expect(publicBody({ detail }, JSON.stringify({ phone }))).toEqual({ detail: shown });
});
