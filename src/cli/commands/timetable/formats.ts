// Owns the names of the export formats, which the help lists without loading what writes them.

export const exportFormats = ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];
