// Builds workbooks by hand: ZIP archives, and the least that a workbook has inside (ECMA-376 part
// 1, ODF 1.3 part 3).
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipOptions {
  /** Compresses the entries; otherwise they are stored. */
  readonly deflate?: boolean;
  /** The size that each entry declares, instead of its own. */
  readonly declaredSize?: number;
}

/** A ZIP archive with these entries. */
export function zipOf(
  entries: Readonly<Record<string, string | Buffer>>,
  options: ZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = options.deflate === true ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(options.deflate === true ? 8 : 0, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(options.declaredSize ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

interface SheetXml {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The content of `sheetData`. */
  readonly rows: string;
  /** What follows `sheetData`. */
  readonly after?: string;
}

interface BookXml {
  readonly sheets: readonly SheetXml[];
  /** The content of `sst`. */
  readonly texts?: string;
  /** The content of `styleSheet`. */
  readonly styles?: string;
  readonly is1904?: boolean;
}

/** An Excel workbook. */
export function xlsxOf(book: BookXml, options: ZipOptions = {}): Buffer {
  return zipOf(xlsxEntries(book), options);
}

export function xlsxEntries({
  sheets,
  texts = '',
  styles = '',
  is1904 = false,
}: BookXml): Record<string, string> {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
    `${content}</Relationships>`;
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': [
      `<workbook ${main} xmlns:r="${types}"><workbookPr date1904="${is1904}"/><sheets>`,
      ...sheets.map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
      ),
      '</sheets></workbook>',
    ].join(''),
    'xl/_rels/workbook.xml.rels': relations(
      [
        ...sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('texts', 'sharedStrings', '/xl/sharedStrings.xml'),
        relation('styles', 'styles', 'styles.xml'),
      ].join(''),
    ),
    'xl/sharedStrings.xml': `<sst ${main}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  };
}

/** A row of texts. */
export function textRow(line: number, ...cells: readonly string[]): string {
  const texts = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
  return `<row r="${line}">${texts.join('')}</row>`;
}

/**
 * An ODF spreadsheet.
 * @param tables the content of `office:spreadsheet`
 * @param styles of `office:automatic-styles`
 */
export function odsOf(tables: string, styles = '', options: ZipOptions = {}): Buffer {
  return zipOf(odsEntries(tables, styles), options);
}

export function odsEntries(tables: string, styles = ''): Record<string, string> {
  const names = ['office', 'table', 'text', 'style', 'draw'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml':
      `<office:document-content ${names.join(' ')} ` +
      'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">' +
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body>` +
      `<office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  };
}

/** The elements of `table:table`. */
export const paragraph = (text: string) => `<text:p>${text}</text:p>`;
export const odsCell = (attributes: string, content = '') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
export const odsText = (text: string) => odsCell('office:value-type="string"', paragraph(text));
export const odsLine = (...cells: readonly string[]) =>
  `<table:table-row>${cells.join('')}</table:table-row>`;
export const odsTable = (name: string, ...rows: readonly string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`;
