// Each header alone is recognized without the user's help, in twelve languages.
import { describe, expect, it } from 'vitest';
import { type Kind, mapHeaders } from '../../test/support/columns.ts';

/** The kind of file and the target of each row of the tables. */
const places = {
  first_name: [
    ['speakers', 'first_name'],
    ['submissions', 'submitter_first_name'],
    ['sessions', 'speaker_first_name'],
  ],
  last_name: [
    ['speakers', 'last_name'],
    ['submissions', 'submitter_last_name'],
    ['sessions', 'speaker_last_name'],
  ],
  name: [
    ['speakers', 'name'],
    ['submissions', 'name'],
  ],
  email: [
    ['speakers', 'email'],
    ['submissions', 'submitter_email'],
    ['sessions', 'speaker_email'],
  ],
  company_name: [['speakers', 'company_name']],
  job: [['speakers', 'title']],
  about: [['speakers', 'about']],
  title: [
    ['submissions', 'title'],
    ['sessions', 'title'],
  ],
  abstract: [['submissions', 'abstract']],
  track: [
    ['submissions', 'track_id'],
    ['sessions', 'track'],
  ],
  room: [['sessions', 'room']],
  start: [['sessions', 'start']],
} as const satisfies Readonly<Record<string, readonly (readonly [kind: Kind, target: string])[]>>;

/** By language and row, the headers, separated by `|`. */
const tables: Readonly<Record<string, Readonly<Record<keyof typeof places, string>>>> = {
  English: {
    first_name:
      'First name | FIRST_NAME | firstName | Given name | 1. First name * | Your first name | Speaker’s first name | Given name(s) | Forename',
    last_name:
      'Last name | Surname | Family name | Q2: What is your last name? | Presenter last name | last-name (required) | Last name (as on badge)',
    name: 'Name | Full name | Speaker | Speaker name | Your name * | Name of the speaker | What is your full name? | Presenter name',
    email:
      'Email | E-MAIL | e-mail address | Your Email | Email (required) | 3) What’s your e-mail address? | Speaker e-mail',
    company_name:
      'Company | Organisation | Affiliation | Your company | Name of your company | Company name | Employer (optional) | Employer | Company / Organisation',
    job: 'Job title | Position | Your job title | Role | Occupation | Speaker’s job title | Tag line | Your role',
    about:
      'Biography | Bio | Short bio | Speaker bio | Your bio (max. 150 words) | Bio of the speaker | About you | About the speaker | Speaker biography',
    title:
      'Talk title | Title of your talk * | Session name | Presentation title | What is the title of your talk? | Topic | Paper Title | What',
    abstract:
      'Abstract | Talk Summary | Abstract of the talk | Pitch | Session description | Your abstract (300 words max.) | Description of your session | Talk description | Session summary | Synopsis',
    track: 'Track | Track name | Session track | Stream | Name of the track | Topic area',
    room: 'Room | Space | Location | Venue | Room name | Session room | Hall | Where? | Stage',
    start:
      'Start | Starts at | Scheduled At | From | Beginning | Session start | Start (date and time) | Start time | Begin',
  },
  German: {
    first_name:
      'Vorname | VORNAME * | Ihr Vorname | Dein Vorname (Pflichtfeld) | Vorname(n) | Vorname des Referenten | Rufname | Vorname der Referentin',
    last_name:
      'Nachname | Familienname | Ihr Nachname: | Nachname der Referentin | 2. Nachname | Zuname | Nachname des Referenten',
    name: 'Referent | Name | Vor- und Nachname | Referent*in | Name des Referenten | Ihr Name | Wie lautet Ihr Name? | Sprecher:in | Vollständiger Name | Name, Vorname',
    email:
      'E-Mail-Adresse | E-Mail | Mailadresse | Ihre E-Mail-Adresse * | E-Mail des Referenten | Deine E-Mail (Pflichtfeld) | email adresse | E-Mail-Kontakt | Mail',
    company_name:
      'Firma | Unternehmen | Arbeitgeber | Ihr Unternehmen (optional) | Firma/Organisation | Name der Firma | Hochschule | Institution | Firmenname',
    job: 'Position | Berufsbezeichnung | Funktion | Ihre Position | Beruf | Jobtitel | Taetigkeit | Stellenbezeichnung',
    about:
      'Kurzbiografie | Biographie | Vita | Bio | Ihre Kurzbiografie (max. 500 Zeichen) | Über mich | Kurzvita | Lebenslauf',
    title:
      'Titel | Vortragstitel | Titel des Vortrags | Titel Ihres Vortrags * | Beitragstitel | Thema | Name des Vortrags | Wie lautet der Titel Ihres Vortrags? | Thema des Vortrags | Titel der Session',
    abstract:
      'Zusammenfassung | Kurzbeschreibung | Abstract | Beschreibung des Vortrags | Kurzfassung | Vortragsbeschreibung | Inhalt | Inhalt des Vortrags',
    track: 'Track | Themenbereich | Strang | Themenblock | Name des Tracks | Themengebiet | Themenfeld',
    room: 'Raum | Saal | Hörsaal | Hoersaal | Raum/Ort | Bühne | Wo? | Veranstaltungsraum',
    start:
      'Beginn | Start | Anfang | Datum und Uhrzeit | Von | Beginn des Vortrags | Startzeit | Anfangszeit | Beginn (Uhrzeit)',
  },
  French: {
    first_name:
      'Prénom | PRENOM | Votre prénom * | Prénom(s) | Prénom de l’intervenant | Prénom du conférencier | prénom (obligatoire) | Prénom usuel',
    last_name:
      'Nom de famille | NOM DE FAMILLE | Votre nom de famille | Nom de famille de l’intervenante | Patronyme | Nom d’usage',
    name: 'Intervenant | Conférencier | Nom | Nom complet | Prénom et nom | Nom de l’intervenant | Votre nom | Intervenant·e | Oratrice | Nom et prénom',
    email:
      'Courriel | Adresse e-mail | E-mail | Votre adresse e-mail * | Adresse électronique | Courriel de l’intervenant | Mél | Adresse de courriel',
    company_name:
      'Entreprise | Société | Organisme | Votre entreprise | Nom de l’entreprise | Établissement | Affiliation | Employeur',
    job: 'Fonction | Poste | Intitulé du poste | Votre fonction | Profession | Métier | Titre/fonction',
    about:
      'Biographie | Bio | Votre biographie (500 caractères max.) | Courte biographie | Biographie de l’intervenant | Notice biographique | Présentation de l’intervenant',
    title:
      'Titre | Titre de la présentation | Intitulé | Titre de votre conférence | Sujet | Titre de l’intervention | Nom de la session | Titre de la conférence | Titre de la communication',
    abstract:
      'Résumé | RESUME | Résumé de la présentation | Description | Descriptif | Résumé de votre intervention * | Synopsis',
    track: 'Piste | Thématique | Axe thématique | Parcours thématique | Track',
    room: 'Salle | Lieu | Amphithéâtre | Nom de la salle | Salle de conférence | Où ?',
    start:
      'Début | DEBUT | Date et heure de début | Date et heure | Commence à | Heure de début | Début de la session | Horaire de début',
  },
  Spanish: {
    first_name: 'Primer nombre | Nombre de pila | Tu nombre de pila | Nombre de pila del ponente | Nombre propio',
    last_name: 'Apellidos | Apellido | Sus apellidos * | Apellidos del ponente | Apellido(s) | Primer apellido',
    name: 'Nombre | Ponente | Nombre completo | Nombre y apellidos | Nombre del ponente | Orador | ¿Cuál es su nombre? | Conferencista | Apellidos y nombre',
    email:
      'Correo | Correo electrónico | Tu correo electrónico * | Dirección de correo electrónico | Correo del ponente | E-mail (obligatorio)',
    company_name:
      'Empresa | Organización | Institución | Tu empresa | Nombre de la empresa | Universidad | Afiliación | Compañía',
    job: 'Cargo | Puesto | Puesto de trabajo | Tu cargo | Profesión | Ocupación',
    about: 'Biografía | Semblanza | Breve biografía | Bio | Biografía del ponente | Tu biografía (máx. 100 palabras)',
    title:
      'Título | Título de la charla | Título de la ponencia | Tema | Título de tu charla * | Nombre de la sesión | ¿Cuál es el título de la ponencia? | Título de la sesión | Nombre de la charla',
    abstract:
      'Resumen | Sinopsis | Descripción | Resumen de la ponencia | Resumen de tu charla | Descripción breve | Descripción de la sesión',
    track: 'Track | Eje temático | Línea temática | Área temática | Pista',
    room: 'Sala | Salón | Lugar | Auditorio | Aula | Nombre de la sala | ¿Dónde?',
    start: 'Inicio | INICIO | Comienzo | Fecha y hora | Fecha y hora de inicio | Hora de inicio | Inicio de la sesión',
  },
  Portuguese: {
    first_name: 'Primeiro nome | Nome próprio | Prenome | Seu primeiro nome * | Primeiro nome do palestrante',
    last_name:
      'Sobrenome | Apelido | Último nome | Seu sobrenome (obrigatório) | Sobrenome do palestrante | Nome de família',
    name: 'Nome | Palestrante | Nome completo | Seu nome * | Nome do palestrante | Orador | Nome e sobrenome | Qual é o seu nome? | Nome do orador',
    email:
      'E-mail | Endereço de e-mail | Seu e-mail * | E-mail do palestrante | Correio eletrónico | Correio eletrônico | Endereço eletrônico | Correio electrónico',
    company_name:
      'Empresa | Instituição | Organização | Nome da empresa | Sua empresa | Afiliação | Universidade | Instituição/Empresa',
    job: 'Cargo | Profissão | Ocupação | Seu cargo | Cargo/função | Posição | Função | Título profissional',
    about:
      'Minibio | Mini bio | Biografia | Minicurrículo | Biografia do palestrante | Sua minibio (opcional) | Sobre você',
    title:
      'Título | Título da palestra | Tema | Nome da palestra | Título da sua palestra * | Título da apresentação | Qual é o título da sua palestra? | Título da comunicação',
    abstract:
      'Resumo | Resumo da palestra | Descrição | Ementa | Sinopse | Descrição da palestra | Resumo (300 palavras)',
    track: 'Trilha | Eixo temático | Área temática | Nome da trilha | Linha temática',
    room: 'Local | Sala | Auditório | Nome da sala | Palco | Espaço',
    start:
      'Início | Inicio | Começo | Data e hora | Data e hora de início | Hora de início | Início da palestra | Horário de início',
  },
  Italian: {
    first_name: 'Nome di battesimo | Nome proprio | Primo nome | Nome di battesimo del relatore',
    last_name: 'Cognome | COGNOME * | Il tuo cognome | Cognome del relatore | Cognome (obbligatorio) | Cognome/i',
    name: 'Nome | Relatore | Relatrice | Nome e cognome | Nome del relatore | Il tuo nome | Nome completo | Qual è il tuo nome? | Cognome e nome',
    email:
      'E-mail | Indirizzo e-mail | Posta elettronica | La tua e-mail * | Indirizzo di posta elettronica | Email del relatore',
    company_name:
      'Azienda | Società | Ente | La tua azienda | Nome dell’azienda | Organizzazione | Università | Ente di appartenenza',
    job: 'Posizione | Qualifica | Professione | Ruolo | La tua posizione | Posizione lavorativa',
    about:
      'Biografia | Breve biografia | Bio | Biografia del relatore | Nota biografica | La tua biografia (facoltativo) | Profilo',
    title:
      'Titolo | Titolo dell’intervento | Titolo del talk | Argomento | Titolo della presentazione * | Nome della sessione | Qual è il titolo del tuo intervento? | Titolo della relazione',
    abstract:
      'Abstract | Riassunto | Sintesi | Descrizione | Descrizione dell’intervento | Abstract dell’intervento | Sommario',
    track:
      'Track | Filone | Area tematica | Percorso tematico | Nome della track | Traccia | Percorso | Sessione tematica',
    room: 'Sala | Aula | Luogo | Stanza | Nome della sala | Dove?',
    start:
      'Inizio | Data e ora | Data e ora di inizio | Ora di inizio | Inizio della sessione | Dalle | Orario di inizio',
  },
  Dutch: {
    first_name:
      'Voornaam | VOORNAAM | Uw voornaam * | Voornaam van de spreker | Roepnaam | Je voornaam (verplicht) | Voornamen | Je voornaam',
    last_name:
      'Achternaam | Familienaam | Uw achternaam | Achternaam van de spreker | Je achternaam * | Achternaam spreker',
    name: 'Naam | Spreker | Volledige naam | Naam van de spreker | Uw naam | Voor- en achternaam | Wat is je naam? | Naam spreker',
    email:
      'E-mail | E-mailadres | Mailadres | Je e-mailadres * | E-mailadres van de spreker | Uw e-mail (verplicht) | E-mailadres spreker',
    company_name:
      'Bedrijf | Organisatie | Werkgever | Uw organisatie | Bedrijfsnaam | Naam van het bedrijf | Instelling',
    job: 'Functie | Functietitel | Beroep | Uw functie | Rol | Huidige functie',
    about:
      'Biografie | Korte bio | Bio | Korte biografie | Bio van de spreker | Over jezelf | Uw biografie (optioneel) | Over de spreker',
    title:
      'Titel | Titel van de lezing | Onderwerp | Titel presentatie | Naam van de sessie | Titel van je presentatie * | Wat is de titel van je lezing? | Sessietitel',
    abstract:
      'Samenvatting | Beschrijving | Omschrijving | Korte beschrijving | Samenvatting van de lezing | Abstract | Beschrijving van je presentatie | Samenvatting van je talk',
    track: 'Track | Spoor | Themalijn | Naam van de track | Track van de sessie',
    room: 'Zaal | Ruimte | Locatie | Lokaal | Naam van de zaal | Waar?',
    start: 'Aanvang | Start | Begin | Starttijd | Datum en tijd | Begin van de sessie | Van | Begintijd',
  },
  Polish: {
    first_name: 'Imię | IMIĘ | Imie | Twoje imię * | Imię prelegenta | Imię (wymagane) | Imiona',
    last_name: 'Nazwisko | Twoje nazwisko * | Nazwisko prelegenta | NAZWISKO | Pani nazwisko',
    name: 'Imię i nazwisko | Prelegent | Prelegentka | Imię i nazwisko prelegenta | Mówca | Twoje imię i nazwisko * | Imie i nazwisko | Nazwisko i imię | Pełne imię i nazwisko',
    email:
      'E-mail | Adres e-mail | Twój adres e-mail * | Poczta elektroniczna | Adres e-mail prelegenta | Adres mailowy | Email kontaktowy | Adres poczty elektronicznej',
    company_name:
      'Firma | Organizacja | Instytucja | Uczelnia | Nazwa firmy | Twoja firma (opcjonalnie) | Pracodawca | Miejsce pracy',
    job: 'Stanowisko | Zawód | Twoje stanowisko | Funkcja | Pozycja | Stanowisko pracy',
    about:
      'Biografia | Bio | Notka biograficzna | Życiorys | O mnie | Krótkie bio | Bio prelegenta | Zyciorys | Biogram | O sobie',
    title:
      'Tytuł | Tytul | Tytuł wystąpienia | Temat | Tytuł prezentacji * | Temat wystąpienia | Nazwa sesji | Jaki jest tytuł prezentacji?',
    abstract:
      'Streszczenie | Opis | Abstrakt | Opis wystąpienia | Krótki opis | Streszczenie prezentacji | Opis prelekcji (wymagane)',
    track: 'Ścieżka | Sciezka | Ścieżka tematyczna | Blok tematyczny | Nurt | Obszar tematyczny',
    room: 'Sala | Miejsce | Pomieszczenie | Sala wykładowa | Gdzie? | Aula',
    start:
      'Początek | Rozpoczęcie | Data i godzina | Godzina rozpoczęcia | Od | Start | Początek sesji | Godzina od | Czas rozpoczęcia',
  },
  Czech: {
    first_name: 'Křestní jméno | Vaše křestní jméno * | Křestní jméno přednášejícího | Krestni jmeno | Křestní',
    last_name:
      'Příjmení | PŘÍJMENÍ | Vaše příjmení * | Příjmení přednášejícího | Prijmeni | Příjmení (povinné) | Příjmení řečníka',
    name: 'Jméno | Jméno a příjmení | Přednášející | Řečník | Jméno přednášejícího | Vaše jméno * | Celé jméno | Jméno řečníka | Příjmení a jméno',
    email:
      'E-mail | E-mailová adresa | Váš e-mail * | Elektronická pošta | E-mail přednášejícího | Email řečníka | Kontaktní e-mail',
    company_name: 'Firma | Společnost | Organizace | Zaměstnavatel | Název firmy | Vaše firma | Instituce',
    job: 'Pozice | Pracovní pozice | Povolání | Funkce | Vaše pozice | Pracovni pozice',
    about:
      'Životopis | Medailonek | Bio | Krátký životopis | O přednášejícím | Biografie | Vaše bio (nepovinné) | O mně',
    title:
      'Název | Nazev | Název přednášky | Téma | Název příspěvku * | Název prezentace | Jak se jmenuje přednáška? | Název vaší přednášky | Titul přednášky | Téma přednášky',
    abstract: 'Anotace | Abstrakt | Popis | Anotace přednášky | Popis přednášky | Shrnutí | Krátký popis',
    track: 'Tematický okruh | Track | Tematická oblast | Okruh | Proud | Sekce | Tematická sekce',
    room: 'Místnost | Sál | Učebna | Místo | Mistnost | Posluchárna | Kde? | Místo konání',
    start: 'Začátek | Zahájení | Datum a čas | Čas začátku | Začátek přednášky | Zacatek | Od',
  },
  Japanese: {
    first_name: '名 | 名（必須） | ファーストネーム | お名前（名） | 下の名前 | 名（漢字）',
    last_name: '姓 | 姓（必須） | 苗字 | お名前（姓） | ラストネーム',
    name: 'お名前 | 氏名 | 名前 | 登壇者 | 登壇者名 | 登壇者氏名 | あなたの名前 | 発表者のお名前 | 講演者 | 発表者名',
    email:
      'メールアドレス | メールアドレス（必須） | Eメール | 電子メール | ﾒｰﾙｱﾄﾞﾚｽ | 登壇者メールアドレス | あなたのメールアドレス * | ご連絡先メールアドレス | 連絡先メールアドレス',
    company_name: '所属 | 所属・部署 | 会社名 | ご所属 | 勤務先 | 所属組織（任意） | 所属先 | 貴社名 | 登壇者の所属',
    job: '役職 | 肩書き | 職種 | 役職名 | ご役職 | 職業',
    about:
      '自己紹介 | プロフィール | 略歴 | 登壇者プロフィール | 自己紹介文（公開） | 経歴 | 講演者の略歴 | 講演者紹介',
    title:
      'タイトル | 演題 | 講演タイトル | 発表題目 | セッションタイトル | セッション名 | トークのタイトル（必須） | 講演のタイトル | 題目',
    abstract: '概要 | 要旨 | 講演概要 | セッション概要 | 発表の概要 | 内容 | 抄録 | トークの概要（必須） | 講演内容',
    track: 'トラック | トラック名 | カテゴリ | 分野 | セッションのトラック | セッションカテゴリ',
    room: '会場 | 部屋 | 会議室 | 会場名 | 場所 | ルーム | ホール',
    start: '開始 | 開始日時 | 日時 | 開始時刻 | 開始時間 | 講演開始 | 発表日時',
  },
  Chinese: {
    first_name: '名 | 名（必填） | 您的名 | 演讲者的名 | 讲者名',
    last_name: '姓 | 姓氏 | 您的姓氏 | 姓（必填） | 演讲者姓氏',
    name: '姓名 | 讲者 | 演讲者 | 您的姓名 | 讲者姓名 | 演讲者姓名（必填） | 嘉宾 | 講者 | 嘉宾姓名 | 演讲人姓名 | 全名',
    email:
      '邮箱 | 电子邮件 | 电子邮箱 | 您的邮箱（必填） | 邮箱地址 | 電子郵件 | 讲者邮箱 | 演讲者的电子邮件 | 联系邮箱',
    company_name: '公司 | 单位 | 工作单位 | 公司名称 | 所属机构 | 机构 | 您的公司 | 单位名称',
    job: '职位 | 职务 | 职称 | 头衔 | 您的职位 | 職稱',
    about: '简介 | 个人简介 | 讲者简介 | 自我介绍 | 个人简介（选填） | 演讲者简介 | 嘉宾介绍 | 讲师简介',
    title: '标题 | 题目 | 演讲题目 | 演讲标题 | 议题名称 | 主题 | 报告题目 | 您的演讲题目（必填）',
    abstract: '摘要 | 演讲摘要 | 议题简介 | 内容简介 | 描述 | 演讲的摘要 | 报告摘要',
    track: '分论坛 | 专场 | 赛道 | 领域 | 方向 | 议题方向',
    room: '会场 | 会议室 | 地点 | 房间 | 会议室名称 | 場地',
    start: '开始 | 开始时间 | 日期时间 | 開始時間 | 演讲开始时间 | 起始时间 | 开始日期时间',
  },
  Russian: {
    first_name: 'Личное имя | Имя и отчество | Имя (без фамилии) | Ваше личное имя',
    last_name: 'Фамилия | ФАМИЛИЯ | Ваша фамилия * | Фамилия докладчика | Фамилия (обязательно) | Фамилия спикера',
    name: 'Имя | ФИО | Ф.И.О. | Докладчик | Спикер | Имя и фамилия | ФИО докладчика | Ваше имя * | Имя спикера | Как вас зовут? | Фамилия, имя, отчество | Полное имя',
    email:
      'Электронная почта | E-mail | Ваш e-mail * | Адрес электронной почты | Эл. почта | Почта | E-mail докладчика | Электронный адрес',
    company_name:
      'Компания | Организация | Место работы | Название компании | Ваша компания | Университет | Учреждение | Работодатель',
    job: 'Должность | Профессия | Ваша должность | Роль | Позиция | Род занятий',
    about:
      'Биография | О себе | Краткая биография | О докладчике | Биография докладчика | О спикере | Ваша биография (по желанию)',
    title:
      'Название | Название доклада | Тема | Тема доклада | Название вашего доклада * | Название выступления | Заголовок',
    abstract:
      'Аннотация | Тезисы | Описание | Краткое описание | Описание доклада | Аннотация доклада | Тезисы доклада | Краткое содержание',
    track: 'Секция | Трек | Направление | Поток | Тематическое направление',
    room: 'Зал | Аудитория | Место | Помещение | Место проведения | Где?',
    start: 'Начало | Дата и время | Дата и время начала | Время начала | Начало доклада | С',
  },
};

describe.each(Object.entries(tables))('%s', (_, table) => {
  const rows = Object.entries(table).flatMap(([row, text]) =>
    places[row as keyof typeof places].map(([kind, target]) => ({
      kind,
      target,
      headers: text.split(' | ') as string[],
    })),
  );
  it.each(rows)('$kind: $target', ({ kind, target, headers }) => {
    expect(headers.filter((header) => mapHeaders(kind, [header]).join() !== `${header}=${target}`)).toEqual([]);
  });
});
