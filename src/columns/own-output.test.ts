// The formula guard is removed exactly from this program's own CSV output, and from no other file.
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { csvText, guard } from '../files/csv-write.ts';
import { fileSource } from '../files/source.ts';
import { cellText } from './cell.ts';
import { mapColumns } from './mapping.ts';
import { isOwnOutput } from './own-output.ts';

describe('the header of own output', () => {
  it.each([
    'id,event_id,email,first_name,last_name,company_name,title,about,photo_url,speaker_status,' +
      'created_at,updated_at',
    'id,title,submitter_email,track_id,status,room,start',
    'id,email,first_name,missing,talkStatuses',
    'id',
    'id,email,_row,_code,_column,_message',
    'id,title,speakers,room,start',
  ])('is %s', (header) => expect(isOwnOutput(header.split(','))).toBe(true));

  it.each([
    'email,title',
    'ID,Email',
    'id,email,Shirt size',
    'id,email,abstract',
    'speaker_id,email',
    'submission_id,room,start',
    '_row,_code,_column,_message',
  ])('is not %s', (header) => expect(isOwnOutput(header.split(','))).toBe(false));
});

// Often the characters that matter to the guard; never a NUL, which is always refused.
const value = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', ' ') }),
    fc.string({ unit: 'grapheme' }),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

describe('any value, except for the white space around it', () => {
  it('is read from own output unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (about) => {
        expect(await aboutIn('id', guard(about))).toBe(about.trim());
      }),
    );
  });

  it('is read unchanged from any other file', async () => {
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.constantFrom('Id', 'Speaker Id', 'Shirt size', ''),
        async (about, header) => {
          expect(await aboutIn(header, about)).toBe(about.trim());
          expect(await aboutIn(header, `'${about}`)).toBe(`'${about}`.trim());
        },
      ),
    );
  });

  it("keeps a quote that is the author's own", async () => {
    const title = "'@ts-ignore' considered harmful";
    expect(await aboutIn('Speaker Id', title)).toBe(title);
    expect(await aboutIn('id', title)).toBe("@ts-ignore' considered harmful");
    expect(await aboutIn('id', guard(title))).toBe(title);
  });
});

/** The text that an import reads for `about` from a file with these columns. */
async function aboutIn(firstHeader: string, about: string): Promise<string> {
  const text = csvText([
    [firstHeader, 'email', 'about'],
    ['1', 'ada@example.org', about],
  ]);
  const { columns, rows } = await fileSource(
    'people.csv',
    () => Readable.from([Buffer.from(text)]),
    undefined,
  ).open();
  const { body, resource } = endpoints.createSpeaker;
  const mapping = mapColumns({
    file: 'people.csv',
    columns,
    kind: resource,
    fields: fieldsOf(body),
    map: [],
  });
  const column = mapping.mapped.find(({ target }) => target === 'about');
  return column === undefined ? '' : cellText(column, rows[0]?.cells ?? []);
}
