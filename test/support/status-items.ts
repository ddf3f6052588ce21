// Reads what `plenary status --json` prints.

interface Item {
  readonly name: string;
  readonly count: number | null;
  readonly next: readonly { readonly command: string }[];
}

export function itemsIn(stdout: string): readonly Item[] {
  return JSON.parse(stdout).items;
}
