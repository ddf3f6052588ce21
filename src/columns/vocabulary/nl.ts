// Dutch headers.
import type { Language } from './terms.ts';

export const dutch: Language = {
  name: 'Naam | Namen | Weergavenaam | Publieke naam',
  fullName: `Volledige naam | Voor- en achternaam | Voornaam en achternaam | Naam en voornaam
    Achternaam, voornaam | Voornaam achternaam | Voornaam en naam | Gehele naam | Hoe heet je
    Hoe heet u`,
  firstName: 'Voornaam | Voornamen | Roepnaam | Voornaam/roepnaam | Eerste naam',
  lastName: 'Achternaam | Familienaam | Achternamen | Geslachtsnaam | Tussenvoegsel en achternaam',
  email:
    'E-mail | E-mailadres | Mailadres | Mail | Elektronisch adres | E-mails | Elektronische post',
  company: `Bedrijf | Organisatie | Instelling | Werkgever | Onderneming | Affiliatie | Firma
    Bedrijfsnaam | Bedrijf/organisatie | Organisatie/bedrijf | Bedrijfs`,
  workplace: 'Universiteit | Hogeschool | Vereniging | Werkplek | Instituut',
  jobTitle: `Functie | Functietitel | Functienaam | Beroep | Positie | Functieomschrijving | Baan
    Titel/functie | Huidige functie | Functie/rol`,
  role: 'Rol | Tagline | Slogan',
  biography: `Biografie | Bio | Over jezelf | Over mij | Levensloop | Over jou | Over uzelf | Over u
    Profieltekst | Over de spreker`,
  shortBiography: 'Korte biografie | Korte bio | Beknopte biografie | Biografische schets',
  pronouns: 'Voornaamwoorden | Voornaamwoord | Aanspreekvorm',
  phone: `Telefoon | Telefoonnummer | Mobiel | Mobiel nummer | Tel. | Mobiele telefoon | Gsm
    Gsm-nummer | 06-nummer`,
  photo: 'Foto | Profielfoto | Portret | Afbeelding | Portretfoto | Pasfoto | Profielafbeelding',
  linkedin: 'LinkedIn-profiel | LinkedIn-link | LinkedIn-pagina',
  twitter: 'Twitter-account | Twitter-profiel | Twitter-naam',
  logistics: 'Logistiek | Logistieke wensen | Reiswensen',
  speaker: `Spreker | Spreekster | Presentator | Presentatrice | Inleider | Speaker
    Voordrachtgever | Docent | Hoofdspreker | Gepresenteerd door | Spreker/spreekster | Presentators
    Workshopleider | Artiest`,
  speakers: `Spreker(s) | Presentatoren | Inleiders | Personen | Speakers | Docenten
    Sprekers en presentatoren | Artiesten`,
  author: 'Auteur | Schrijver | Eerste auteur | Hoofdauteur',
  authors: 'Auteurs | Schrijvers | Lijst van auteurs | Auteurslijst',
  coSpeaker: `Co-spreker | Co-sprekers | Medespreker | Medesprekers | Andere sprekers
    Overige sprekers`,
  coAuthor: 'Co-auteur | Co-auteurs | Medeauteur | Medeauteurs | Overige auteurs',
  moderator: 'Moderator | Moderatoren | Moderators | Gespreksleider',
  chair: 'Voorzitter | Voorzitters | Sessievoorzitter | Dagvoorzitter',
  host: 'Gastheer | Gastvrouw',
  submitter: `Indiener | Ingediend door | Inzender | Aanvrager | Contactpersoon
    Corresponderend auteur | Ingezonden door | Contactauteur | Indieners | Voorgesteld door`,
  contact: 'Contact',
  nominee: 'Genomineerde | Voorgedragen persoon',
  nominator: 'Genomineerd door',
  isSpeaker: 'Bent u de spreker | Ben jij de spreker',
  talk: `Lezing | Presentatie | Voordracht | Bijdrage | Praatje | Talk | Lezings | Toespraak
    Lezing/workshop | Programmaonderdeel | Onderdeel | Activiteit`,
  session: 'Sessie | Workshop',
  event: 'Evenement',
  submission: 'Inzending',
  proposal: 'Voorstel',
  talkTitle: `Werktitel | Titel/onderwerp | Onderwerp van de lezing | Onderwerp/titel | Lezingtitel
    Voorgestelde titel`,
  title: 'Titel | Titels',
  topic: 'Onderwerp',
  abstract: 'Abstract | Abstracttekst | Uittreksel | Abstract (samenvatting)',
  summary: `Samenvatting | Korte beschrijving | Korte omschrijving | Korte samenvatting | Synopsis
    Introductie | Beknopte beschrijving`,
  description: `Beschrijving | Omschrijving | Uitgebreide beschrijving | Volledige beschrijving
    Toelichting | Details`,
  content: 'Inhoud | Tekst | Inhouden',
  track: 'Track | Spoor | Themalijn | Stroom | Thematrack | Programmalijn | Lijn',
  area: 'Themagebied',
  format: 'Vorm | Format | Presentatievorm | Werkvorm | Formaat | Sessievorm',
  type: 'Type | Soort | Aard',
  id: 'Kenmerk | Code | ID',
  number: 'Nummer | Volgnummer',
  status: 'Status | Toestand',
  decision: 'Besluit | Beslissing | Resultaat | Uitslag | Geaccepteerd',
  reply: 'Antwoord | Bevestigd | Bevestiging | Toezegging',
  feedback: 'Terugkoppeling | Opmerkingen voor de auteur | Opmerkingen aan auteurs',
  room: `Zaal | Ruimte | Kamer | Lokaal | Podium | Zalen | Collegezaal | Vergaderzaal
    Zaal/locatie`,
  place: 'Locatie | Plaats | Plek | Waar',
  start: `Start | Begin | Aanvang | Datum en tijd | Datum/tijd | Begint om | Wanneer | Van
    Begindatum en -tijd | Tijdstip | Vanaf | Begint | Startdatum en -tijd | Startmoment`,
  slot: 'Tijdslot',
  startTime:
    'Starttijd | Begintijd | Aanvangstijd | Tijd van | Starttijdstip | Aanvangsuur | Startuur',
  date: 'Datum | Startdatum | Begindatum | Aanvangsdatum',
  day: 'Dag | Weekdag | Dag van de week | Congresdag',
  time: 'Tijd | Tijden | Uur | Van–tot | Begin/einde | Start/eind | Tijdvak | Kloktijd | Uren',
  end: `Einde | Eind | Eindtijd | Tot | Eindigt om | Einddatum en -tijd | Tijd tot | Afloop
    Tot en met | Einde (tijd) | Einduur | Sluiting`,
  endDate: 'Einddatum',
  timeZone: 'Tijdzone',
  zone: 'Zone',
  duration: `Duur | Lengte | Minuten | Duur (minuten) | Duur in minuten | Tijdsduur | Duur (min)
    Looptijd | Spreektijd`,
  fillers: `de | het | een | van | voor | uw | je | jouw | jullie | mijn | onze | ons | graag
    invullen | vul | in | op | te | aub`,
};
