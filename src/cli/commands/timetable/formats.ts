// Owns the names of the export formats, so that the help can list them without loading the code that writes them.

export const exportFormats = ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];
