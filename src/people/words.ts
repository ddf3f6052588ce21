// Owns the words around, inside and instead of people's names, as data: titles, degrees, particles, placeholders. Must not know cells.
import { andWords, withWords } from '../columns/vocabulary/conjunctions.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Before a name. Compared in lower case and without full stops. */
export const titles = words(`
  dr drs prof professor professorin profa professeur professeure profesor profesora univ-prof ao-prof apl-prof doc docent
  dra dott dottssa dottore prof-dr priv-doz privatdozent ing ir mag mmag dipl-ing dipl-inf dipl-phys dipl-psych dipl-kfm
  mudr judr phdr rndr mvdr thdr paeddr mgr bc inż dr-ing drhc prof-ing
  mr mrs ms miss mx mister herr frau mme mlle monsieur madame sra srta señor señora sig signor signora
  dhr mevr mw pan pani sir dame rev reverend hon esq
  lek mga pharmdr thlic akad
  д-р проф г-н г-жа доц
`);

/** Titles that are also names or initials, unless a full stop follows. */
export const dottedTitles = words('mag bc ir doc ing pan sig hon rev sr fr dra mw bc dame lek akad');

/** Further words of a title, after its first: `Dr. med. h.c.` */
export const titleParts = words(
  'med rer nat phil jur hc mult hab habil techn oec theol h c em dr vet wet dent stom iur agr pol sc ing arch mal',
);

/** After a name, with or without a comma. Compared in lower case and without full stops. */
export const degrees = words(`
  phd dphil msc bsc mba llm llb edd dds dvm pharmd mph meng beng peng csc drsc dsc mphil mbchb dba psyd thd
  esq cissp pmp cpa frs frse obe cbe kbe mbe ficp facp frcp mres mfa bfa mtech btech
`);

/** Degrees that are no names even if only their first letter is a capital. */
export const titleCaseDegrees = words('phd msc bsc dphil esq');

/** Degrees that are also initials or names: only after a comma or with full stops. */
export const shortDegrees = words('om ch ma ba md jd rn bs ms mla cfa');

/** Part of the name: two people may differ in it alone. */
export const generations = words('jr sr ii iii iv jnr snr');

/** The same, only as they are here: `Jun` and `Sen` are names. */
export const lowerCaseGenerations = words('jun. sen. ml. st. mł. junior senior');

/** At the end of a Portuguese family name. */
export const familySuffixes = words('neto netto filho sobrinho júnior junior');

/** Titles that are part of a family name if a particle follows: `Graf von Berg`. */
export const nobility = words(
  'graf gräfin freiherr freifrau freiin baron baronin baronesse fürst fürstin prinz prinzessin herzog herzogin ritter edler edle',
);

/** After an East Asian name, with or without a space. */
export const honorifics = [
  ...words('さん さま 様 殿 氏 先生 教授 博士 女士 小姐 老师 님 씨 박사 교수 선생 대표 팀장 과장'),
];

/** At the start of a family name. */
export const particles = words(`
  van von vom zu zum zur der den de del della dello delle degli dei di da das dos do du des la le las los lo
  ter ten te 't ’t 's ’s op aan in het af av al el bin bint ibn ben abu st st. saint sainte santa san são mac mc
  e y i dalla dal d' d’ o' ó ní nic ap zu vande vander
`);

/** Particles that are common given or middle names when capitalized, such as in `Lim Ben Kiat`. */
export const lowerCaseParticles = words(
  'ben in do das den der zu te op af av i e y lo an san santa abu das des het te',
);

/** Join two family names: `Ortega y Gasset`. */
export const surnameJoints = words('y e i');

export const conjunctions: ReadonlySet<string> = new Set([...andWords, ...withWords]);

/** Words in the names of organizations and groups, and not in those of people. */
const groupWords = words(`
  gmbh inc ltd llc llp plc corp corporation company bv oy sarl srl kft ev ngo university université universität universidad universidade università universiteit uniwersytet univerzita
  univ college school schule hochschule institute institut instituto istituto institution academy akademie faculty department
  dept lab labs laboratory research foundation stiftung fundación fundação association verein society club union network
  team teams group gruppe groupe grupo community collective kollektiv committee council panel staff family
  friends students scientists hackers hacks speakers panelists organizers organisers volunteers everyone consulting
  software systems solutions technologies technology services media verlag publishing studio studios partners
  agency ministry museum project orchestra ensemble choir
`);

/** Whether one of the words is in names of organizations only. */
export function isGroup(all: readonly string[]): boolean {
  return all.some((word) => groupWords.has(plainWord(word)));
}

/** Instead of a name. */
const placeholders = words(`
  tba tbd tbc tbx n.n. n.n nn n/a n.a. - – — -- --- ? ?? ??? x xx xxx .. ... unknown
`);

/** After a name: nobody in particular. */
export const furtherMarks = words('u.a. uva. uvm. etc. etc e.a. m.fl.');

/** In lower case, without full stops and commas. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[.,]/g, '');
}

/** Whether a text is there instead of a name. */
export function isPlaceholder(text: string): boolean {
  const key = text.toLowerCase();
  return key === '' || placeholders.has(key) || (key.endsWith('.') && placeholders.has(key.slice(0, -1)));
}

/** Whether a text says that there is no value: `n/a`, `-`, `TBD`, `none`. */
export function isNoValue(text: string): boolean {
  const plain = text.trim();
  return plain.length <= longestNoValue && (/^[\p{P}\p{S}]+$/u.test(plain) || noValues.has(plain.toLowerCase()));
}

const noValues = new Set(
  `n/a|na|n.a.|none|nil|null|nothing|unknown|tba|tbd|tbc|t.b.a.|t.b.d.|t.b.c.|to be announced|to be confirmed|to be defined
  to be determined|to be done|to follow|not available|not applicable|k. a.|k.a.|k. a|keine|keine angabe|entfällt|folgt|folgt noch
  aucun|aucune|néant|à venir|à définir|ninguno|ninguna|por definir|nenhum|nenhuma|a definir|nessuno|nessuna|da definire
  geen|n.v.t.|nvt|volgt|brak|nie dotyczy|nd.|žádný|žádná|není|нет|не указано|н/д|なし|無し|未定|无|無|暂无|待定`.split(
    /[|\n]\s*/,
  ),
);

const longestNoValue = 20;
