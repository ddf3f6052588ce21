// The forms that a timetable is written in.

export const exportFormats = ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];
