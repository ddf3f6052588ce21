// Formats of files, recognized by their content.
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../test/support/workbooks.ts';
import { InvalidInputError } from '../errors.ts';
import { fileSource } from './source.ts';
import type { Sheet } from './table.ts';

describe('the format of a file', () => {
  it.each([
    [
      'an Excel workbook in the old format (XLS), or one with a password',
      '\xd0\xcf\x11\xe0\xa1\xb1',
    ],
    ['a binary Excel workbook (XLSB)', zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' })],
    ['a Word document (DOCX)', zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' })],
    ['a document of Apple Numbers or Pages', zipOf({ 'Index/Document.iwa': '' })],
    ['a compressed archive', zipOf({ 'speakers.csv': 'email\n' })],
    ['a compressed archive', '\x1f\x8b\x08'],
    ['a PDF document', '%PDF-1.7\n'],
    ['a web page (HTML)', '\n<!DOCTYPE html>\n<html lang="en">'],
    [
      'a web page (HTML)',
      '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">',
    ],
    [
      'XML with the root element <Workbook>',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>',
    ],
    [
      'XML with the root element <rss>',
      '<?xml version="1.0"?>\n<!-- a feed -->\n<rss version="2.0">',
    ],
    ['JavaScript', 'var program = [\n {"title": "Mooring"}\n];'],
    ['JavaScript', '// of 2027\n/* a\nb */ export const talks: Talk[] = [{ title: "Mooring" }]'],
    ['JavaScript', 'module.exports = {\n  "day1": [] }'],
    ['an image', '\x89PNG\r\n\x1a\n'],
    ['a compressed archive', '7z\xbc\xaf\x27\x1c'],
  ])('recognizes %s, whatever encoding is requested', async (kind, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    for (const encoding of [undefined, 'windows-1252']) {
      const error = await failure(read(bytes, encoding));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        message: `talks.csv is ${kind}, not a table`,
        fix: expect.stringMatching(/\w/),
      });
    }
  });

  it.each([
    [
      'a schedule (XML) without events',
      '<?xml version="1.0"?>\n<schedule><version>1</version></schedule>',
    ],
    [
      'a calendar (ICS) without events that have times',
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
    ],
    ['a schedule (JSON) without events', '{"schedule":{"conference":{"days":[]}}}'],
    [
      'a saved plan or a report, not a table',
      '{"schemaVersion":"2.0","counts":{},"changes":[{"line":1}]}',
    ],
  ])('recognizes %s', async (kind, content) => {
    const error = await failure(read(Buffer.from(content)));
    expect(error).toMatchObject({
      message: `talks.csv is ${kind}`,
      fix: expect.stringMatching(/\w/),
    });
  });

  it.each([
    'PK,Name\n',
    'var,Name\n',
    'Let x = 3,Email\n',
    'const,Name\nvar a = [1],x\n',
    'Names:,Email\n- Ada,x\n',
    'From: a,Email\n',
    '[draft] Title,Email\n',
    '{id},Email\n',
    '<b>,Email\n',
    '%PDF,Email\n',
  ])('reads %j as CSV', async (text) => {
    expect((await read(Buffer.from(text))).columns[1]).toMatch(/^(Name|Email)$/);
  });
});

function read(bytes: Uint8Array, encoding?: string): Promise<Sheet> {
  async function* source() {
    yield bytes;
  }
  return fileSource('talks.csv', source, { encoding }).open();
}

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
