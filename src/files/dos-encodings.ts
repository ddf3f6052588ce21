// Owns the encodings of MS-DOS, in which Excel saves "CSV (MS-DOS)" and which the WHATWG Encoding Standard does not have.

/** As much of the standard's decoder as reading a file needs. */
export interface TextDecoderLike {
  readonly encoding: string;
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** Undefined for the label of another encoding. */
export function dosDecoder(label: string): TextDecoderLike | undefined {
  const encoding = label.trim().toLowerCase().replace(/^ibm/, 'cp');
  const characters = upperHalves.get(encoding);
  if (characters === undefined) return undefined;
  return {
    encoding,
    decode: (bytes = new Uint8Array()) =>
      Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : characters[byte - 0x80])).join(''),
  };
}

/** The characters of the bytes from 80 on. */
const upperHalves: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cp437:
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
    cp850:
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
    cp852:
      'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
    cp857:
      'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  }),
);
