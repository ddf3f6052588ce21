// The headers of forms and sheets that organizers make are mapped without the user's help, in twelve languages.
import { expect, it } from 'vitest';
import { type Kind, mapHeaders, mapMarked } from '../../test/support/columns.ts';
import { updateOnlyField } from './vocabulary.ts';

/**
 * By title and kind of file, the columns in their order, separated by `|`. A column with `=field` is mapped to this field,
 * and any other is not mapped. Remarks are not logistics, and a theme beside a title may be a track or free text.
 */
const files: readonly (readonly [title: string, kind: Kind, columns: string])[] = [
  [
    'a Google form',
    'submissions',
    `Timestamp | Email Address=submitter_email | What is your name?=name | What is the title of your talk?=title
    Abstract (max. 1,000 characters)=abstract | Talk or workshop? | Is this your first talk? | Anything else we should know?`,
  ],
  [
    'a Google form (German)',
    'speakers',
    `Zeitstempel | E-Mail-Adresse=email | Vor- und Nachname=name | Firma/Organisation=company_name | Kurzbiografie (max. 500 Zeichen)=about
    Titel des Vortrags | Kurzbeschreibung | T-Shirt-Größe | Essenswünsche`,
  ],
  [
    'a Google form (Spanish)',
    'submissions',
    `Marca temporal | Dirección de correo electrónico=submitter_email | Nombre y apellidos=name | Empresa | Título de la charla=title
    Resumen de la charla=abstract | Duración | ¿Has dado esta charla antes?`,
  ],
  [
    'a Google form (French)',
    'submissions',
    `Horodateur | Adresse e-mail=submitter_email | Nom=submitter_last_name | Prénom=submitter_first_name | Société | Titre de votre présentation=title
    Résumé de votre présentation (300 mots maximum)=abstract | Format souhaité=format_id | Remarques`,
  ],
  [
    'a Google form (Japanese)',
    'submissions',
    'タイムスタンプ | メールアドレス=submitter_email | お名前=name | ご所属 | 発表タイトル=title | 発表概要（400字以内）=abstract | 発表形式=format_id | 備考',
  ],
  [
    'a Microsoft form',
    'speakers',
    'ID | Start time | Completion time | Email=email | Name=name | Your job title=title | Your organisation=company_name | Short biography (max 100 words)=about',
  ],
  [
    'JotForm',
    'submissions',
    'Submission Date | Full Name=name | E-mail=submitter_email | Company Name | Proposal Title=title | Proposal Description=abstract | Submission ID',
  ],
  [
    'Typeform',
    'speakers',
    "# | What's your first name?=first_name | What's your last name?=last_name | What's your email address?=email | Where do you work? | Tell us about yourself=about | Submitted At | Token",
  ],
  [
    'German call for papers form (Google Forms)',
    'submissions',
    `Zeitstempel | E-Mail-Adresse=submitter_email | Ihr Vorname=submitter_first_name
    Ihr Nachname=submitter_last_name | Firma / Organisation | Titel des Vortrags=title
    Kurzbeschreibung (max. 1000 Zeichen)=abstract | Themenbereich=track_id | Vortragsformat=format_id
    Benötigen Sie Hilfe bei den Reisekosten? | Ich stimme der Datenschutzerklärung zu`,
  ],
  [
    "German organizers' speaker list",
    'speakers',
    `Nr. | Anrede | Titel | Vorname=first_name | Name=last_name | Mailadresse=email | Unternehmen=company_name
    Funktion=title | Kurzvita=about | Handynummer | Hotel benötigt? | Status | Bemerkungen`,
  ],
  [
    'German hand-made schedule',
    'sessions',
    `Tag=date | Beginn=start | Ende=end | Saal=room | Vortragstitel=title | Referent/in=speakers
    Themenstrang=track | Moderation`,
  ],
  [
    'French appel à conférenciers (Google Forms)',
    'submissions',
    `Horodateur | Adresse e-mail=submitter_email | Votre prénom=submitter_first_name
    Votre nom de famille=submitter_last_name | Titre de votre présentation=title
    Résumé (500 mots maximum)=abstract | Thématique=track_id | Format de la session=format_id
    Avez-vous déjà donné cette présentation ? | Commentaires pour les organisateurs`,
  ],
  [
    "French speakers' sheet",
    'speakers',
    `Civilité | Prénom=first_name | NOM=last_name | Courriel=email | Entreprise=company_name | Poste=title
    Biographie=about | Tél. portable | Lien LinkedIn | Régime alimentaire | Confirmé ?`,
  ],
  [
    'French programme',
    'sessions',
    `Date=date | Heure de début=time | Heure de fin=end | Salle=room | Intitulé=title | Intervenant(s)=speakers
    Parcours=track | Type de session=format`,
  ],
  [
    'Spanish call for speakers form',
    'submissions',
    `Marca temporal | Dirección de correo electrónico=submitter_email | Nombre y apellidos=name
    Empresa u organización | Título de la charla=title | Descripción de la charla=abstract | Temática=track_id
    Tipo de propuesta=format_id | Nivel | ¿Necesitas ayuda para el viaje?`,
  ],
  [
    'Spanish schedule',
    'sessions',
    `Día=date | Hora inicio=time | Hora fin=end | Sala=room | Charla=title | Ponente(s)=speakers
    Duración (min)=duration | Observaciones`,
  ],
  [
    'Brazilian call for papers form',
    'submissions',
    `Carimbo de data/hora | Endereço de e-mail=submitter_email | Nome completo=name | Empresa
    Título da palestra=title | Resumo da palestra=abstract | Trilha=track_id | Formato da apresentação=format_id
    Mini biografia | Já palestrou antes?`,
  ],
  [
    "Portuguese speakers' sheet",
    'speakers',
    `Primeiro nome=first_name | Apelido=last_name | Correio eletrónico=email | Instituição=company_name
    Cargo=title | Nota biográfica=about | Telemóvel | Fotografia | Alojamento`,
  ],
  [
    'Italian call for papers form',
    'submissions',
    `Informazioni cronologiche | Indirizzo email=submitter_email | Nome=submitter_first_name
    Cognome=submitter_last_name | Azienda/Ente | Titolo dell'intervento=title
    Abstract dell'intervento=abstract | Area tematica=track_id | Tipologia=format_id | Livello`,
  ],
  [
    'Italian programme',
    'sessions',
    'Giorno=date | Ora inizio=time | Ora fine=end | Aula=room | Titolo=title | Relatore=speakers | Tema',
  ],
  [
    'Dutch call for speakers form',
    'submissions',
    `Tijdstempel | E-mailadres=submitter_email | Voornaam=submitter_first_name | Achternaam=submitter_last_name
    Bedrijf | Titel van je presentatie=title | Samenvatting=abstract | Thema | Soort sessie=format_id
    Hoe heb je ons gevonden?`,
  ],
  [
    "Dutch speakers' sheet",
    'speakers',
    `Voornaam=first_name | Tussenvoegsel | Achternaam=last_name | Mailadres=email | Organisatie=company_name
    Functie=title | Korte bio=about | Mobiel nummer | Dieetwensen | Opmerkingen`,
  ],
  [
    'Polish call for papers form',
    'submissions',
    `Sygnatura czasowa | Adres e-mail=submitter_email | Imię i nazwisko=name | Firma | Temat wystąpienia=title
    Opis prezentacji=abstract | Ścieżka tematyczna=track_id | Forma wystąpienia=format_id | Numer telefonu
    Zgoda na przetwarzanie danych osobowych`,
  ],
  [
    'Polish agenda',
    'sessions',
    `Data=date | Godzina rozpoczęcia=time | Godzina zakończenia=end | Sala=room | Tytuł prelekcji=title
    Prelegent=speakers | Ścieżka=track`,
  ],
  [
    'Czech call for papers form',
    'submissions',
    `Časové razítko | E-mailová adresa=submitter_email | Jméno=submitter_first_name
    Příjmení=submitter_last_name | Společnost | Název přednášky=title | Anotace=abstract
    Tematický okruh=track_id | Forma příspěvku=format_id | Poznámka pro organizátory`,
  ],
  [
    'Japanese call for proposals form',
    'submissions',
    `タイムスタンプ | メールアドレス=submitter_email | お名前（フルネーム）=name | ご所属 | 発表タイトル=title | 発表概要=abstract | カテゴリー=track_id
    発表形式=format_id | 自己紹介 | 備考`,
  ],
  [
    'Japanese timetable',
    'sessions',
    '日付=date | 開始時刻=time | 終了時刻=end | 会場=room | 講演タイトル=title | 登壇者=speakers | トラック=track | 座長',
  ],
  [
    "Chinese speakers' form",
    'speakers',
    '序号 | 提交时间 | 姓名=name | 电子邮箱=email | 所在单位=company_name | 职务=title | 个人简介=about | 手机号码 | 照片 | 备注',
  ],
  [
    'Chinese agenda',
    'sessions',
    '日期=date | 开始时间=time | 结束时间=end | 会议室=room | 演讲题目=title | 演讲嘉宾=speakers | 专场=track',
  ],
  [
    'Russian call for papers form',
    'submissions',
    `Отметка времени | Электронная почта=submitter_email | ФИО=name | Место работы | Тема доклада=title
    Аннотация=abstract | Секция=track_id | Форма участия=format_id | Телефон
    Согласие на обработку персональных данных`,
  ],
  [
    'Sessionize flattened accepted sessions',
    'sessions',
    `Session Id=id | Title=title | Description=abstract | Owner | Owner Email=submitter_email | Session format=format
    Level | Track=track | Date Submitted | Room=room | Scheduled At=start | Scheduled Duration=duration
    Live URL | Speakers=speakers`,
  ],
  [
    'Pretalx-like submissions export',
    'submissions',
    `Proposal ID | Proposal title=title | Proposal state | Pending proposal state | Session type=format_id
    Track=track_id | Abstract=abstract | Description | Notes | Internal notes | Speaker names=name
    Speaker emails=submitter_email | Created | Average score`,
  ],
  [
    'English hand-made speaker tracker',
    'speakers',
    `First=first_name | Last=last_name | Best email to reach you=email | Org=company_name | Role / Title=title
    Bio (for website)=about | Headshot | X / Twitter handle | Cell # | Preferred pronouns | Confirmed?
    Travel notes=logistics_notes | T-shirt size | Talk title`,
  ],
];

it.each(files)('%s (%s)', (_, kind, text) => {
  const [found, expected] = mapMarked(kind, text);
  expect(found).toEqual(expected);
});

/** The name of a person beside the same person's first or last name is the other part; alone, it is the whole name. */
const parts = [
  'Vorname des Referenten | Name des Referenten',
  'Prénom de l’intervenant | Nom de l’intervenant',
  'Nombre del ponente | Apellidos del ponente',
  'Nome do palestrante | Sobrenome do palestrante',
  'Nome del relatore | Cognome del relatore',
  'Voornaam spreker | Naam spreker',
  'Imię prelegenta | Nazwisko prelegenta',
  'Jméno přednášejícího | Příjmení přednášejícího',
  'Имя докладчика | Фамилия докладчика',
  'Speaker name | Speaker surname',
  'Author name | Author surname',
];

it.each(parts)('%s are the parts of a name', (text) => {
  const [first, last] = text.split(' | ') as [string, string];
  expect(mapHeaders('speakers', [first, last])).toEqual([`${first}=first_name`, `${last}=last_name`]);
  expect(mapHeaders('submissions', [last, first])).toEqual([
    `${last}=submitter_last_name`,
    `${first}=submitter_first_name`,
  ]);
});

it.each(parts.slice(0, -1))('%s are the parts of a name in a schedule', (text) => {
  const [first, last] = text.split(' | ') as [string, string];
  expect(mapHeaders('sessions', [first, last])).toEqual([`${first}=speaker_first_name`, `${last}=speaker_last_name`]);
});

it.each([
  ['phone', 'Cell # | Tél. portable | Handynummer | Telemóvel | Mobiel nummer | 手机号码'],
  ['photo_url', 'Headshot | Fotografia | 照片'],
  ['twitter_url', 'X / Twitter handle'],
])('only an update can set %s from the columns %s', (field, headers) => {
  expect(headers.split(' | ').map((header) => updateOnlyField(header, 'speakers'))).toEqual(
    headers.split(' | ').map(() => field),
  );
});
