// Owns the texts that the timetable's page adds to those of the program, in each language in which files are read. `{…}` is replaced.
import type { LanguageCode } from '../../columns/vocabulary/languages.ts';

export interface PageWords extends Readonly<Record<Exclude<keyof typeof english, 'found'>, string>> {
  /** By the plural categories of the language (CLDR). */
  readonly found: { readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
    readonly other: string;
  };
}

const english = {
  timetable: 'Timetable',
  days: 'Days',
  allDays: 'All days',
  search: 'Search',
  /** What the search looks at. */
  searchHint: 'Title, speaker, room, track',
  room: 'Room',
  allRooms: 'All rooms',
  track: 'Track',
  allTracks: 'All tracks',
  /** Shows the favorites alone. */
  favorites: 'Favorites',
  /** Makes one session a favorite. */
  favorite: 'Favorite',
  /** The number `{n}` of sessions that a search finds. */
  found: { one: '{n} session', other: '{n} sessions' },
  about: 'About',
  speakers: 'Speakers',
  photo: 'Photo',
  /** `{zone}` is a time zone. */
  timesIn: 'Times in {zone}',
  /** `{time}` is a date with a time. */
  asOf: 'As of {time}',
  /** True of every page without a session: nothing may be placed yet, or nothing chosen. */
  nothing: 'Nothing is scheduled.',
  /** How the tables are laid out. */
  layout: 'Rooms across, times down',
};

export const pageWords: Readonly<Record<LanguageCode, PageWords>> = {
  en: english,
  de: {
    ...{ timetable: 'Programm', days: 'Tage', allDays: 'Alle Tage' },
    ...{ about: 'Beschreibung', speakers: 'Vortragende', photo: 'Foto' },
    ...{ search: 'Suche', searchHint: 'Titel, Person, Raum, Track' },
    ...{ room: 'Raum', allRooms: 'Alle Räume', track: 'Track', allTracks: 'Alle Tracks' },
    ...{ favorites: 'Favoriten', favorite: 'Favorit' },
    ...{ timesIn: 'Zeitzone: {zone}', asOf: 'Stand: {time}' },
    ...{ nothing: 'Es ist nichts geplant.', layout: 'Räume nebeneinander, Zeiten untereinander' },
    found: { one: '{n} Veranstaltung', other: '{n} Veranstaltungen' },
  },
  fr: {
    ...{ timetable: 'Programme', days: 'Jours', allDays: 'Tous les jours' },
    ...{ about: 'Description', speakers: 'Intervenants et intervenantes', photo: 'Photo' },
    ...{ search: 'Rechercher', searchHint: 'Titre, personne, salle, thème' },
    ...{ room: 'Salle', allRooms: 'Toutes les salles', track: 'Thème', allTracks: 'Tous les thèmes' },
    ...{ favorites: 'Favoris', favorite: 'Favori' },
    ...{ timesIn: 'Fuseau horaire\u00a0: {zone}', asOf: 'Mis à jour\u00a0: {time}' },
    ...{ nothing: 'Rien n’est programmé.', layout: 'Salles en colonnes, heures en lignes' },
    found: { one: '{n} session', other: '{n} sessions' },
  },
  es: {
    ...{ timetable: 'Programa', days: 'Días', allDays: 'Todos los días' },
    ...{ about: 'Descripción', speakers: 'Ponentes', photo: 'Foto' },
    ...{ search: 'Buscar', searchHint: 'Título, ponente, sala, tema' },
    ...{ room: 'Sala', allRooms: 'Todas las salas', track: 'Tema', allTracks: 'Todos los temas' },
    ...{ favorites: 'Favoritos', favorite: 'Favorito' },
    ...{ timesIn: 'Zona horaria: {zone}', asOf: 'Actualizado: {time}' },
    ...{ nothing: 'No hay nada programado.', layout: 'Salas en columnas, horas en filas' },
    found: { one: '{n} sesión', other: '{n} sesiones' },
  },
  pt: {
    ...{ timetable: 'Programação', days: 'Dias', allDays: 'Todos os dias' },
    ...{ about: 'Descrição', speakers: 'Palestrantes', photo: 'Foto' },
    ...{ search: 'Pesquisar', searchHint: 'Título, palestrante, sala, tema' },
    ...{ room: 'Sala', allRooms: 'Todas as salas', track: 'Tema', allTracks: 'Todos os temas' },
    ...{ favorites: 'Favoritos', favorite: 'Favorito' },
    ...{ timesIn: 'Fuso horário: {zone}', asOf: 'Atualizado: {time}' },
    ...{ nothing: 'Não há nada programado.', layout: 'Salas em colunas, horários em linhas' },
    found: { one: '{n} sessão', other: '{n} sessões' },
  },
  it: {
    ...{ timetable: 'Programma', days: 'Giorni', allDays: 'Tutti i giorni' },
    ...{ about: 'Descrizione', speakers: 'Relatrici e relatori', photo: 'Foto' },
    ...{ search: 'Cerca', searchHint: 'Titolo, relatore, sala, tema' },
    ...{ room: 'Sala', allRooms: 'Tutte le sale', track: 'Tema', allTracks: 'Tutti i temi' },
    ...{ favorites: 'Preferiti', favorite: 'Preferito' },
    ...{ timesIn: 'Fuso orario: {zone}', asOf: 'Aggiornato: {time}' },
    ...{ nothing: 'Non c’è nulla in programma.', layout: 'Sale in colonna, orari in riga' },
    found: { one: '{n} sessione', other: '{n} sessioni' },
  },
  nl: {
    ...{ timetable: 'Programma', days: 'Dagen', allDays: 'Alle dagen' },
    ...{ about: 'Beschrijving', speakers: 'Sprekers', photo: 'Foto' },
    ...{ search: 'Zoeken', searchHint: 'Titel, spreker, zaal, thema' },
    ...{ room: 'Zaal', allRooms: 'Alle zalen', track: 'Thema', allTracks: 'Alle thema’s' },
    ...{ favorites: 'Favorieten', favorite: 'Favoriet' },
    ...{ timesIn: 'Tijden in {zone}', asOf: 'Bijgewerkt: {time}' },
    ...{ nothing: 'Er is niets gepland.', layout: 'Zalen naast elkaar, tijden onder elkaar' },
    found: { one: '{n} sessie', other: '{n} sessies' },
  },
  pl: {
    ...{ timetable: 'Program', days: 'Dni', allDays: 'Wszystkie dni' },
    ...{ about: 'Opis', speakers: 'Prelegentki i prelegenci', photo: 'Zdjęcie' },
    ...{ search: 'Szukaj', searchHint: 'Tytuł, prelegent, sala, ścieżka' },
    ...{ room: 'Sala', allRooms: 'Wszystkie sale', track: 'Ścieżka', allTracks: 'Wszystkie ścieżki' },
    ...{ favorites: 'Ulubione', favorite: 'Ulubiona' },
    ...{ timesIn: 'Strefa czasowa: {zone}', asOf: 'Stan na: {time}' },
    ...{ nothing: 'Nic nie zaplanowano.', layout: 'Sale w kolumnach, godziny w wierszach' },
    found: { one: '{n} sesja', few: '{n} sesje', many: '{n} sesji', other: '{n} sesji' },
  },
  cs: {
    ...{ timetable: 'Program', days: 'Dny', allDays: 'Všechny dny' },
    ...{ about: 'Popis', speakers: 'Přednášející', photo: 'Fotografie' },
    ...{ search: 'Hledat', searchHint: 'Název, řečník, místnost, téma' },
    ...{ room: 'Místnost', allRooms: 'Všechny místnosti', track: 'Téma', allTracks: 'Všechna témata' },
    ...{ favorites: 'Oblíbené', favorite: 'Oblíbená' },
    ...{ timesIn: 'Časové pásmo: {zone}', asOf: 'Stav k: {time}' },
    ...{ nothing: 'Nic není naplánováno.', layout: 'Místnosti ve sloupcích, časy v řádcích' },
    found: { one: '{n} přednáška', few: '{n} přednášky', other: '{n} přednášek' },
  },
  ja: {
    ...{ timetable: 'タイムテーブル', days: '日付', allDays: '全日程' },
    ...{ about: '概要', speakers: '登壇者', photo: '写真' },
    ...{ search: '検索', searchHint: 'タイトル、登壇者、会場、トラック' },
    ...{ room: '会場', allRooms: 'すべての会場', track: 'トラック', allTracks: 'すべてのトラック' },
    ...{ favorites: 'お気に入り', favorite: 'お気に入り' },
    ...{ timesIn: 'タイムゾーン：{zone}', asOf: '{time} 現在' },
    ...{ nothing: '予定はありません。', layout: '列は会場、行は時刻' },
    found: { other: '{n} 件のセッション' },
  },
  zh: {
    ...{ timetable: '日程表', days: '日期', allDays: '全部日期' },
    ...{ about: '简介', speakers: '演讲者', photo: '照片' },
    ...{ search: '搜索', searchHint: '标题、演讲者、会场、主题' },
    ...{ room: '会场', allRooms: '全部会场', track: '主题', allTracks: '全部主题' },
    ...{ favorites: '收藏', favorite: '收藏' },
    ...{ timesIn: '时区：{zone}', asOf: '更新于 {time}' },
    ...{ nothing: '没有安排。', layout: '列为会场，行为时间' },
    found: { other: '{n} 场活动' },
  },
  ru: {
    ...{ timetable: 'Программа', days: 'Дни', allDays: 'Все дни' },
    ...{ about: 'Описание', speakers: 'Докладчики', photo: 'Фото' },
    ...{ search: 'Поиск', searchHint: 'Название, докладчик, зал, тема' },
    ...{ room: 'Зал', allRooms: 'Все залы', track: 'Тема', allTracks: 'Все темы' },
    ...{ favorites: 'Избранное', favorite: 'В избранное' },
    ...{ timesIn: 'Часовой пояс: {zone}', asOf: 'По состоянию на {time}' },
    ...{ nothing: 'Ничего не запланировано.', layout: 'Залы по столбцам, время по строкам' },
    found: { one: '{n} доклад', few: '{n} доклада', many: '{n} докладов', other: '{n} доклада' },
  },
};
