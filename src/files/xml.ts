// Parses XML with saxes. Must not know formats.
import { SaxesParser } from 'saxes';
import { InvalidInputError } from '../errors.ts';
import { damaged } from './zip.ts';

export interface XmlEvents {
  /** @param name without a namespace prefix; the names of attributes have theirs */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

// What is open is in memory. A document of a spreadsheet program has at most 30 levels, and tags of 50 attributes.
const maxDepth = 100;
const maxAttributes = 1_000;
const maxElements = 9_000_000;

/** Parses a part of a workbook. @throws {InvalidInputError} for XML that is not well-formed */
export function parseXml(bytes: Uint8Array, { open, close, text }: XmlEvents, file: string): void {
  const parser = createParser(
    {
      open: (name, attributes) => open?.(localName(name), attributes),
      close: (name) => close?.(localName(name)),
      text: (piece) => text?.(piece),
    },
    (message) => {
      throw damaged(file, `the XML inside it ${message}`);
    },
  );
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (let at = 0; at < bytes.length; at += pieceLength) {
      parser.write(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (cause) {
    if (cause instanceof InvalidInputError) throw cause;
    throw damaged(file, 'the XML inside it is not well-formed', cause);
  }
}

/** So that the text is not in memory beside its bytes. */
const pieceLength = 1024 * 1024;

/**
 * A parser that throws the first error. It expands none of the document's entities, so that none of them can grow.
 * @param refuse throws for what no document has that people made
 */
export function createParser(
  { open, close, text }: Required<XmlEvents>,
  refuse: (message: string) => never,
): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  let attributes = 0;
  let elements = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++elements > maxElements) refuse(`has more than ${maxElements} elements`);
    if (++depth > maxDepth) refuse(`is nested deeper than ${maxDepth} elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) refuse(`has an element with more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', (tag) => open(tag.name, tag.attributes));
  parser.on('closetag', ({ name }) => {
    depth--;
    close(name);
  });
  parser.on('text', text);
  parser.on('cdata', text);
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
