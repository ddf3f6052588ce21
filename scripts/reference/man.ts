// Writes a document as a manual page, in the macros that every `man` reads.
import {
  type Marked,
  partsOf,
  type Reference,
  type ReferenceBlock,
  type ReferenceSection,
} from '../../src/reference/model.ts';

interface ManualPage extends Reference {
  /** In lower case. */
  readonly name: string;
  readonly version: string;
  /** The lines of the synopsis. */
  readonly synopsis: string;
}

export function manOf({ name, version, title, lead, synopsis, sections }: ManualPage): string {
  const first: readonly ReferenceSection[] = [
    { id: 'synopsis', title: 'Synopsis', blocks: [{ kind: 'code', code: synopsis }] },
    { id: 'description', title: 'Description', blocks: [{ kind: 'text', text: lead }] },
  ];
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(title)}`,
    ...[...first, ...sections].flatMap((section) => sectionLines(section, 'SH')),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines(
  { title, blocks, sections = [] }: ReferenceSection,
  macro: 'SH' | 'SS',
): readonly string[] {
  const heading = partsOf(title).join('');
  // The first paragraph after a heading needs no macro.
  const [first, ...rest] = blocks.flatMap(blockLines);
  return [
    `.${macro} ${escaped(macro === 'SH' ? heading.toUpperCase() : heading)}`,
    ...(first === undefined || first === '.PP' ? [] : [first]),
    ...rest,
    ...sections.flatMap((section) => sectionLines(section, 'SS')),
  ];
}

function blockLines(block: ReferenceBlock): readonly string[] {
  if (block.kind === 'text') return ['.PP', inline(block.text)];
  if (block.kind === 'code') return codeLines(block.code);
  if (block.kind === 'links')
    return block.links.flatMap(([text, address]) => ['.PP', inline(`${text}: ${address}`)]);
  const { heading = '', terms } = block;
  const items = terms.flatMap(([term, description]) => ['.TP', inline(term), inline(description)]);
  return [...(heading === '' ? [] : ['.PP', inline(`${heading}:`)]), ...items];
}

/** Lines that are not filled, indented. */
function codeLines(code: string): readonly string[] {
  return ['.PP', '.RS 4', '.nf', ...code.split('\n').map(escaped), '.fi', '.RE'];
}

function inline(marked: Marked): string {
  const text = partsOf(marked)
    .map((part, at) => (at % 2 === 1 ? `\\fB${escapedText(part)}\\fR` : escapedText(part)))
    .join('');
  return withoutControl(text);
}

function escaped(line: string): string {
  return withoutControl(escapedText(line));
}

/** A bare hyphen may be printed as another character, which nobody can paste. */
function escapedText(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
}

/** A line that begins with a period or an apostrophe would be a macro. */
function withoutControl(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
