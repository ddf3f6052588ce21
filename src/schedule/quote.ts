// A cell as messages show it. They are read in logs, so that an address in it is left out.

/** In quotation marks; an address in it as `…@…`. */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/[^\s<>(),;"]+@[^\s<>(),;"]+\.[^\s<>(),;"]+/g, '…@…'));
}
