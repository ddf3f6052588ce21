// Parses XML with saxes. Must not know formats.
import { SaxesParser } from 'saxes';
import { InvalidInputError } from '../errors.ts';

export interface XmlEvents {
  /**
   * @param name without a namespace prefix; the names of attributes have theirs
   * @param line on which the tag ends
   */
  readonly open?: (
    name: string,
    attributes: Readonly<Record<string, string>>,
    line: number,
  ) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Elements that are not reported, nor what is in them. */
  readonly skipped?: ReadonlySet<string>;
}

// What is open is in memory. A document of a spreadsheet program has at most 30 levels, and tags of
// 50 attributes.
const maxDepth = 100;
const maxAttributes = 1_000;
const maxElements = 3_000_000;
/** The parser joins the text before and after each. */
const maxReferences = 3_000_000;

/**
 * Expands none of the document's entities, so that none of them can grow.
 * @param refuse throws for XML that is not well-formed, with what is wrong with it, and where
 */
export function parseXml(
  document: string,
  { open, close, text, skipped }: XmlEvents,
  refuse: (message: string, line: number, character: number) => never,
): void {
  const parser = new SaxesParser();
  const fail = (message: string) => refuse(message, parser.line, parser.column);
  let [depth, attributes, elements, skippedDepth] = [0, 0, 0, 0];
  parser.on('error', (error) => {
    if (error instanceof InvalidInputError) throw error;
    fail(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''));
  });
  parser.on('doctype', (declarations) => {
    if (/<!ENTITY/i.test(declarations))
      fail('the document declares entities (<!ENTITY>), which are not read');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++elements > maxElements) fail(`has more than ${maxElements} elements`);
    if (++depth > maxDepth) fail(`is nested deeper than ${maxDepth} elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > maxAttributes)
      fail(`has an element with more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    if (skipped?.has(name)) skippedDepth++;
    if (skippedDepth === 0) open?.(name, tag.attributes, parser.line);
  });
  parser.on('closetag', (tag) => {
    const name = localName(tag.name);
    depth--;
    if (skippedDepth === 0) close?.(name);
    if (skipped?.has(name)) skippedDepth--;
  });
  const report = (piece: string) => {
    if (skippedDepth === 0) text?.(piece);
  };
  parser.on('text', report);
  parser.on('cdata', report);
  let references = 0;
  for (let at = document.indexOf('&'); at >= 0; at = document.indexOf('&', at + 1))
    if (++references > maxReferences) fail(`has more than ${maxReferences} character references`);
  parser.write(document).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
