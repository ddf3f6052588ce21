// Writes the public data of a program into the folder of a website. Must not know the terminal.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount } from '../../contract/amount.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { createFolder } from '../../create-folder.ts';
import { ConflictError, type InputFault, OutputError, systemFault } from '../../errors.ts';
import { removeLeftovers, replaceFiles } from '../../replace-file.ts';
import { refuseOther } from '../entries.ts';
import { indexName, indexText, readIndex, type SiteIndex } from './index-file.ts';
import { markerLine, renewedPage, speakerPage, talkPage, withEndsOf } from './page.ts';
import { nameSite, type Site } from './site.ts';
import type { siteReport, siteSpeakers, siteTalks } from './site-schema.ts';

export type SiteReport = DocumentOf<typeof siteReport>;

export interface SiteTarget extends Pick<SiteIndex, 'event' | 'format'> {
  readonly folder: string;
}

/**
 * Writes the files that differ, each as a whole. The index comes first, so that after a crash no
 * page is one that the index does not name.
 * @throws {ConflictError} if a file is not one of an earlier export; nothing is written
 * @throws {OutputError} if a file cannot be written
 */
export function writeSite(site: Site, target: SiteTarget): SiteReport {
  const { folder, event, format } = target;
  refuseOther(join(folder, 'talks'), 'folder');
  refuseOther(join(folder, 'speakers'), 'folder');
  const saved = readIndex(folder, target);
  const named = nameSite(site, saved ?? { talks: {}, speakers: {} });
  const files = filesOf(named, target).map(({ path, text }) => fileIn(folder, path, text));
  refuseForeign(files, pathsOf(saved));
  const changed = files.filter(({ old, renewed }) => renewed !== old);
  const index = fileIn(folder, indexName, indexText({ event, format, ...named.names }));
  createFolders(folder, format);
  // One after the other, because a large event has more pages than files may be open.
  for (const { path, renewed } of [index, ...changed]) {
    if (renewed === undefined) continue;
    replaceFiles(folder, (files) => files.begin(join(folder, path)).write(renewed));
  }
  const current = new Set(files.map(({ path }) => path));
  const vanished = [...pathsOf(saved)].filter((path) => !current.has(path));
  return {
    schemaVersion: '2.0',
    folder,
    event,
    format,
    counts: {
      talks: named.talks.length,
      speakers: named.speakers.length,
      written: changed.length,
      unchanged: files.length - changed.length,
    },
    written: changed.map(({ path }) => path),
    vanished: vanished.filter((path) => existsSync(join(folder, path))),
  };
}

/** A file beside what is in its place. */
interface PlacedFile {
  /** In the folder, with slashes. */
  readonly path: string;
  /** As the data is. */
  readonly text: string;
  /** Undefined if there is nothing. */
  readonly old: string | undefined;
  /** Undefined if the old text would be lost: a page without the line. */
  readonly renewed: string | undefined;
}

const dataFiles = { talks: 'talks.json', speakers: 'speakers.json' } as const;

/** The files as the data is. */
function filesOf(
  { talks, speakers }: ReturnType<typeof nameSite>,
  { event, format }: SiteTarget,
): readonly Pick<PlacedFile, 'path' | 'text'>[] {
  if (format === 'markdown') {
    return [
      ...talks.map((talk) => ({ path: pagePath('talks', talk.slug), text: talkPage(talk) })),
      ...speakers.map((speaker) => ({
        path: pagePath('speakers', speaker.slug),
        text: speakerPage(speaker),
      })),
    ];
  }
  const talkData: DocumentOf<typeof siteTalks> = { schemaVersion: '2.0', event, talks };
  const speakerData: DocumentOf<typeof siteSpeakers> = { schemaVersion: '2.0', event, speakers };
  return [
    { path: dataFiles.talks, text: jsonText(talkData) },
    { path: dataFiles.speakers, text: jsonText(speakerData) },
  ];
}

function pagePath(kind: 'talks' | 'speakers', name: string): string {
  return `${kind}/${name}.md`;
}

function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The files that an index names. */
function pathsOf(saved: SiteIndex | undefined): ReadonlySet<string> {
  if (saved === undefined) return new Set();
  if (saved.format === 'json') return new Set(Object.values(dataFiles));
  const pathsOfKind = (kind: 'talks' | 'speakers') => {
    return Object.values(saved[kind]).map((name) => pagePath(kind, name));
  };
  return new Set([...pathsOfKind('talks'), ...pathsOfKind('speakers')]);
}

function fileIn(folder: string, path: string, text: string): PlacedFile {
  const place = join(folder, path);
  refuseOther(place, 'file');
  if (!existsSync(place)) return { path, text, old: undefined, renewed: text };
  const old = readFileSync(place, 'utf8');
  const isPage = path.endsWith('.md');
  return { path, text, old, renewed: isPage ? renewedPage(text, old) : withEndsOf(old, text) };
}

/**
 * @throws {ConflictError} with all files that somebody else may have written; else with all pages
 *   that have lost the line
 */
function refuseForeign(files: readonly PlacedFile[], ours: ReadonlySet<string>): void {
  const differing = files.filter(({ old, text }) => old !== undefined && old !== text);
  const foreign = differing.filter(({ path }) => !ours.has(path));
  refuse(foreign, `${indexName} does not name it`, 'rename or remove these files');
  refuse(
    differing.filter(({ renewed }) => renewed === undefined),
    'the line is missing below which your text stays',
    `write this line directly above your own text, or remove the page to export it again without ` +
      `that text: ${markerLine}`,
  );
}

function refuse(files: readonly PlacedFile[], message: string, fix: string): void {
  if (files.length === 0) return;
  throw new ConflictError(
    `${amount(files.length, 'file')} would be overwritten; nothing was written`,
    { details: files.map(({ path }): InputFault => ({ file: path, message })), fix },
  );
}

function createFolders(folder: string, format: SiteIndex['format']): void {
  const folders = format === 'json' ? [''] : ['talks', 'speakers'];
  try {
    for (const name of folders) createFolder(join(folder, name));
    removeLeftovers(folder);
  } catch (cause) {
    throw new OutputError(...systemFault(`cannot write ${folder}`, cause));
  }
}
