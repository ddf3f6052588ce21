// Lists the codes (ISO 639-1) of the languages of the timetable's page, for flags: without the words.

export const pageLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'cs', 'ja', 'zh', 'ru'] as const;

export type PageLanguage = (typeof pageLanguages)[number];
