// The headers of real systems, forms and sheets are mapped without the user's help, and no two
// columns to fields that contradict each other.
import { expect, it } from 'vitest';
import { type Kind, mapMarked } from '../../test/support/columns.ts';
import { updateOnlyField } from './header-fields.ts';

/**
 * For each file its kind, what writes it, and its columns in their order. A column with `=field` is
 * mapped to this field, and any other is not mapped. Remarks are not logistics, and a theme beside
 * a title may be a track or free text. Add a row for each system that someone uses.
 */
const files = `
submissions, CMT: Paper ID=id | Created | Last Modified | Paper Title=title | Abstract=abstract
  Primary Contact Author Name=name | Primary Contact Author Email=submitter_email | Authors
  Author Names | Author Emails | Track Name=track_id | Primary Subject Area
  Secondary Subject Areas | Conflicts | Domains | Assigned | Completed | % Completed | Bids
  Discussion | Status | Requested For Camera Ready | Camera Ready Submitted? | Files
  Number of Files
speakers, HotCRP authors: paper | title | first=first_name | last=last_name | email=email
  affiliation=company_name | country | iscontact
speakers, a sheet of sponsors: Sponsor | Level | Contact name=name | Contact Email=email
  Contact Phone
submissions, a form with a contact: Proposal title=title | Abstract=abstract
  Contact First Name=submitter_first_name | Contact Last Name=submitter_last_name
  Contact e-mail=submitter_email
submissions, a form with a contact and a speaker: Title=title | Speaker | Contact name=name
  Contact Email=submitter_email
submissions, a form with a contact beside a speaker: Title=title | Speaker=name
  Speaker email=submitter_email | Contact name | Contact Email
speakers, ein Formular: Kontakt | Kontakt E-Mail=email | Name des Kontakts=name
submissions, HotCRP: paper | title=title | first=submitter_first_name | last=submitter_last_name
  email=submitter_email | affiliation | country | iscontact
submissions, OpenReview: number=id | forum | title=title | authors=name | authorids | keywords
  TLDR | abstract=abstract | venue | venueid | pdf
submissions, EasyChair with the addresses added: #=id | title=title | authors=name | submitted
  last updated | form fields | keywords | decision | notified | reviews sent | abstract=abstract
  deleted? | Email=submitter_email
speakers, EasyChair program committee: # | person # | first name=first_name | last name=last_name
  email=email | country | affiliation=company_name | Web page | role=title
speakers, ConfTool users: person_id | title=title | name=last_name | firstname=first_name
  organisation=company_name | addr1 | zip | city | country | phone | email=email
  status=speaker_status
submissions, ConfTool with the addresses added: paperID=id | contribution_type=format_id
  acceptance | title=title | authors=name | organisations | abstract=abstract | keywords
  email=submitter_email
submissions, Indico abstracts: Id=id | Title=title | State | Submitter=name
  Submitter (affiliation) | Submitter (email)=submitter_email | Speakers | Speakers (affiliation)
  Speakers (email) | Primary authors | Primary authors (email) | Co-Authors=co_authors
  Accepted track=track_id | Submitted for tracks | Accepted type=format_id | Submitted type | Score
  Submission date | Modification date | Content=abstract
sessions, Indico contributions: Id=id | Title=title | Description=abstract | Date=date
  Duration=duration | Type | Session=parent | Track=track | Presenters=speakers | Materials
speakers, Indico registrations: ID | Name=name | Email Address=email | Affiliation=company_name
  Position=title | Phone | Country | Registration date | Registration state
speakers, Sessionize flattened accepted sessions: Session Id | Title | Description | Owner
  Owner Email | Session format | Level | Owner Informed | Owner Confirmed | Room | Scheduled At
  Scheduled Duration | Live Link | Recording Link | Speaker Id | FirstName=first_name
  LastName=last_name | Email=email | TagLine=title | Bio=about | Mobile phone | Your pronouns
  X (Twitter) | LinkedIn | Blog | Profile Picture
submissions, Sessionize flattened accepted sessions: Session Id=id | Title=title
  Description=abstract | Owner=name | Owner Email=submitter_email | Session format=format_id | Level
  Owner Informed | Owner Confirmed | Room | Scheduled At | Scheduled Duration | Live Link
  Recording Link | Speaker Id | FirstName | LastName | Email | TagLine | Bio
submissions, Sessionize sessions: Session Id=id | Title=title | Description=abstract | Owner=name
  Owner Email=submitter_email | Speakers | Track=track_id | Status | Date Submitted | Owner Notes
  Speaker Ids
sessions, Sessionize schedule: Day=date | Time=time | Room=room | Title=title | Speakers=speakers
sessions, Sessionize accepted sessions: Session Id=id | Title=title | Description=abstract | Owner
  Owner Email=submitter_email | Session format=format | Level | Track=track | Date Submitted
  Room=room | Scheduled At=start | Scheduled Duration=duration | Live URL | Speakers=speakers
sessions, Sessionize embedding: id=id | title=title | description=abstract | startsAt=start
  endsAt=end | isServiceSession=service_session | isPlenumSession | speakers=speakers | roomId
  room=room | liveUrl | status=status
speakers, Sessionize embedding: id | firstName=first_name | lastName=last_name | fullName
  bio=about | tagLine=title | profilePicture | isTopSpeaker | sessions
speakers, pretalx: ID | Name=name | Biography=about | Email=email | Picture | Proposal IDs
  Proposal titles
submissions, pretalx with the addresses added: ID=id | Proposal title=title | Proposal state
  Pending proposal state | Session type=format_id | Track=track_id | created | Tags
  Abstract=abstract | Description | Notes | Internal notes | Duration | Slot Count | Language
  Session image | Speaker IDs | Speaker names=name | Room | Start | End | Email=submitter_email
sessions, pretalx: ID=id | Proposal title=title | Session type=format | Track=track | Room=room
  Start=start | End=end | Duration=duration | Speaker names=speakers | Tags | Language
speakers, PaperCall: name=name | email=email | avatar | location | bio=about | twitter | url
  organization=company_name | shirt_size | talk_format | title | abstract | description | notes
  audience_level | tags | rating | state | confirmed | created_at
submissions, PaperCall: name=name | email=submitter_email | avatar | location | bio | twitter | url
  organization | shirt_size | talk_format=format_id | title=title | abstract=abstract | description
  notes | audience_level | tags | rating | state | confirmed
sessions, frab and Pentabarf: event_id | title=title | subtitle | slug | track=track
  event_type=format | language | abstract=abstract | description | persons=speakers | room=room
  date=date | start=start | duration=duration
speakers, frab: id | first_name=first_name | last_name=last_name | public_name | email=email
  gender | abstract | description | note
speakers, Eventbrite: Order # | Order Date | First Name=first_name | Last Name=last_name
  Email=email | Quantity | Ticket Type | Attendee # | Job Title=title | Company=company_name
  Event Name | Event ID | Work Phone | Attendee Status
sessions, Sched: Session Title=title | Date=date | Start Time=time | End Time=end
  Session Type=format | Venue=room | Description=abstract | Speakers=speakers | Capacity
sessions, Outlook calendar in German: Betreff | Beginnt am=date | Beginnt um=time
  Endet am=end_date | Endet um=end | Ganztägiges Ereignis | Erinnerung Ein/Aus | Ort=room
  Beschreibung=abstract | Kategorien | Besprechungsplanung
speakers, Outlook contacts: First Name=first_name | Middle Name | Last Name=last_name
  Company=company_name | Department | Job Title=title | E-mail Address=email | E-mail 2 Address
  Mobile Phone | Notes
sessions, an iCalendar file as CSV: UID | SUMMARY=title | DTSTART=start | DTEND=end | LOCATION=room
  DESCRIPTION=abstract | CATEGORIES | ORGANIZER
sessions, neuromatch: submission_id=submission_id | title=title | abstract=abstract
  fullname=speakers | coauthors=co_authors | institution | theme | talk_format=format
  starttime=start | endtime=end | url | track=track
speakers, a Microsoft form: ID | Start time | Completion time | Email=email | Name=name
  Your job title=title | Your organisation=company_name | Short biography (max 100 words)=about
submissions, a Google form: Timestamp | Your name=name | Your email=submitter_email | Company
  Position | Bio | Social links | Talk or workshop? | Title of your talk/workshop=title
  Short description of your talk/workshop:=abstract | Reference
submissions, a German Google form: Zeitstempel | E-Mail-Adresse=submitter_email
  Ihr Vorname=submitter_first_name | Ihr Nachname=submitter_last_name | Firma / Organisation
  Titel des Vortrags=title | Kurzbeschreibung (max. 1000 Zeichen)=abstract | Themenbereich=track_id
  Vortragsformat=format_id | Benötigen Sie Hilfe bei den Reisekosten?
  Ich stimme der Datenschutzerklärung zu
submissions, a French Google form: Horodateur | Adresse e-mail=submitter_email
  Votre prénom=submitter_first_name | Votre nom de famille=submitter_last_name
  Titre de votre présentation=title | Résumé (500 mots maximum)=abstract | Thématique=track_id
  Format de la session=format_id | Avez-vous déjà donné cette présentation ?
  Commentaires pour les organisateurs
submissions, a Spanish Google form: Marca temporal | Dirección de correo electrónico=submitter_email
  Nombre y apellidos=name | Empresa u organización | Título de la charla=title
  Descripción de la charla=abstract | Temática=track_id | Tipo de propuesta=format_id | Nivel
  ¿Necesitas ayuda para el viaje?
submissions, a Brazilian Google form: Carimbo de data/hora | Endereço de e-mail=submitter_email
  Nome completo=name | Empresa | Título da palestra=title | Resumo da palestra=abstract
  Trilha=track_id | Formato da apresentação=format_id | Mini biografia
submissions, an Italian Google form: Informazioni cronologiche | Indirizzo email=submitter_email
  Nome=submitter_first_name | Cognome=submitter_last_name | Azienda/Ente
  Titolo dell'intervento=title | Abstract dell'intervento=abstract | Area tematica=track_id
  Tipologia=format_id | Livello
submissions, a Dutch Google form: Tijdstempel | E-mailadres=submitter_email
  Voornaam=submitter_first_name | Achternaam=submitter_last_name | Bedrijf
  Titel van je presentatie=title | Samenvatting=abstract | Thema | Soort sessie=format_id
submissions, a Polish Google form: Sygnatura czasowa | Adres e-mail=submitter_email
  Imię i nazwisko=name | Firma | Temat wystąpienia=title | Opis prezentacji=abstract
  Ścieżka tematyczna=track_id | Forma wystąpienia=format_id | Numer telefonu
submissions, a Czech Google form: Časové razítko | E-mailová adresa=submitter_email
  Jméno=submitter_first_name | Příjmení=submitter_last_name | Společnost | Název přednášky=title
  Anotace=abstract | Tematický okruh=track_id | Forma příspěvku=format_id
  Poznámka pro organizátory
submissions, a Japanese Google form: タイムスタンプ | メールアドレス=submitter_email | お名前（フルネーム）=name | ご所属
  発表タイトル=title | 発表概要（400字以内）=abstract | カテゴリー=track_id | 発表形式=format_id | 自己紹介 | 備考
speakers, a Chinese form: 序号 | 提交时间 | 姓名=name | 电子邮箱=email | 所在单位=company_name | 职务=title
  个人简介=about | 手机号码 | 照片 | 备注
submissions, a Russian Google form: Отметка времени | Электронная почта=submitter_email | ФИО=name
  Место работы | Тема доклада=title | Аннотация=abstract | Секция=track_id | Форма участия=format_id
  Телефон | Согласие на обработку персональных данных
speakers, organizers in English: First=first_name | Last=last_name | Best email to reach you=email
  Org=company_name | Role / Title=title | Bio (for website)=about | Headshot | X / Twitter handle
  Cell # | Preferred pronouns | Confirmed?=speaker_status | Travel notes=logistics_notes
  T-shirt size | Talk title
speakers, organizers in German: Nr. | Anrede | Titel | Vorname=first_name | Name=last_name
  Mailadresse=email | Unternehmen=company_name | Funktion=title | Kurzvita=about | Handynummer
  Hotel benötigt? | Status=speaker_status | Bemerkungen
sessions, organizers in German: Tag=date | Beginn=start | Ende=end | Saal=room | Vortragstitel=title
  Referent/in=speakers | Themenstrang=track | Moderation=moderators
speakers, organizers in French: Civilité | Prénom=first_name | NOM=last_name | Courriel=email
  Entreprise=company_name | Poste=title | Biographie=about | Tél. portable | Lien LinkedIn
  Régime alimentaire | Confirmé ?=speaker_status
sessions, organizers in French: Date=date | Heure de début=time | Heure de fin=end | Salle=room
  Intitulé=title | Intervenant(s)=speakers | Parcours=track | Type de session=format
sessions, organizers in Japanese: 日付=date | 開始時刻=time | 終了時刻=end | 会場=room | 講演タイトル=title
  登壇者=speakers | トラック=track | 座長=chairs
sessions, Guidebook: Don't change any of these headers! | Session Title=title | Date=date
  Time Start=time | Time End=end | Room/Location=room | Schedule Track (Optional)=track
  Description (Optional)=abstract
sessions, Whova: *Date=date | *Time Start=time | *Time End=end | Tracks (Optional)=track
  *Session Title=title | Room/Location (Optional)=room | Description (Optional)=abstract
  Speakers (Optional)=speakers | Role: Moderators (Optional)=moderators
  Role: Session Chairs (Optional)=chairs | Authors (Optional)=co_authors
  Recorded Video URL (Optional) | Session or Sub-session(Sub) (Optional)=sub_session
  Tags (Optional)
sessions, Sched’s interface: event_key | name=title | active=active | event_start=start
  event_end=end | event_type=format | event_subtype | seats | goers | description=abstract
  venue=room | address | speakers=speakers | artists=speakers | moderators=moderators | sponsors
  exhibitors | volunteers
sessions, open-event: id=id | title=title | subtitle | short_abstract | long_abstract | comments
  starts_at=start | ends_at=end | track=track | microlocation=room | speakers=speakers
  session_type=format | level | language | deleted_at=called_off | is_mail_sent
sessions, FOSSASIA 2016: Session ID=id | Title=title | Description=abstract | Type | Track=track
  Room=room | Start=start | End=end | Speakers=speakers
sessions, Conferia: date_start=date | date_end=end_date | type | title=title | abstract=abstract
  author=speakers | location=room | session=parent | session_order | chair=chairs | id=id
sessions, ConfTool sessions: session_ID=id | session_short | session_title=title | session_info
  session_start=start | session_end=end | session_room=room | chair1=chairs | chair1_name=chairs
  chair1_organisation | chair1_email=chairs | chair2=chairs | chair2_name=chairs
  chair2_email=chairs
sessions, Google Calendar: Subject | Start Date=date | Start Time=time | End Date=end_date
  End Time=end | All Day Event | Description=abstract | Location=room | Private
sessions, a list with names of talks: id=id | name=title | day=date | starttime=time | endtime=end
  room=room
sessions, booth-scheduler: date=date | day_name | time=time | duration=duration | title=title
  presenter=speakers | presenter_title | company | abstract=abstract | speaker_image | speaker_links
submissions, Precision Conference: Submission ID=id | Title=title | Track=track_id
  Abstract=abstract | Contact author | Author 1 - First name=submitter_first_name
  Author 1 - Middle initial | Author 1 - Last name=submitter_last_name
  Author 1 - Email=submitter_email | Author 2 - First name=submitter_first_name
  Author 2 - Last name=submitter_last_name | Author 2 - Email=submitter_email
submissions, an export with numbered authors: Id=id | Title=title
  1: First Name=submitter_first_name | 1: Last Name=submitter_last_name | 1: Email=submitter_email
  1: Affiliations | 2: First Name=submitter_first_name | 2: Last Name=submitter_last_name
  2: Email=submitter_email | 2: Affiliations | Decision
submissions, a call with co-speakers: Latest decision | Speaker name=name
  Speaker email=submitter_email | Speaker telephone | Co-speaker 1=co_speakers
  Co-speaker 2=co_speakers | Affiliation | Twitter handle | Bio | Title of Session=title
  Short synopsis
sessions, a call with co-speakers: Title of Session=title | Room=room | Start=start
  Speaker name=speakers | Speaker email=speaker_email | Co-speaker 1=co_speakers
  Co-speaker 2=co_speakers`;

const rows = files
  .trim()
  .split(/\n(?=\S)/)
  .map((row) => /^(?<kind>\w+), (?<system>[^:]+): (?<columns>.*)$/s.exec(row)?.groups ?? {});

it.each(rows)('$system ($kind)', ({ kind, columns = '' }) => {
  const [found, expected] = mapMarked(kind as Kind, columns);
  expect(found).toEqual(expected);
});

it.each([
  [
    'phone',
    'Mobile phone | Cell # | Tél. portable | Handynummer | Telemóvel | Mobiel nummer | 手机号码',
  ],
  ['photo_url', 'Profile Picture | Headshot | Fotografia | 照片'],
  ['twitter_url', 'X (Twitter) | X / Twitter handle'],
  ['pronouns', 'Your pronouns'],
  ['linkedin_url', 'LinkedIn'],
])('only an update can set %s from the columns %s', (field, headers) => {
  for (const header of headers.split(' | '))
    expect([header, updateOnlyField(header, 'speakers')]).toEqual([header, field]);
});
