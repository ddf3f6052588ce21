// What headers mean: alone, however written, and beside the others of their file.
import { describe, expect, it } from 'vitest';
import { type Kind, mapHeaders } from '../../test/support/columns.ts';
import { lettersOf } from './fold.ts';
import { durationUnit, meaningOf } from './header-meaning.ts';

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
  ['speakers', 'Nombre del ponente=first_name, Apellidos del ponente=last_name'],
  ['speakers', 'Author name=first_name, Author surname=last_name'],
  ['submissions', 'Speaker surname=submitter_last_name, Speaker name=submitter_first_name'],
  [
    'sessions',
    'Prénom de l’intervenant=speaker_first_name, Nom de l’intervenant=speaker_last_name',
  ],
  ['submissions', 'Talk title=title, Name=name, Email=submitter_email', 'Title'],
  ['submissions', 'Title=title, Abstract=abstract, Email=submitter_email', 'Resume'],
  [
    'submissions',
    'Titel=title, Vortragsart=format_id, Track=track_id, E-Mail=submitter_email',
    'Thema',
  ],
  ['submissions', 'Titel=title, Abstract=abstract, E-Mail=submitter_email', 'Abstract (EN)'],
  ['submissions', 'Title=title, Contents=abstract, Email=submitter_email'],
  [
    'sessions',
    'Titre=title, Salle=room, Date=date, Heure de début=time, Heure de fin=end, ' +
      'Intervenants=speakers',
  ],
  ['sessions', 'Tytuł=title, Sala=room, Od=start, Do=end, Prelegent=speakers'],
  [
    'sessions',
    'Title=title, Room=room, Date=date, Start=start, Track=track',
    'Day, Location, Slot, Talk A',
  ],
  [
    'sessions',
    'Titel=title, Raum=room, Datum=date, Uhrzeit=time, Moderator=moderators',
    'Tag, Ort',
  ],
  [
    'speakers',
    'Name=name, Email=email, Company=company_name, Bio=about',
    'Short bio, University, Diet, Travel, Equipment',
  ],
  // What a person replies, and how it is with a person, but no decision about a talk.
  ['speakers', 'Name=name, Email=email, RSVP=speaker_status', 'Status'],
  ['speakers', 'E-Mail=email, Antwort=speaker_status', 'Vortragstitel, Entscheidung'],
  ['speakers', 'E-Mail=email, Zusage=speaker_status', 'Vortrag, Status'],
  ['speakers', 'Speaker status=speaker_status, Email=email', 'Status, Talk status'],
  ['speakers', 'Courriel=email, Réponse=speaker_status'],
  ['speakers', 'Email=email, Status=speaker_status', 'Decision'],
  ['speakers', 'Email=email', 'Talk, Status'],
  ['speakers', 'email=email', 'title, abstract, state, confirmed'],
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
    `Is speaker | Speaker fee | Speaker type | Speaker ID | Speaker country | Second speaker name
    Bio of co-speaker | Co-speaker’s email | Email of your assistant | Confirm email | Email status
    Owner Email | Submitter (affiliation) | Name of the hotel | Emergency contact name | Badge name
    Middle name | Maiden name | Number of talks | Company website | Company size | Place of birth
    Date of birth | Nombre d’interventions | Nombre del hotel | Akademischer Titel | Anrede
    Civilité | Nome da mãe | Nome utente | フリガナ | 会社住所 | 备注 | Отчество | Ort | Ville | Cidade
    Città`,
  ],
  [
    'submissions',
    `Talk language | Talk tags | Talk 2 title | Title of your last talk elsewhere | Subtitle
    Short title | Speaker count | Have you given this talk before?
    Do you agree to the recording of your talk? | Learning objectives | Zielgruppe
    Sprache des Vortrags | Public visé | Nombre de participants | Anzahl der Vorträge
    Presentation file | Track 2 | Submission date | Notes | Category | 言語 | 备注 | Комментарий`,
  ],
  [
    'sessions',
    `Travelling from | Room capacity | Room setup | Created | Created at | Submission date
    Date of the proposal | Preferred date | Preferred day | Preferred time slot | Talk A | Name
    Capacity | Event ID`,
  ],
])('in a file of %s, no column is mapped of %s', (kind, headers) => {
  expect(headers.split(/\s*[|\n]\s*/).flatMap((header) => mapHeaders(kind, [header]))).toEqual([]);
});

describe('headers that differ only in writing are the same', () => {
  it.each([
    ['E-Mail', 'e_mail', 'E MAIL', 'email'],
    ['Prénom', 'PRENOM', 'Pre\u0301nom', 'prénom '],
    ['Größe', 'GRÖSSE', 'grosse'],
    ['Учётная', 'учетная'],
    ['メール', 'ﾒｰﾙ'],
    ['Ｎａｍｅ', 'name'],
    ['✉️ Email', 'email'],
    ['İnfo', 'info'],
  ])('%s', (...headers) => {
    expect(new Set(headers.map(lettersOf)).size).toBe(1);
  });
});

it.each([
  ['か', 'が'],
  ['ハ', 'パ'],
  ['мой', 'мои'],
  ['कि', 'क'],
  ['Speaker 1', 'Speaker 2'],
  ['名', '姓'],
])('%s and %s differ', (one, other) => {
  expect(lettersOf(one)).not.toBe(lettersOf(other));
});

it.each([
  ['3. Name', 'name'],
  ['2.1) Name', 'name'],
  ['Speaker 1: Name', undefined],
  ['2nd speaker', 'coSpeaker'],
  ['Email (speaker 2)', undefined],
  ['Abstract (max. 300 words)', 'abstract'],
  ['発表概要（400字以内）', 'summary'],
  ['Start (2027)', undefined],
  ['Title of your talk', 'talkTitle'],
  ['Apellidos del ponente', 'speaker lastName'],
  ['講演タイトル', 'talkTitle'],
  ['讲者邮箱', 'speaker email'],
  ['Name of the track', 'track'],
  ['Event start time', 'startTime'],
  ['Session A', undefined],
  ['Room A', undefined],
  ['Title*', 'title'],
  ['Room (required)', 'room'],
  ['End (optional)', 'end'],
  ['Start (24h)', 'start'],
  ['Salle [obligatoire]', 'room'],
  ['Title (DE)', 'title'],
  ['titre_en', 'title'],
  ['De (obligatoire)', 'start'],
  ['Name - Room 101', undefined],
  ['Paper #', 'talk number'],
  ['Beitragsnummer', 'talk number'],
  ['№', 'number'],
  ['Cell #', 'phone'],
  ['Role: Moderators (Optional)', 'moderator'],
  ['Time (PDT)', 'time'],
  ['Start (Europe/Berlin)', 'start'],
  ['Start (+02:00)', 'start'],
  ['Email (2nd author)', 'coAuthor email'],
  ['Email (submitter’s)', undefined],
  ['Submitter (affiliation)', undefined],
  ['Auditorium (300)', undefined],
  ['Duration (hours)', 'duration'],
  ['Dauer in Stunden', 'duration'],
  ['duration_min', 'duration'],
  ['Time (min)', 'duration'],
  ['Start (min)', undefined],
  ['event_title', 'session title'],
  ['session_room', 'room'],
  ['Sala da palestra', 'room'],
  ['event_start', 'start'],
  ['starts_at', 'start'],
  ['date_start', 'date'],
  ['date_end', 'endDate'],
  ['ends_at', 'end'],
  ['Fecha final', 'endDate'],
  ['Datum bis', 'endDate'],
  ['Дата окончания', 'endDate'],
  ['microlocation', 'room'],
  ['loc', 'place'],
  ['Vortrag von', 'talk'],
  ['Moderator email', 'moderator email'],
  ['Lead presenter', 'speaker'],
  ['Lead presenter email', 'speaker email'],
  ['Discussant', 'moderator'],
  ['Discussant email', 'moderator email'],
  ['Co-Referentin', 'coSpeaker'],
  ['coauthors', 'coAuthor'],
])('%j means %s', (header, meaning) => {
  expect(meaningOf(header)).toBe(meaning);
});

it.each([
  ['Duration', undefined],
  ['Duration (min)', 'minutes'],
  ['Duration (hours)', 'hours'],
  ['Length in hours', 'hours'],
  ['Dauer (Std.)', 'hours'],
  ['Session length (h)', 'hours'],
  ['所要時間（時間）', 'hours'],
  ['Start hours', undefined],
])('bare numbers below %j are %s', (header, unit) => {
  expect(durationUnit(header)).toBe(unit);
});
