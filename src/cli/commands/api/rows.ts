// The command that sends any request below the base URL.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { readPairs } from '../../flags.ts';

export const api = defineCommand({
  words: 'api',
  description: 'Send any request below the base URL and print the response',
  sends: 'write',
  json: 'response',
  arguments: {
    method: {
      description: 'GET, HEAD, POST, PATCH, PUT or DELETE',
      recommended: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    },
    path: { description: 'e.g. /v1/events/{event_id}/speakers; {event_id} is replaced by the configured event' },
  },
  flags: {
    field: flag.parsedList(
      '<name=value>',
      'text field of the JSON body, or of the query of a GET; repeatable',
      readPairs,
      { short: '-f' },
    ),
    typedField: flag.parsedList(
      '<name=value>',
      'the same with a JSON value: a number, true, false, null, …',
      readPairs,
      { short: '-F' },
    ),
    input: flag.file('file with the JSON body (- is standard input)'),
    event: flag.text('<id>', 'event for {event_id} (or PLENARY_EVENT)'),
    header: flag.list('<name: value>', 'header of the request; repeatable', { short: '-H' }),
    include: flag.boolean('print the status and the headers of the response', { short: '-i', excludes: ['all'] }),
    raw: flag.boolean('print the body of an error on standard output'),
    all: flag.boolean('follow all pages of a list and print its records; with --json, as one array'),
  },
  exitCodes: [6, 10],
  examples: [
    "plenary api GET '/v1/events/{event_id}/speakers' -f status=accepted --all",
    'plenary api PATCH /v1/speakers/spk_1a2b3c -f pronouns=she/her',
  ],
  load: async () => (await import('../api.ts')).sendRequest,
});
