// Owns the words around, inside and instead of people's names, as data: titles, degrees, roles,
// particles, placeholders. Must not know cells.
import { andWords, withWords } from '../columns/vocabulary/conjunctions.ts';
import { textsIn } from '../columns/vocabulary/text-list.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Before a name. Compared in lower case and without full stops. */
export const titles = words(`
  dr drs prof professor professorin profa professeur professeure profesor profesora univ-prof
  ao-prof apl-prof doc docent dra dott dottssa dottore prof-dr priv-doz privatdozent ing ir mag
  mmag dipl-ing dipl-inf dipl-phys dipl-psych dipl-kfm mudr judr phdr rndr mvdr thdr paeddr mgr bc
  inż dr-ing drhc prof-ing
  mr mrs ms miss mx mister herr frau mme mlle monsieur madame sra srta señor señora sig signor
  signora dhr mevr mw pan pani sir dame rev reverend hon esq
  lek mga pharmdr thlic akad
  д-р проф г-н г-жа доц
`);

/** Titles that are also names or initials, unless a full stop follows. */
export const dottedTitles = words(
  'mag bc ir doc ing pan sig hon rev sr fr dra mw bc dame lek akad',
);

/** Further words of a title, after its first: `Dr. med. h.c.` */
export const titleParts = words(`
  med rer nat phil jur hc mult hab habil techn oec theol h c em dr vet wet dent stom iur agr pol sc
  ing arch mal
`);

/** After a name, with or without a comma. Compared in lower case and without full stops. */
export const degrees = words(`
  phd dphil msc bsc mba llm llb edd dds dvm pharmd mph meng beng peng csc drsc dsc mphil mbchb dba
  psyd thd esq cissp pmp cpa frs frse obe cbe kbe mbe ficp facp frcp mres mfa bfa mtech btech
`);

/** Degrees that are no names even if only their first letter is a capital. */
export const titleCaseDegrees = words('phd msc bsc dphil esq');

/** Degrees, seats and orders that are also initials: only after a comma or with full stops. */
export const shortDegrees = words(`
  om ch ma ba md jd rn bs ms mla cfa mdb mdl mda mdep mep mp msp dbe gbe cmg kcb
`);

/** At the start of a family name. */
export const particles = words(`
  van von vom zu zum zur der den de del della dello delle degli dei di da das dos do du des la le
  las los lo ter ten te 't ’t 's ’s op aan in het af av al el bin bint ibn ben abu st st. saint
  sainte santa san são mac mc e y i und dalla dal d' d’ o' ó ní nic ap zu vande vander
`);

/** Particles that are common given or middle names when capitalized, such as in `Lim Ben Kiat`. */
export const lowerCaseParticles = words(
  'ben in do das den der zu te op af av i e y lo an san santa abu das des het te',
);

/** Between the names of those who perform together. */
const billing = ['feat', 'feat.', 'ft', 'ft.', 'featuring', 'x', 'vs', 'vs.'];

export const conjunctions: ReadonlySet<string> = new Set([...andWords, ...withWords, ...billing]);

/** The labels before people that name a role: `Chair: Ann Muster`. No other text is one. */
export const roles = textsIn(`
  chair | chairs | session chair | session chairs | co-chair | co-chairs | chairperson | host
  hosts
  co-host | co-hosts | hosted by | moderator | moderators | moderation | moderated by | speaker
  speakers | co-speaker | co-speakers | keynote speaker | keynote speakers | keynote | keynotes
  guest speaker | invited speaker | presenter | presenters | presented by | panelist | panelists
  panellist | panellists | panel | discussant | discussants | facilitator | facilitators | lecturer
  lecturers | instructor | instructors | trainer | trainers | tutor | tutors | author | authors
  organizer | organizers | organiser | organisers | performer | performers | artist | artists
  emcee
  moderatorin | moderatoren | leitung | sitzungsleitung | vorsitz | referent | referentin
  referenten | referentinnen | vortragende | vortragender | sprecher
  sprecherin | redner | rednerin | gastgeber | gastgeberin | podium
  modérateur | modératrice | animateur | animatrice | intervenant | intervenante | intervenants
  conférencier | conférencière | orateur | oratrice | président | présidente | président de séance
  moderador | moderadora | moderadores | ponente | ponentes | orador | oradora | presentador
  presentadora | panelista | panelistas | presidente
  palestrante | palestrantes | mediador | mediadora | apresentador | apresentadora
  moderatore | moderatrice | relatore | relatrice | relatori | oratore
  spreker | sprekers | dagvoorzitter | voorzitter | gespreksleider
  moderatorka | prelegent | prelegentka | prelegenci | prowadzący | prowadząca | paneliści
  moderátor | moderátorka | přednášející | řečník | řečnice | předsedající
  登壇者 | 講演者 | 発表者 | 座長 | 司会 | モデレーター | モデレータ | スピーカー | パネリスト
  主持人 | 主持 | 讲者 | 演讲者 | 演讲人 | 講者 | 主席 | 嘉宾
  модератор | ведущий | ведущая | докладчик | докладчики | спикер | спикеры | председатель
`);

/** After the last name: further people, of whom nobody is named. */
export const furtherPeople = textsIn(`
  et al. | et al | et. al. | and others | and colleagues | u.a. | u. a. | uva. | uvm. | und andere
  etc. | etc | e.a. | e altri | y otros | m.fl. | i in. | a kol. | и др. | ほか
`);

/** Words in the names of organizations and groups, and not in those of people. */
const groupWords = words(`
  gmbh inc ltd llc llp plc corp corporation company bv oy sarl srl kft ev ngo university université
  universität universidad universidade università universiteit uniwersytet univerzita univ uni
  college school schule hochschule institute institut instituto istituto institution academy
  akademie faculty department dept lab labs laboratory research foundation stiftung fundación
  fundação association verein society club union network team teams group gruppe groupe grupo
  community collective kollektiv committee council panel staff family friends students scientists
  hackers hacks speakers panelists organizers organisers volunteers everyone consulting software
  systems solutions technologies technology services media verlag publishing studio studios partners
  agency ministry museum project orchestra ensemble choir
`);

/** Whether one of the words is in names of organizations only. */
export function isGroup(all: readonly string[]): boolean {
  return all.some((word) => groupWords.has(plainWord(word)));
}

/** In lower case, without full stops and commas. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[.,]/g, '');
}

/** Instead of a part of a name. */
const placeholders = words(`
  tba tbd tbc tbx n.n. n.n nn n/a n.a. - – — -- --- ? ?? ??? x xx xxx .. ... unknown
`);

/** Whether a text is there instead of a name, or of a part of one. */
export function isPlaceholder(text: string): boolean {
  const key = text.toLowerCase();
  const isOne = placeholders.has(key) || (key.endsWith('.') && placeholders.has(key.slice(0, -1)));
  return key === '' || isOne;
}

/** Whether a whole text names nobody in particular: `TBA`, `none`, `Various speakers`, `Staff`. */
export function isNobody(text: string): boolean {
  if (text.length > longestNobody) return false;
  const plain = text.replace(/^[([{]+|[)\]}.]+$/g, '').trim();
  if ([text, plain].some((name) => isPlaceholder(name) || isNoValue(name))) return true;
  const key = plain.toLowerCase().replace(/\s+/g, ' ');
  return [key, key.replace(roleBeside, '')].some((name) => nobody.has(name) || isPlaceholder(name));
}

const longestNobody = 40;

/** Of a whole name only: `Null` may be the family name of somebody. */
const nobody: ReadonlySet<string> = new Set(
  textsIn(`
  n. n | various | several | multiple | all | everyone | nobody | no one | staff | conference staff
  event staff | et al | et. al | to be decided | diverse | verschiedene | mehrere | noch offen
  wird noch bekannt gegeben | divers | plusieurs | à confirmer | varios | varias | por confirmar
  por anunciar | vários | a confirmar | a anunciar | vari | da confermare | diversen | volgt nog
  nog niet bekend | różni | do ustalenia | wkrótce | různí | bude upřesněno | upřesníme | разные
  уточняется | будет объявлено | 未定 | 調整中 | 待公布 | 多人
`),
);

/** `Speaker TBA` and `Various speakers`; a role alone names nobody either. */
const roleBeside = new RegExp(`^(?:${roles.join('|')})(?:\\s+|$)|\\s(?:${roles.join('|')})$`);

/** Whether a text says that there is no value: `n/a`, `-`, `TBD`, `none`. */
export function isNoValue(text: string): boolean {
  const plain = text.trim();
  if (plain.length > longestNoValue) return false;
  return /^[\p{P}\p{S}]+$/u.test(plain) || noValues.has(plain.toLowerCase());
}

const noValues: ReadonlySet<string> = new Set(
  textsIn(`
  n/a | na | n.a. | none | nil | null | nothing | unknown | tba | tbd | tbc | t.b.a. | t.b.d.
  t.b.c.
  to be announced | to be confirmed | to be defined | to be determined | to be done | to follow
  not available | not applicable | k. a. | k.a. | k. a | keine | keine angabe | entfällt | folgt
  folgt noch | aucun | aucune | néant | à venir | à définir | ninguno | ninguna | por definir
  nenhum | nenhuma | a definir | nessuno | nessuna | da definire | geen | n.v.t. | nvt | volgt
  brak
  nie dotyczy | nd. | žádný | žádná | není | нет | не указано | н/д | なし | 無し | 未定 | 无 | 無 | 暂无
  待定
`),
);

const longestNoValue = 20;
