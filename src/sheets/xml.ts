// Parses XML piece by piece, in bounded memory. Must not know formats.
import { SaxesParser } from 'saxes';
import { InvalidInputError } from '../errors.ts';
import { damaged } from './zip.ts';

export interface XmlEvents {
  /** @param name without a namespace prefix; the names of attributes have theirs */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

// One text between two tags; without a limit it would be in memory, however long it is.
const longestText = 16 * 1024 * 1024;

// What is open is in memory as well. A document of a spreadsheet program has at most 30 levels, and tags of 50 attributes.
const maxDepth = 100;
const maxAttributes = 1_000;

/**
 * Yields after each piece of the document, when the events of the piece have been reported.
 * @throws {InvalidInputError} for XML that is not well-formed
 */
export async function* parseXml(
  bytes: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  file: string,
): AsyncGenerator<undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let unreported = 0;
  const report = () => {
    unreported = 0;
  };
  const parser = createParser(
    {
      open(name, attributes) {
        report();
        events.open?.(localName(name), attributes);
      },
      close(name) {
        report();
        events.close?.(localName(name));
      },
      text: (text) => events.text?.(text),
    },
    (message) => {
      throw damaged(file, `the XML inside it ${message}`);
    },
  );
  for await (const chunk of bytes) {
    unreported += chunk.length;
    if (unreported > longestText) throw damaged(file, 'a text inside it is larger than 16 MiB');
    parsing(() => parser.write(decoder.decode(chunk, { stream: true })));
    yield;
  }
  parsing(() => parser.write(decoder.decode()).close());
  yield;

  function parsing(parse: () => void): void {
    try {
      parse();
    } catch (cause) {
      if (cause instanceof InvalidInputError) throw cause;
      throw damaged(file, 'the XML inside it is not well-formed', cause);
    }
  }
}

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
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentagstart', () => {
    attributes = 0;
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

/** Parses a small document at once. */
export async function parseWholeXml(bytes: AsyncIterable<Uint8Array>, events: XmlEvents, file: string): Promise<void> {
  for await (const _ of parseXml(bytes, events, file));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
