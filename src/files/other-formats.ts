// Owns the formats that are not read: how each is recognized by the first bytes of a file, and what to do instead.

export interface OtherFormat {
  /** In `… is NAME, not a table`; a function of the opening, where it says more. */
  readonly name: string | ((opening: string) => string);
  /** @param opening the first bytes as Latin-1 text, without a byte order mark */
  readonly matches: (opening: string) => boolean;
  /** What to do instead. */
  readonly fix: string;
}

const exportTable = 'export the table as CSV, XLSX or JSON from the program that created the file';
export const copyTable = 'copy the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"';

export const compressedArchive = { name: 'a compressed archive', fix: 'unpack it and import the file inside' };

// The first match counts.
export const otherFormats: readonly OtherFormat[] = [
  {
    name: 'an Excel workbook in the old format (XLS), or one with a password',
    fix: 'open it in a spreadsheet program, and save it as XLSX without a password',
    matches: (opening) => opening.startsWith('\xd0\xcf\x11\xe0'),
  },
  {
    ...compressedArchive,
    // gzip, bzip2, xz, Zstandard, 7-Zip, RAR, and an empty ZIP archive.
    matches: (opening) =>
      ['\x1f\x8b', 'BZh9', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'Rar!', 'PK\x05\x06'].some((magic) =>
        opening.startsWith(magic),
      ),
  },
  { name: 'a PDF document', fix: exportTable, matches: (opening) => opening.startsWith('%PDF-') },
  {
    name: 'an image',
    fix: 'type or scan the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"',
    matches: (opening) => /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}WEBP)/.test(opening),
  },
  {
    name: 'a web page (HTML)',
    fix: 'open it in a browser to see why the export failed (an expired login, for example), then export again',
    matches: (opening) =>
      /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i.test(opening) ||
      rootElement(opening) === 'html',
  },
  {
    name: (opening) => {
      const root = rootElement(opening);
      return root === undefined ? 'XML' : `XML with the root element <${root}>`;
    },
    fix: 'export it as CSV, XLSX or JSON; of XML, only the schedules that apps read (schedule.xml) are supported',
    matches: (opening) => /^\s*<\?xml/i.test(opening),
  },
];

/**
 * The name of an XML document's first element. A comment ends at its first end: if it could end at any later one, the
 * search would try all combinations of ends.
 */
export function rootElement(opening: string): string | undefined {
  return /^\s*(?:<\?(?:(?!\?>)[\s\S])*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^<>[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:[\w-]+:)?([A-Za-z][\w-]*)[\s/>]/.exec(
    opening,
  )?.[1];
}
