// Headers whose meaning depends on others: whole files, headers that resemble others, numbers and remarks.
import { expect, it } from 'vitest';
import { type Kind, mapHeaders } from '../../test/support/columns.ts';

/** Files whose columns mean something only beside the others. */
const files: readonly (readonly [kind: Kind, mapped: string, ignored?: string])[] = [
  ['speakers', 'Vorname=first_name, Name=last_name, E-Mail=email', 'Titel'],
  ['speakers', 'Nombre=first_name, Apellidos=last_name, Correo=email'],
  ['speakers', '姓=last_name, 名=first_name, メールアドレス=email, 役職=title'],
  ['speakers', 'Referent=name, E-Mail=email, Firma=company_name', 'Titel, Zusammenfassung'],
  ['speakers', 'Email=email', 'Title'],
  ['speakers', 'email=email, title=title'],
  ['speakers', 'email=email', 'title, abstract'],
  ['speakers', 'First name=first_name, Last name=last_name, Email=email', 'Name'],
  ['speakers', 'Vorname des Referenten=first_name, Name des Referenten=last_name'],
  ['speakers', 'Nombre del ponente=first_name, Apellidos del ponente=last_name'],
  ['speakers', 'Author name=first_name, Author surname=last_name'],
  ['submissions', 'Speaker surname=submitter_last_name, Speaker name=submitter_first_name'],
  ['sessions', 'Prénom de l’intervenant=speaker_first_name, Nom de l’intervenant=speaker_last_name'],
  ['submissions', 'Talk title=title, Name=name, Email=submitter_email', 'Title'],
  ['submissions', 'Title=title, Abstract=abstract, Email=submitter_email', 'Resume'],
  [
    'submissions',
    'Title=title, Talk Summary=abstract, contact_author=name, contact_email=submitter_email',
    'Author(s), Topic',
  ],
  ['submissions', 'Titel=title, Vortragsart=format_id, Track=track_id, E-Mail=submitter_email', 'Thema'],
  ['submissions', 'Titel=title, Abstract (EN)=abstract, E-Mail=submitter_email'],
  [
    'speakers',
    'Vorname / First name=first_name, Nachname | Last name=last_name, E-Mail/Email=email, Firma / Company=company_name',
    'Beginn / Ende',
  ],
  ['sessions', 'Titre=title, Salle=room, Date=date, Heure de début=time, Heure de fin=end, Intervenants=speakers'],
  ['sessions', 'Tytuł=title, Sala=room, Od=start, Do=end, Prelegent=speakers'],
  ['sessions', 'Title=title, Room=room, Date=date, Start=start, Track=track', 'Day, Location, Slot, Talk A'],
  ['sessions', 'Titel=title, Raum=room, Datum=date, Uhrzeit=time', 'Tag, Ort, Moderator'],
  [
    'speakers',
    'Name=name, Email=email, Company=company_name, Bio=about',
    'Short bio, University, Diet, Travel, Equipment',
  ],
  ['sessions', 'Session name=title, Space=room, From=start, To=end, Name=speakers'],
];

it.each(files.map(([kind, mapped, ignored = '']) => [kind, mapped, ignored] as const))(
  'a file of %s maps %s',
  (kind, mapped, ignored) => {
    const expected = mapped.split(', ');
    const headers = expected.map((pair) => pair.slice(0, pair.lastIndexOf('=')));
    expect(mapHeaders(kind, [...headers, ...ignored.split(', ')])).toEqual(expected);
  },
);

/** Headers that resemble names of fields and mean something else. */
it.each<[Kind, string]>([
  [
    'speakers',
    `Is speaker | Speaker fee | Speaker type | Speaker ID | Speaker country | Speaker 2 email | Second speaker name | Bio of co-speaker
    Co-speaker’s email | Email of your assistant | Confirm email | Email status | Owner Email | Submitter (affiliation) | Name of the hotel
    Emergency contact name | Badge name | Middle name | Maiden name | Number of talks | Company website | Company size | Place of birth
    Date of birth | Nombre d’interventions | Nombre del hotel | Akademischer Titel | Anrede | Civilité | Nome da mãe | Nome utente
    フリガナ | 氏名（フリガナ） | お名前（ふりがな） | 会社住所 | 备注 | Отчество | Ort | Ville | Cidade | Città`,
  ],
  [
    'submissions',
    `Talk language | Talk tags | Talk 2 title | Title of your last talk elsewhere | Subtitle | Short title | Titel (englisch)
    Abstract (English) | Speaker count | Have you given this talk before? | Do you agree to the recording of your talk? | Learning objectives
    Zielgruppe | Sprache des Vortrags | Public visé | Nombre de participants | Anzahl der Vorträge | Presentation file | Track 2
    Submission date | Notes | Category | 言語 | 备注 | Комментарий`,
  ],
  [
    'sessions',
    `Travelling from | Room capacity | Room setup | End date | Created | Created at | Submission date | Date of the proposal | Preferred date
    Preferred day | Preferred time slot | Talk A | Name | Time zone | Session chair | Moderator | Capacity | Event ID`,
  ],
])('in a file of %s, no column is mapped of %s', (kind, headers) => {
  expect(headers.split(/\s*[|\n]\s*/).flatMap((header) => mapHeaders(kind, [header]))).toEqual([]);
});

it.each<[Kind, string, string]>([
  ['speakers', '1. Name, 2. Email, 3) Bio', '1. Name=name, 2. Email=email, 3) Bio=about'],
  ['speakers', '1. Referent, 2. Referent, E-Mail', 'E-Mail=email'],
  ['speakers', 'Speaker 1, Speaker 2, E-Mail', 'E-Mail=email'],
  ['sessions', 'Title, Room, Start (day 1), Start (day 2)', 'Title=title, Room=room'],
  ['speakers', 'Email (required), Email, Name (optional)', 'Email=email, Name (optional)=name'],
])('in a file of %s, numbers and remarks in %s are left out, or tell columns apart', (kind, headers, mapped) => {
  expect(mapHeaders(kind, headers.split(', '))).toEqual(mapped.split(', '));
});

/** Nouns together, articles and questions, in each language. */
it.each<[Kind, string]>([
  [
    'speakers',
    `Name of the speaker=name | What is your full name?=name | Speaker’s first name=first_name | Q2: What is your last name?=last_name
    Vorname des Referenten=first_name | Wie lautet Ihr Name?=name | Deine E-Mail (Pflichtfeld)=email | Ihre Kurzbiografie (max. 500 Zeichen)=about
    Prénom de l’intervenant=first_name | Votre nom de famille=last_name | Courriel de l’intervenant=email | Nom de l’entreprise=company_name
    Apellidos del ponente=last_name | ¿Cuál es su nombre?=name | Tu correo electrónico *=email | Biografía del ponente=about
    Seu sobrenome (obrigatório)=last_name | Qual é o seu nome?=name | Biografia do palestrante=about | Nome da empresa=company_name
    Cognome del relatore=last_name | Qual è il tuo nome?=name | La tua biografia (facoltativo)=about | Nome dell’azienda=company_name
    Achternaam van de spreker=last_name | Wat is je naam?=name | Uw e-mail (verplicht)=email | Naam van het bedrijf=company_name
    Nazwisko prelegenta=last_name | Twoje imię i nazwisko *=name | Adres e-mail prelegenta=email | Nazwa firmy=company_name
    Příjmení přednášejícího=last_name | Vaše jméno *=name | Email řečníka=email | Název firmy=company_name
    登壇者名=name | メールアドレス（必須）=email | 講演者の略歴=about | ご所属=company_name
    演讲者的名=first_name | 您的姓名=name | 讲者邮箱=email | 讲者简介=about
    Фамилия докладчика=last_name | Как вас зовут?=name | Ваша биография (по желанию)=about | Название компании=company_name`,
  ],
  [
    'submissions',
    `What is the title of your talk?=title | Wie lautet der Titel Ihres Vortrags?=title | Résumé de votre intervention *=abstract
    ¿Cuál es el título de la ponencia?=title | Qual é o título da sua palestra?=title | Qual è il titolo del tuo intervento?=title
    Wat is de titel van je lezing?=title | Jaki jest tytuł prezentacji?=title | Název vaší přednášky=title
    トークの概要（必須）=abstract | 您的演讲题目（必填）=title | Название вашего доклада *=title | contact_email=submitter_email`,
  ],
  [
    'sessions',
    'Name of the track=track | Where?=room | Beginn des Vortrags=start | Nombre de la sala=room | 演讲开始时间=start',
  ],
])('a column of %s alone is read in parts', (kind, text) => {
  const pairs = text.split(/\s*[|\n]\s*/);
  expect(pairs.map((pair) => mapHeaders(kind, [pair.replace(/=\w+$/, '')]).join())).toEqual(pairs);
});
