// Encodings guessed from a few words, as they are in a file of speakers. The bytes come from another program.
import { describe, expect, it } from 'vitest';
import { dosDecoder } from './decoders.ts';
import { guessEncodings } from './guess-encoding.ts';

describe('the encoding of a text', () => {
  // Language, encoding, and the text as Python has encoded it, in Base64.
  const texts = `
German macintosh Vm9ybmFtZTtOYWNobmFtZTtGaXJtYQpKn3JnZW47TZ9sbGVyO0dymqdlICYgU5pobmUKWm+RO1dlaac7Q2FmjiBLmmxuCg==
French cp850 UHKCbm9tO05vbTtTb2NpgnSCCkZyYW6Hb2lzO0xlZop2cmU7kG5lcmdpZSCFIGOTdIIKSIJsim5lO0Jlbm+MdDtUaIKDdHJlCg==
Portuguese windows-1252 Tm9tZTtPcmdhbml6YefjbwpKb+NvIENvbmNlaefjbztFZHVjYefjbyDgIGRpc3TibmNpYQpJbupzO1Byb2dyYW1h5+NvCg==
Polish windows-1250 SW1p6jtOYXp3aXNrbztGaXJtYQqjdWthc3o7V2mcbmlld3NraTtTcPOza2Ego/NknwpNYbNnb3J6YXRhO0S5YnJvd3NrYTtVY3plbG5pYSBHZGHxc2sK
Polish iso-8859-2 SW1p6jtOYXp3aXNrbztGaXJtYQqjdWthc3o7V2m2bmlld3NraTtTcPOza2Ego/NkvApNYbNnb3J6YXRhO0SxYnJvd3NrYTtVY3plbG5pYSBHZGHxc2sK
Polish cp852 SW1pqTtOYXp3aXNrbztGaXJtYQqddWthc3o7V2mYbmlld3NraTtTcKKIa2EgnaJkqwpNYYhnb3J6YXRhO0SlYnJvd3NrYTtVY3plbG5pYSBHZGHkc2sK
Turkish windows-1254 QWT9O1NveWFk/QrHYfBy/TtZ/Wxk/XoKR/xuZf471np0/HJrCt51bGU7RGHwZGV2aXJlbgo=
Russian windows-1251 yOz/O9Tg7Ojr6P87yu7s7+Dt6P8KyOLg7TvP5fLw7uI73+3k5erxCs7r/OPgO9nl8OHg6u7i4DvT7eji5fDx6PLl8go=
Russian koi8-r 6c3RO+bBzcnMydE768/N0MHOydEK6dfBzjvwxdTSz9c78c7ExcvTCu/M2MfBO/3F0sLBy8/XwTv1zsnXxdLTydTF1Ao=
Russian ibm866 iKzvO5SgrKirqO87iq6sr6CtqO8KiKKgrTuPpeLgrqI7n62kparhCo6r7KOgO5ml4KGgqq6ioDuTraiipeDhqOKl4go=
Greek windows-1253 vO3v7OE7xfD+7fXs7wrD6f7x4+/yO9Dh8OHk/PDv9evv8grF693t5zvN6erv69zv9Qo=
Japanese shift_jis joGWvCyPipGuLINeg0ODZ4OLCo5Sk2ORvphZLIqUjq6J747Qg1SDk4N2g4ssgs2CtoLfgsSCzIN2g42DT4OJg36Dk4NPCpfpltiJ1I5xLJOMi56R5Yp3LINmgVuDXoLMjKmCpoLpibsK
Japanese euc-jp u+HMviy96sKwLKW/paSlyKXrCruzxcTCwM+6LLP0vLCy8bzSpbWl86XXpesspM+kuKThpMakzqXXpe2lsKXppd+l86WwCs7rzNqy1rvSLMXstf7C57PYLKXHobylv6TOuKukqKTrsr0K
Chinese gb18030 0NXD+yy5q8u+LLHqzOIKzfXQocP3LLGxvqm089GnLM7Sw8e1xL+q1LS+rdHpCsDuxMgs1tC5+r/G0afUuizK/b7dt9bO9rXEt723qAo=
Taiwanese big5 qW2mVyykvaVxLLzQw0QKpP2kcKn6LLtPxlekar7HLKfarcyqurZ9t724Z8XnCrOvqcmnZyykpKWhrOOoc7B8LLjqrsakwKpSqrqk6KprCg==
Korean euc-kr wMy4pyzIuLvnLMGmuPEKsei5zrz2LMfRsbm068fQsbMsv8DHwrzSvbogwMy+37HiCsDMv7XI8Sy8rb/vvcPDuyy1pcDMxc0gutC8rgo=
Ukrainian koi8-u ts3RO+TP0M/XpsTYCufSycfP0qbKILfWwcs7tCCmztbFzsXSCu/M2MfBIOvP18HM2Dv33snU2CDEptTFygo=
Lithuanian windows-1257 VmFyZGFzO1BhdmFyZOsK3nlkcvtuYXM70GXwa2V2aehpdXMKUvt0YTtL5nN0dXR5dOsK
Turkish cp857 QWQ7U295YWQKSZ+NbDtHgW5lnwqegWtygTtZjWxkjXKNbQo=
English windows-1252 TmFtZSxCaW8KQW5uLEkgZG9uknQgZG8gk3NlcnZlcmxlc3OUIJYgZXZlcoUKQm8sVGhlIHNwZWFrZXKScyBjYWbpCg==
English macintosh TmFtZSxCaW8KQW5uLEkgZG9u1XQgZG8g0nNlcnZlcmxlc3PTINAgZXZlcskKQm8sVGhlIHNwZWFrZXLVcyBjYWaOCg==`;

  it.each(
    texts
      .trim()
      .split('\n')
      .map((text) => text.split(' ')),
  )('is recognized by its words: %s in %s', (_, encoding, base64 = '') => {
    expect(guessEncodings(Buffer.from(base64, 'base64'))).toEqual([encoding]);
  });

  it('is Windows-1252 if there are no words', () => {
    expect(guessEncodings(Buffer.from([0x41, 0x2c, 0xff, 0x2c]))).toEqual(['windows-1252']);
  });

  it('is one of several if the bytes are words in several scripts', () => {
    // Two Hebrew names
    const encodings = guessEncodings(Buffer.from('Rmlyc3QgbmFtZTtMYXN0IG5hbWUK4+XjO+vk7wo=', 'base64'));
    expect(encodings).toContain('windows-1255');
    expect(encodings).toContain('windows-1251');
  });
});

describe('an encoding of DOS', () => {
  it.each([
    ['cp437', [0x5a, 0x81, 0x9b, 0xe1], 'Zü¢ß'],
    ['IBM850', [0x81, 0x9b, 0xb5, 0xd5], 'üøÁı'],
    ['cp852', [0x85, 0x88, 0xfd, 0xff], 'ůłř\u00a0'],
  ])('is decoded: %s', (label, bytes, text) => {
    expect(dosDecoder(label)?.decode(Uint8Array.from(bytes))).toBe(text);
  });

  it('is none of the others', () => {
    expect(dosDecoder('windows-1252')).toBeUndefined();
  });
});
