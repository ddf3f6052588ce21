// German headers.
import type { Language } from './terms.ts';

export const german: Language = {
  name: 'Name | Anzeigename',
  fullName: `Vor- und Nachname | Vorname und Nachname | Vorname Nachname | Name, Vorname
    Nachname, Vorname | Vorname und Name | Name und Vorname | Vollständiger Name | Voller Name
    Vor- und Zuname | Wie heißen Sie | Wie heißt du`,
  firstName: 'Vorname | Vornamen | Rufname | Ihr Vorname',
  lastName: 'Nachname | Familienname | Zuname | Nachnamen | Ihr Nachname',
  email: `E-Mail | E-Mail-Adresse | Mail | Mailadresse | E-Mail-Kontakt | Elektronische Adresse
    Emailadr | E-Mails`,
  company: `Firma | Unternehmen | Organisation | Arbeitgeber | Institution | Einrichtung
    Firma/Organisation | Firmenname | Unternehmen/Organisation | Affiliation | Firma/Institution
    Firmen | Unternehmens`,
  workplace:
    'Hochschule | Universität | Verein | Dienststelle | Institut | Betrieb | Zugehörigkeit',
  jobTitle: `Position | Berufsbezeichnung | Beruf | Stellenbezeichnung | Jobtitel | Stelle
    Tätigkeit | Berufliche Position | Titel/Position | Position/Titel | Job | Berufstitel`,
  role: 'Rolle | Funktion | Slogan | Kurzprofil',
  biography: `Biografie | Biographie | Bio | Vita | Lebenslauf | Über mich | Über den Referenten
    Über die Referentin | Über Sie | Über dich | Zur Person | Personenbeschreibung
    Biografischer Abriss`,
  shortBiography: 'Kurzbiografie | Kurzbiographie | Kurzbio | Kurzvita | Kurzvorstellung',
  pronouns: 'Pronomen | Fürwörter | Bevorzugte Pronomen',
  phone: `Telefon | Telefonnummer | Handy | Handynummer | Mobil | Mobilnummer | Mobiltelefon | Tel.
    Rufnummer`,
  photo: `Foto | Bild | Profilbild | Porträt | Portrait | Profilfoto | Porträtfoto | Lichtbild
    Foto-URL`,
  linkedin: 'LinkedIn-Profil | LinkedIn-Link | LinkedIn-Adresse',
  twitter: 'Twitter-Konto | Twitter-Profil | Twitter-Name',
  logistics: 'Logistik | Reisehinweise | Hinweise zur Logistik | Logistikhinweise',
  speaker: `Referent | Referentin | Vortragender | Speaker | Vortragende | Sprecher | Sprecherin
    Redner | Rednerin | Referierende | Sprechers | Referierende*r | Dozent | Dozentin | Vortragenden
    Redners | Künstler | Künstlerin`,
  speakers: `Referent*innen | Referenten | Referentinnen und Referenten | Referierenden
    Sprecher*innen | Sprecherinnen und Sprecher | Rednerinnen und Redner | Redner*innen
    Referenten/Referentinnen | Personen | Mitwirkende | Künstler*innen
    Künstlerinnen und Künstler`,
  author: 'Autor | Autorin | Verfasser | Verfasserin | Erstautor | Erstautorin | Autors',
  authors: 'Autoren | Autor*innen | Autorinnen und Autoren | Verfasser*innen',
  coSpeaker: `Co-Referent | Co-Referentin | Co-Referenten | Co-Speaker | Co-Vortragende
    Weitere Referenten | Weitere Referierende | Weitere Vortragende | Zweiter Referent`,
  coAuthor: `Co-Autor | Co-Autorin | Co-Autoren | Koautor | Koautorin | Koautoren | Mitautor
    Mitautoren | Weitere Autoren`,
  moderator: 'Moderator | Moderatorin | Moderatoren | Moderation | Moderierende | Moderiert von',
  chair: `Vorsitz | Vorsitzende | Vorsitzender | Sitzungsleitung | Sitzungsleiter | Sitzungsleiterin
    Sessionleitung`,
  host: 'Gastgeber | Gastgeberin | Gastgebende',
  submitter: `Einreicher | Einreicherin | Einreichende | Einreichende*r | Eingereicht von
    Antragsteller | Ansprechpartner | Ansprechpartnerin | Ansprechperson | Kontaktperson
    Einreichers | Einreichenden`,
  contact: 'Kontakt | Kontakts',
  nominee: 'Nominierte | Nominierter | Nominierte Person | Vorgeschlagene Person',
  nominator: 'Nominierender | Nominiert von | Nominierende Person',
  isSpeaker: `Sind Sie der Referent | Sind Sie die Referentin | Sind Sie die vortragende Person
    Bist du der Referent | Bist du die vortragende Person`,
  talk: `Vortrag | Vortrags | Vortrages | Beitrag | Beitrags | Beitrages | Talk | Präsentation
    Referat | Referats | Programmpunkt | Programmpunkts | Vortrag/Workshop`,
  session: 'Session | Sitzung | Sitzungs | Workshop',
  event: 'Veranstaltung | Veranstaltungs',
  submission: 'Einreichung | Einreichungs',
  proposal: 'Vorschlag | Themenvorschlag | Vortragsvorschlag',
  talkTitle: `Arbeitstitel | Beitragsüberschrift | Vortragsüberschrift | Thema des Vortrags
    Vortragsthema | Titel/Thema | Thema/Titel | Geplanter Titel | Vorläufiger Titel`,
  title: 'Titel | Überschrift | Bezeichnung',
  topic: 'Thema',
  abstract: 'Abstract | Abstrakt | Vortragsabstract | Abstracttext',
  summary: `Zusammenfassung | Kurzbeschreibung | Kurzfassung | Kurztext | Inhaltsangabe | Kurzinhalt
    Kurze Beschreibung | Teaser | Ankündigungstext`,
  description: `Beschreibung | Beschreibungstext | Ausführliche Beschreibung | Detailbeschreibung
    Langbeschreibung | Erläuterung`,
  content: 'Inhalt | Inhalte | Programmtext | Text',
  track: 'Track | Strang | Themenstrang | Schiene | Themenblock | Programmlinie | Block | Tracks',
  area: 'Themenbereich | Themenschwerpunkt | Themenfeld | Themengebiet | Fachbereich',
  format: `Format | Vortragsform | Beitragsform | Veranstaltungsform | Vortragsformat
    Art des Vortrags | Art des Beitrags | Beitragsformat | Gewünschtes Format`,
  type: 'Art | Typ',
  id: 'Kennung | Kürzel | ID | Code',
  number: 'Nummer',
  status: 'Status | Zustand | Stand',
  decision: 'Entscheidung | Endgültige Entscheidung | Ergebnis | Beschluss | Angenommen | Annahme',
  reply: 'Antwort | Zusage | Zusage/Absage | Zu-/Absage | Zugesagt | Bestätigt | Bestätigung',
  feedback: 'Rückmeldung | Rückmeldung an Einreichende | Feedback',
  room: `Raum | Saal | Hörsaal | Zimmer | Bühne | Räume | Seminarraum | Vortragsraum | Konferenzraum
    Raum/Ort | Halle | Tagungsraum`,
  place: 'Ort | Veranstaltungsort | Standort | Wo | Räumlichkeit',
  start: `Start | Beginn | Anfang | Termin | Datum und Uhrzeit | Datum/Uhrzeit | Startet um | Von
    Ab | Wann | Zeitpunkt | Beginn (Datum und Uhrzeit) | Datum/Zeit | Datum und Zeit | Beginnt`,
  slot: 'Zeitslot | Slot',
  startTime: `Startzeit | Anfangszeit | Beginnzeit | Startuhrzeit | Uhrzeit Beginn
    Beginn (Uhrzeit) | Uhrzeit von | Zeit von | Uhrzeit Start | Beginnt um`,
  date: 'Datum | Startdatum | Beginndatum | Anfangsdatum | Beginnt am',
  day: 'Tag | Wochentag | Veranstaltungstag | Konferenztag',
  time: `Zeit | Uhrzeit | Zeitraum | Von–bis | Zeiten | Uhrzeit (von–bis) | Zeitfenster
    Zeitspanne`,
  end: `Ende | Bis | Endzeit | Schluss | Endet um | Enduhrzeit | Enddatum/Uhrzeit | Ende (Uhrzeit)
    Uhrzeit Ende | Uhrzeit bis | Zeit bis | Ende (Datum und Uhrzeit) | Endet`,
  endDate: 'Enddatum | Endet am',
  timeZone: 'Zeitzone',
  zone: 'Zone | Offset',
  duration: `Dauer | Länge | Minuten | Dauer (Minuten) | Dauer in Minuten | Dauer (min) | Zeitdauer
    Min. | Redezeit | Vortragsdauer | Länge (Minuten) | Länge in Minuten`,
  fillers: `der | die | das | des | dem | den | ein | eine | eines | einer | von | vom | für | zum
    zur | zu | Ihr | Ihre | Ihres | Ihrer | Ihren | dein | deine | deines | deiner | deinen | euer
    eure | mein | meine | meines | bitte | angeben | eingeben | unser | unsere | im`,
};
