// Recognizes texts that people write into a cell instead of leaving it empty. Must not know names of people. Pure.

/** Whether a text says that there is no value: `n/a`, `-`, `TBD`, `none`. */
export function isNoValue(text: string): boolean {
  const plain = text.trim();
  return plain.length <= longest && (/^[\p{P}\p{S}]+$/u.test(plain) || words.has(plain.toLowerCase()));
}

const words = new Set(
  `n/a|na|n.a.|none|nil|null|nothing|unknown|tba|tbd|tbc|t.b.a.|t.b.d.|t.b.c.|to be announced|to be confirmed|to be defined
  to be determined|to be done|to follow|not available|not applicable|k. a.|k.a.|k. a|keine|keine angabe|entfällt|folgt|folgt noch
  aucun|aucune|néant|à venir|à définir|ninguno|ninguna|por definir|nenhum|nenhuma|a definir|nessuno|nessuna|da definire
  geen|n.v.t.|nvt|volgt|brak|nie dotyczy|nd.|žádný|žádná|není|нет|не указано|н/д|なし|無し|未定|无|無|暂无|待定`.split(
    /[|\n]\s*/,
  ),
);

const longest = 20;
