// Reads text that was escaped for HTML. Pure.

/** The text with its character references replaced (`&amp;`, `&#8211;`, `&uuml;`); unknown ones remain. */
export function unescapeHtml(text: string): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g;

function named(name: string): string | undefined {
  const [, letter, accent] = /^([A-Za-z])(acute|caron|cedil|circ|grave|ring|tilde|uml)$/.exec(name) ?? [];
  if (letter !== undefined && accent !== undefined) return `${letter}${accents[accent]}`.normalize('NFC');
  return characters[name];
}

const accents: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', caron: '\u030c', cedil: '\u0327', circ: '\u0302' },
  ...{ grave: '\u0300', ring: '\u030a', tilde: '\u0303', uml: '\u0308' },
};

const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', apos: "'", gt: '>', lt: '<', quot: '"', nbsp: '\u00a0', hellip: '…', mdash: '—', ndash: '–' },
  ...{ laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', oslash: 'ø', szlig: 'ß' },
};
