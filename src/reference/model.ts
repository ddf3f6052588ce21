// Owns what a reference is made of, whatever it is written as: HTML, Markdown or a manual page.
// Data only.

/** A text with `code` between backticks. */
export type Marked = string;

export interface Reference {
  readonly title: string;
  /** What it is about: one sentence. */
  readonly lead: Marked;
  readonly sections: readonly ReferenceSection[];
}

export interface ReferenceSection {
  /** Unique in its document: letters, digits and hyphens. */
  readonly id: string;
  readonly title: Marked;
  readonly blocks: readonly ReferenceBlock[];
  readonly sections?: readonly ReferenceSection[];
}

export type ReferenceBlock =
  | { readonly kind: 'text'; readonly text: Marked }
  /** Lines as they are typed or printed. */
  | { readonly kind: 'code'; readonly code: string }
  | {
      readonly kind: 'links';
      readonly links: readonly (readonly [text: Marked, address: string])[];
    }
  /** What each of these words means. */
  | { readonly kind: 'terms'; readonly heading?: string; readonly terms: readonly Meaning[] };

type Meaning = readonly [term: Marked, description: Marked];

/** Blocks of texts, in short. */
export function texts(...paragraphs: readonly Marked[]): readonly ReferenceBlock[] {
  return paragraphs.map((text) => ({ kind: 'text', text }));
}

export function code(lines: string): ReferenceBlock {
  return { kind: 'code', code: lines };
}

/** No block without terms. */
export function terms(heading: string, list: readonly Meaning[]): readonly ReferenceBlock[] {
  return list.length === 0 ? [] : [{ kind: 'terms', heading, terms: list }];
}

/** A marked text as its parts: text, code, text, code, … */
export function partsOf(marked: Marked): readonly string[] {
  return marked.split('`');
}
