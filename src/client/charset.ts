// Decodes the bytes of a response as text. Pure.

/** The text, or why there is none, as the end of a sentence about the response. */
export type Text =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text?: undefined; readonly fault: string };

/**
 * JSON is UTF-8 (RFC 8259), so the declared encoding counts only if it is another one. Bytes that are not text in it are
 * a fault: with a substitute, a name or an address would no longer be the one that the service has.
 * @param contentType the value of Content-Type
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): Text {
  const [, declared] = contentType === undefined ? [] : (/;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? []);
  const other = declared === undefined || /^utf-?8$/i.test(declared) ? undefined : otherDecoder(declared);
  // Servers declare these although they send UTF-8. Their own text is practically never valid UTF-8.
  const decoders = other === undefined || isSingleByte(other) ? [utf8, other] : [other];
  for (const decoder of decoders) {
    try {
      if (decoder !== undefined) return { text: decoder.decode(bytes) };
    } catch {
      // Not this one.
    }
  }
  return { fault: `is not text in ${(other ?? utf8).encoding.toUpperCase()}` };
}

type Decoder = InstanceType<typeof TextDecoder>;

const utf8: Decoder = new TextDecoder('utf-8', { fatal: true });

function otherDecoder(name: string): Decoder | undefined {
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    return undefined;
  }
}

function isSingleByte({ encoding }: Decoder): boolean {
  return /^(?:windows-|iso-8859-)/.test(encoding);
}
