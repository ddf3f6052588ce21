// Headers whose meaning depends on others: whole files, headers that resemble others, numbers and remarks.
import { expect, it } from 'vitest';
import { type Kind, mapHeaders } from '../../test/support/columns.ts';

/** Files whose columns mean something only beside the others. */
const files: readonly (readonly [kind: Kind, mapped: string, ignored?: string])[] = [
  [
    'speakers',
    'Vorname=first_name, Name=last_name, E-Mail=email, Firma=company_name, Position=title, Kurzbiografie=about',
  ],
  [
    'speakers',
    'Prénom=first_name, Nom=last_name, Courriel=email, Société=company_name, Fonction=title, Biographie=about',
  ],
  [
    'speakers',
    'Nombre=first_name, Apellidos=last_name, Correo=email, Empresa=company_name, Cargo=title, Biografía=about',
  ],
  ['speakers', 'Nome=first_name, Sobrenome=last_name, E-mail=email, Empresa=company_name, Cargo=title, Minibio=about'],
  ['speakers', 'Nome=first_name, Cognome=last_name, E-mail=email, Azienda=company_name, Ruolo=title, Biografia=about'],
  [
    'speakers',
    'Voornaam=first_name, Naam=last_name, E-mailadres=email, Bedrijf=company_name, Functie=title, Bio=about',
  ],
  ['speakers', 'Imię=first_name, Nazwisko=last_name, E-mail=email, Firma=company_name, Stanowisko=title, Bio=about'],
  [
    'speakers',
    'Jméno=first_name, Příjmení=last_name, E-mail=email, Firma=company_name, Pozice=title, Medailonek=about',
  ],
  ['speakers', '姓=last_name, 名=first_name, メールアドレス=email, 所属=company_name, 役職=title, 自己紹介=about'],
  ['speakers', '姓=last_name, 名=first_name, 邮箱=email, 公司=company_name, 职位=title, 个人简介=about'],
  ['speakers', 'Имя=first_name, Фамилия=last_name, Электронная почта=email, Компания=company_name, Должность=title'],
  ['speakers', 'Vorname=first_name, Nachname=last_name, E-Mail=email, Titel=title'],
  ['speakers', 'Referent=name, E-Mail=email, Firma=company_name', 'Titel, Zusammenfassung'],
  ['speakers', 'Intervenant=name, Courriel=email', 'Titre, Résumé, Salle, Début'],
  ['submissions', 'Titel=title, Zusammenfassung=abstract, Referent=name, E-Mail-Adresse=submitter_email', 'Firma'],
  [
    'submissions',
    'Titre=title, Résumé=abstract, Prénom=submitter_first_name, Nom=submitter_last_name, Courriel=submitter_email',
  ],
  ['submissions', 'Title=title, Abstract=abstract, Email=submitter_email', 'Resume'],
  ['submissions', 'タイトル=title, 概要=abstract, 氏名=name, メールアドレス=submitter_email', '所属'],
  [
    'submissions',
    'Topic=title, Talk Summary=abstract, contact_author=name, contact_email=submitter_email',
    'Author(s)',
  ],
  ['submissions', 'Titel=title, Vortragsart=format_id, Track=track_id, E-Mail=submitter_email', 'Thema'],
  [
    'speakers',
    'Vorname / First name=first_name, Nachname | Last name=last_name, E-Mail/Email=email, Firma / Company=company_name',
    'Beginn / Ende',
  ],
  ['submissions', 'Titel=title, Abstract (EN)=abstract, E-Mail=submitter_email'],
  ['sessions', 'Titel=title, Raum=room, Datum=date, Von=start, Bis=end, Referenten=speakers'],
  ['sessions', 'Titre=title, Salle=room, Date=date, Heure de début=time, Heure de fin=end, Intervenants=speakers'],
  ['sessions', 'Título=title, Sala=room, Día=date, Hora=time, Duración=duration, Ponente=speakers'],
  ['sessions', 'Título=title, Local=room, Início=start, Término=end, Palestrante=speakers'],
  ['sessions', 'Titolo=title, Sala=room, Inizio=start, Fine=end, Relatore=speakers'],
  ['sessions', 'Titel=title, Zaal=room, Aanvang=start, Einde=end, Spreker=speakers'],
  ['sessions', 'Tytuł=title, Sala=room, Od=start, Do=end, Prelegent=speakers'],
  ['sessions', 'Název=title, Místnost=room, Začátek=start, Konec=end, Přednášející=speakers'],
  ['sessions', 'タイトル=title, 会場=room, 開始=start, 終了=end, 登壇者=speakers'],
  ['sessions', '标题=title, 会场=room, 开始时间=start, 结束时间=end, 讲者=speakers'],
  ['sessions', 'Название=title, Зал=room, Дата=date, Время=time, Длительность=duration, Докладчик=speakers'],
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

/** Names that organizers reported as not recognized. */
it.each<[Kind, string, string]>([
  ['speakers', 'first_name', 'Vorname | Prénom | Voornaam'],
  ['speakers', 'last_name', 'Nachname | Apellidos | Sobrenome | Cognome'],
  [
    'speakers',
    'name',
    'Referent | Intervenant | Conférencier | Ponente | Palestrante | Nom | Nombre | Nome | 氏名 | お名前 | 登壇者 | Author(s)',
  ],
  [
    'speakers',
    'email',
    'E-Mail-Adresse | Courriel | Adresse e-mail | Correo | Correo electrónico | メールアドレス | 邮箱 | Электронная почта | contact_email',
  ],
  ['speakers', 'company_name', 'Firma | Unternehmen | Entreprise | Société | Empresa | 所属'],
  ['speakers', 'about', 'Kurzbiografie | Biographie | Minibio | 自己紹介'],
  ['submissions', 'title', 'Titel | Vortragstitel | Titre | Título | タイトル | Název | Session name | Topic'],
  [
    'submissions',
    'abstract',
    'Zusammenfassung | Kurzbeschreibung | Résumé | Resumen | Resumo | 概要 | Pitch | Talk Summary | Abstract of the talk',
  ],
  ['submissions', 'name', 'contact_author | Author(s)'],
  ['submissions', 'submitter_email', 'contact_email'],
  ['sessions', 'room', 'Raum | Saal | Salle | Sala | Local | 会場 | Space'],
  ['sessions', 'start', 'Beginn | Début | Inicio | 開始 | From'],
  ['sessions', 'end', 'Ende | To'],
])('in a file of %s, %s has the names %s', (kind, target, headers) => {
  expect(headers.split(' | ').map((header) => mapHeaders(kind, [header]).join())).toEqual(
    headers.split(' | ').map((header) => `${header}=${target}`),
  );
});
