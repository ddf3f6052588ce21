// Czech headers.
import type { Language } from './terms.ts';

export const czech: Language = {
  name: 'Jméno | Jména | Zobrazované jméno | Veřejné jméno',
  fullName: `Jméno a příjmení | Celé jméno | Příjmení a jméno | Jméno příjmení | Příjmení, jméno
    Jména a příjmení | Plné jméno | Jak se jmenujete | Jak se jmenuješ`,
  firstName: 'Křestní jméno | Křestní | Rodné jméno | První jméno',
  lastName: 'Příjmení | Rodinné jméno | Poslední jméno',
  email: `E-mail | E-mailová adresa | Elektronická pošta | Mail | Adresa e-mailu
    Elektronická adresa | Kontaktní e-mail | Mailová adresa | E-maily`,
  company: `Firma | Společnost | Organizace | Instituce | Zaměstnavatel | Afiliace | Podnik
    Firma/organizace | Název firmy | Firmy | Společnosti`,
  workplace: 'Univerzita | Škola | Vysoká škola | Ústav | Pracoviště',
  jobTitle: `Pracovní pozice | Pozice | Povolání | Profese | Pracovní zařazení | Zaměstnání
    Pracovní titul | Název pozice | Pozice ve firmě`,
  role: 'Role | Funkce | Slogan',
  biography:
    'Životopis | Biografie | Bio | O mně | O vás | O sobě | O přednášejícím | Profil | O řečníkovi',
  shortBiography:
    'Krátký životopis | Medailonek | Krátké bio | Stručný životopis | Medailon | Krátká biografie',
  pronouns: 'Zájmena | Zájmeno | Preferovaná zájmena',
  phone: `Telefon | Telefonní číslo | Mobil | Tel. | Mobilní telefon | Číslo telefonu
    Kontaktní telefon`,
  photo: 'Fotografie | Fotka | Foto | Profilová fotografie | Portrét | Obrázek | Profilový obrázek',
  linkedin: 'Profil LinkedIn | Odkaz na LinkedIn | LinkedIn profil',
  twitter: 'Účet na Twitteru | Twitterový účet | Profil Twitter',
  logistics: 'Logistika | Logistické poznámky | Logistické požadavky',
  speaker: `Přednášející | Řečník | Řečnice | Přednášejícího | Spíkr | Referující | Speaker
    Řečníka | Lektor | Lektorka | Mluvčí | Přednáší | Vystupující | Prezentující | Řečník/řečnice
    Umělec | Umělkyně`,
  speakers: `Řečníci | Speakeři | Lektoři | Řečníků | Osoby | Přednášející (všichni)
    Vystupující osoby | Spíkři | Umělci | Účinkující`,
  author: 'Autor | Autorka | První autor | Hlavní autor | Autora',
  authors: 'Autoři | Autoři a autorky | Seznam autorů | Autor/autoři | Autorů',
  coSpeaker: 'Spoluřečník | Spoluřečníci | Spolupřednášející | Další řečníci',
  coAuthor: 'Spoluautor | Spoluautorka | Spoluautoři | Další autoři',
  moderator: 'Moderátor | Moderátorka | Moderátoři | Moderuje',
  chair: 'Předsedající | Předseda sekce | Předsedá',
  host: 'Hostitel | Hostitelka | Hostitelé',
  submitter: `Předkladatel | Navrhovatel | Odesílatel | Přihlašovatel | Podal | Kontaktní osoba
    Korespondenční autor | Předkladatele | Kontaktní autor | Navrhl`,
  contact: 'Kontakt',
  nominee: '',
  nominator: '',
  isSpeaker: '',
  talk: `Přednáška | Prezentace | Příspěvek | Přednášky | Příspěvku | Vystoupení | Referát | Talk
    Referátu`,
  session: 'Session | Relace | Workshop | Workshopu',
  event: 'Akce | Událost',
  submission: 'Přihláška | Přihlášky | Podání',
  proposal: 'Návrh | Návrhu',
  talkTitle:
    'Název | Pracovní název | Téma přednášky | Název/téma | Téma příspěvku | Navrhovaný název',
  title: 'Titulek | Nadpis | Titul',
  topic: 'Téma',
  abstract: 'Abstrakt | Abstract | Text abstraktu | Abstrakt/anotace',
  summary: 'Anotace | Shrnutí | Souhrn | Krátký popis | Stručný popis | Stručný obsah | Perex',
  description: 'Popis | Podrobný popis | Detailní popis | Úplný popis | Podrobnosti | Delší popis',
  content: 'Obsah | Text | Náplň',
  track: 'Sekce | Sekce programu | Tematická sekce | Track | Proud | Linie | Blok',
  area: 'Tematická oblast | Okruh | Tematický okruh',
  format: 'Formát | Forma | Forma prezentace | Způsob prezentace | Formát přednášky',
  type: 'Typ | Druh',
  id: 'Identifikátor | Kód | ID',
  number: 'Číslo',
  status: 'Stav | Status',
  decision: 'Rozhodnutí | Konečné rozhodnutí | Výsledek',
  reply: 'Odpověď | Potvrzení | Potvrzeno',
  feedback: 'Zpětná vazba | Poznámky pro autora | Komentáře autorům',
  room: 'Místnost | Sál | Učebna | Posluchárna | Pódium | Aula | Přednáškový sál | Sál/místnost',
  place: 'Místo | Lokace | Kde | Místo konání | Místa',
  start: `Začátek | Start | Zahájení | Datum a čas | Datum/čas | Začíná | Kdy | Od
    Datum a čas začátku | Počátek | Začátek (datum a čas) | Termín`,
  slot: 'Časový slot',
  startTime: `Čas začátku | Čas zahájení | Začátek (čas) | Hodina začátku | Čas od | Začátek v
    Čas startu | Od (čas)`,
  date: 'Datum | Datum začátku | Datum zahájení | Datum konání | Datum přednášky',
  day: 'Den | Den v týdnu | Den konference',
  time: 'Čas | Hodina | Časy | Od–do | Čas přednášky | Doba konání | Časový úsek | Začátek/konec',
  end: `Konec | Čas konce | Ukončení | Do | Končí | Datum a čas konce | Čas ukončení | Závěr
    Konec (čas) | Čas do | Do (čas)`,
  endDate: 'Datum konce | Datum ukončení',
  timeZone: 'Časové pásmo',
  zone: 'Zóna',
  duration: `Délka | Doba trvání | Trvání | Minuty | Délka (minuty) | Délka v minutách | Doba
    Délka (min) | Trvání (min) | Trvání v minutách`,
  fillers: `váš | vaše | vašeho | vaší | vašich | tvůj | tvoje | tvé | tvého | můj | moje | mého
    mé | prosím | uveďte | zadejte | vyplňte | napište | pro | na | svůj | náš`,
};
