// Lets a person at a terminal choose a record that the command line does not name, while the event's list is still being read.
import type { Page } from '../../client/client.ts';
import { type RecordData, recordId } from '../../client/response.ts';
import { recordName } from '../../columns/record-name.ts';
import { singularOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { foldKey, withoutAccents } from '../../contract/key.ts';
import { NotFoundError } from '../../errors.ts';
import { askSearch, type SearchChoice } from '../ask.ts';
import type { Context } from '../context.ts';
import { cutToWidth } from '../output/width.ts';
import { besideOf, candidateText, labelOf, type NamedResource, titleOf } from './find-record.ts';
import { submitterOf } from './people.ts';

/** @returns the id of the record @throws {NotFoundError} if the event has none @throws the error of a list that cannot be read */
export async function pickRecord(context: Context, resource: NamedResource): Promise<string> {
  const event = await context.required('event');
  const ended = new AbortController();
  // A client of its own, so that its requests end with the question.
  const client = await context.clientFor(await context.credentials(), {
    signal: AbortSignal.any([context.io.stopped, ended.signal]),
  });
  const pages = client.pages(lists[resource], { path: { event_id: event } });
  const width = (context.io.stderr.columns || 80) - besideChoice;
  const listing = readChoices(pages, (record) => choiceOf(record, resource, width));
  try {
    const noun = singularOf(resource);
    if ((await listing.find('')).choices.length === 0) {
      throw new NotFoundError(`the event has no ${resource}`, { fix: 'check the event' });
    }
    const question = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} (type to search)`;
    return await askSearch(context, question, listing.find, listing.failed).catch((error) => {
      listing.failed.throwIfAborted();
      throw error;
    });
  } finally {
    ended.abort();
    await client.close();
  }
}

const lists = { speakers: endpoints.listSpeakers, submissions: endpoints.listSubmissions } as const;

/** The columns of the mark before a choice, and the last one of the terminal. */
const besideChoice = 3;

/** A choice, and the words by which it is found. */
interface Searched extends SearchChoice {
  readonly words: string;
}

/** The name and what distinguishes it from another record with the same name; all of it below the list. */
export function choiceOf(record: RecordData, resource: NamedResource, width: number): Searched {
  const beside = besideOf(record, resource).map((text) => ` · ${text}`);
  const title = titleOf(record, resource) || labelOf(record, resource);
  const room = Math.max(shortestTitle, width - beside.join('').length);
  const name = cutToWidth([cutToWidth(title, room), ...beside].join(''), width);
  const description = candidateText(record, resource);
  const people = resource === 'submissions' ? recordName('speakers', submitterOf(record)) : '';
  return {
    name,
    description,
    value: recordId(record, resource) ?? title,
    words: searchWords([name, title, description, people].join(' ')).join(' '),
  };
}

const shortestTitle = 24;

function searchWords(text: string): readonly string[] {
  return withoutAccents(foldKey(text).normalize('NFKD')).split(' ').filter(Boolean);
}

interface Listing {
  /** Waits until there are enough choices with all of these words, or the list has been read. */
  readonly find: (
    typed: string,
    signal?: AbortSignal,
  ) => Promise<{ readonly choices: readonly SearchChoice[]; readonly more?: string }>;
  /** Aborted, with the error as its reason, if the list cannot be read. */
  readonly failed: AbortSignal;
}

/** Reads a list to its end in the background. */
export function readChoices(pages: AsyncIterable<Page>, choiceFrom: (record: RecordData) => Searched): Listing {
  const read: Searched[] = [];
  const failed = new AbortController();
  let isDone = false;
  const waiting: (() => void)[] = [];
  const proceed = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  (async () => {
    for await (const { records } of pages) {
      for (const record of records) read.push(choiceFrom(record));
      proceed();
    }
    isDone = true;
  })()
    .catch((error) => failed.abort(error))
    .finally(proceed);

  return {
    failed: failed.signal,
    async find(typed, signal) {
      const words = searchWords(typed);
      const choices: Searched[] = [];
      for (let at = 0; ; ) {
        failed.signal.throwIfAborted();
        signal?.throwIfAborted();
        for (; at < read.length && choices.length <= mostShown; at++) {
          const choice = read[at];
          if (choice !== undefined && words.every((word) => choice.words.includes(word))) choices.push(choice);
        }
        if (choices.length > mostShown) return { choices: choices.slice(0, mostShown), more };
        // Without a text, the first page is enough to begin with.
        if (!isDone && words.length === 0 && choices.length > 0) return { choices, more };
        if (isDone) return { choices };
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

const mostShown = 50;
const more = '… and more: type a part of the name, the address or the id';
