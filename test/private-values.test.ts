// What is printed without a terminal: no value of a private field, whatever is wrong with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { fileRow } from './support/file-row.ts';
import { anEvent } from './support/ids.ts';
import { type CommandResult, plenary } from './support/program.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { addEvent, folderForEach, sendRecord, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

/** Every private value in the files has it, and nothing else. */
const marker = /secret/i;

const forms = [[], ['--json'], ['--summary', 'markdown']] as const;

/** @throws if the output has a private value elsewhere than in the values of a plan or a report */
function expectHidden(args: readonly string[], { stdout, stderr }: CommandResult): void {
  const said = args.includes('--json') ? withoutValues(stdout) : stdout;
  expect(`${said}\n${stderr}`, args.join(' ')).not.toMatch(marker);
}

/** With `--json`, a plan has all values of its changes. */
function withoutValues(text: string): string {
  if (text === '') return '';
  const { changes: _, ...document } = JSON.parse(text);
  return JSON.stringify(document);
}

const x = (length: number) => 'x'.repeat(length);

let events = 0;
let event = '';
let speaker = '';
beforeEach(async () => {
  event = `private${++events}`;
  await addEvent(service, event);
  const fields = { email: 'ada-secret@example.org', first_name: 'Ada', last_name: 'Byron' };
  speaker = (await sendRecord(service, 'POST', `events/${event}/speakers`, fields)).id;
  const talk = { title: 'Types', submitter_email: 'ada-secret@example.org' };
  await sendRecord(service, 'POST', `events/${event}/submissions`, talk);
});

const plenaryIn = (args: readonly string[]): Promise<CommandResult> =>
  service.plenary(args, {
    cwd: folder.path,
    env: { PLENARY_EVENT: event, PLENARY_STATE_DIR: folder.file('state') },
  });

/** By what they are. */
const files: Readonly<Record<string, readonly [kind: string, ...rows: string[]]>> = {
  'invalid rows of speakers': [
    'speakers',
    'Email,First name,Last name,Phone,Logistics notes',
    // Of one record, and of two people.
    'ada-secret@example.org,Ada,Byron,+1 SECRET 1,SECRET diet',
    'ada-secret@example.org,Ada,Byron,+1 SECRET 2,SECRET hotel',
    'bo-secret@example.org,Bo,Lind,,',
    'bo-secret@example.org,Cy,Dee,,',
    // Addresses that are none, or several.
    'SECRET,Ada,Byron,,',
    'SECRET@host,Bo,Lind,,',
    'secret@@example.org,Cy,Dee,,',
    'secret two@example.org,Di,Eff,,',
    'secret\u200b@example.org,Ed,Fox,,',
    'a-secret@example.org; b-secret@example.org,Ada,Byron,+1 SECRET,SECRET',
    'a-secret@example.org; SECRET@host,Bo,Lind,+1 SECRET,SECRET',
    // Too long.
    `cy-secret@example.org,Cy,Dee,SECRET${x(100)},`,
    `secret${x(320)}@example.org,Di,Eff,,`,
    // Malformed and damaged.
    'di-secret@example.org,Di',
    'ed-secret@example.org,Ed,Fox,SECRET &amp; co,SECRET,SECRET',
    'flo-secret@example.org,Flo,Gee,SECRETÃ©SECRET,SECRET &amp; SECRET',
    'gil-secret@example.org,Gil,Hay,SECRET\ufffd,#REF! SECRET',
    'hal-secret@example.org,Hal,Ives,#REF!,SECRET\0',
  ],
  'speakers with names and addresses in one cell': [
    'speakers',
    'Email,Name,Phone',
    'SECRET,Ada Byron,SECRET',
    'a-secret@example.org,Ada Byron <b-secret@example.org>,SECRET',
    'SECRET@host,Bo Lind <SECRET@other>,SECRET',
  ],
  'invalid rows of submissions': [
    'submissions',
    'Title,Submitter email,Feedback,Phone,Author emails',
    'Types,ada-secret@example.org,SECRET 1,SECRET,',
    'Types,bo-secret@example.org,SECRET 2,SECRET,',
    'Types,ada-secret@example.org,SECRET 3,SECRET,',
    'Traits,SECRET,SECRET,,bo-secret@example.org; SECRET@host',
    'Macros,a-secret@example.org; b-secret@example.org,SECRET,,SECRET',
  ],
  'decisions with different feedback': [
    'submissions',
    'Title,Status,Feedback',
    'Types,accepted,SECRET 1',
    'Types,accepted,SECRET 2',
    'Unknown,accepted,SECRET 3',
  ],
  'sessions of unknown talks': [
    'sessions',
    'Title,Room,Start,Duration,Speaker email',
    'Typs,Hall,2027-05-02 09:00,30,ada-secret@example.org',
    'Types,Hall,2027-05-02 10:00,30,bo-secret@example.org',
    'Types,Lab,2027-05-02 10:00,30,SECRET',
    'Traits,Lab,ada-secret@example.org,30,SECRET@host',
  ],
};

it.each(Object.entries(files))('shows nothing private of %s', async (_, [kind, ...lines]) => {
  writeFileSync(folder.file('rows.csv'), `${lines.join('\n')}\n`);
  const commands = [
    ...forms.map((form) => ['plan', ...form]),
    ...(kind === 'sessions' ? [] : [['import', '--dry-run', '--json']]),
    ['apply', '--json'],
  ];
  for (const [verb = '', ...flags] of commands) {
    const args = [kind, verb, 'rows.csv', ...flags];
    const result = await plenaryIn(args);
    expect(result.exitCode, result.stderr).not.toBe(2);
    expectHidden(args, result);
  }
});

/** What services reply, with what was sent, to a request that they refuse or fail to carry out. */
const refusals: Readonly<Record<string, (body: string, values: readonly string[]) => Reply>> = {
  'the message of a fault': (body, values) => ({
    status: 422,
    json: {
      detail: values.map((value) => ({
        type: 'value_error',
        loc: ['body', 'phone'],
        msg: `Value error, '${value}' is not allowed`,
        input: JSON.parse(body),
      })),
    },
  }),
  'a fault without a message': (body) => ({
    status: 422,
    json: { detail: [{ loc: ['body'], input: JSON.parse(body) }] },
  }),
  'a sentence': (_, values) => ({ status: 400, json: { detail: values.join(' and ') } }),
  'the record': (body) => ({ status: 400, json: { speaker: JSON.parse(body) } }),
  'a conflict': (_, values) => ({
    status: 409,
    json: { detail: `${values.join(', ')} and other-secret@example.org exist`, id: 'spk_9' },
  }),
  'a trace of its failure': (body) => ({ status: 500, text: `Traceback: ${body}` }),
  'a success that is none': (body) => ({ json: { ok: false, record: JSON.parse(body) } }),
  'a response that is not JSON': (body) => ({ status: 201, text: `created ${body}` }),
};

it.each(Object.entries(refusals))('shows nothing private that %s repeats', async (_, refuse) => {
  const ada = { id: 'spk_1', email: 'ada-secret@example.org', first_name: 'Ada' };
  const server = await startScriptedServer(({ method, body }) => {
    if (method === 'GET') return wholeList([ada]);
    return refuse(body, Object.values(JSON.parse(body)));
  });
  onTestFinished(() => server.close());
  writeFileSync(
    folder.file('rows.csv'),
    [
      'Email,Phone,Logistics notes',
      'ada-secret@example.org,+1 SECRET,"SECRET diet\nand SECRET hotel"',
      'bo-secret@example.org,,SECRET',
    ].join('\n'),
  );
  const commands = [
    ['speakers', 'import', 'rows.csv'],
    ['speakers', 'apply', 'rows.csv', '--allow-partial', '--json'],
    ['speakers', 'update', 'spk_1', '--phone', '+1 SECRET', '--logistics-notes', 'SECRET'],
    ['speakers', 'add', '--email', 'cy-secret@example.org', '--json'],
  ];
  for (const [number, args] of commands.entries()) {
    const result = await plenary(args, {
      cwd: folder.path,
      clock: skippingClock(),
      env: {
        PLENARY_BASE_URL: server.url,
        PLENARY_TOKEN: 'a-token',
        PLENARY_EVENT: anEvent,
        PLENARY_STATE_DIR: folder.file(`state ${number}`),
      },
    });
    expect(result.stderr, args.join(' ')).not.toBe('');
    expectHidden(args, result);
  }
});

it('shows nothing private of a conflict, of a run, and of its undo', async () => {
  const run = async (...args: readonly string[]) => {
    const result = await plenaryIn(args);
    expectHidden(args, result);
    return result;
  };
  const change = (phone: string) =>
    sendRecord(service, 'PATCH', `speakers/${speaker}`, { phone, logistics_notes: phone });
  const rows = 'Email,Phone,Logistics notes\nada-secret@example.org,SECRET 1,SECRET 1\n';
  writeFileSync(folder.file('rows.csv'), rows);
  expect((await run('speakers', 'plan', 'rows.csv', '--out', 'plan.json')).exitCode).toBe(0);
  await change('SECRET 2');
  for (const form of [[], ['--json']]) {
    expect((await run('speakers', 'apply', 'plan.json', ...form)).exitCode).toBe(6);
  }
  const { stderr } = await run('speakers', 'apply', 'rows.csv');
  const [undo = ''] = /runs undo \S+/.exec(stderr) ?? [];
  await change('SECRET 3');
  for (const form of [[], ['--json']]) {
    expect((await run(...undo.split(' '), ...form)).exitCode).toBe(6);
  }
  await run('runs', 'show');
  await run('runs', 'verify');
});

it('shows nothing private of a program', async () => {
  await plenaryIn(['program', 'pull', '.', '--private-columns']);
  const pulled = readFileSync(folder.file('speakers.csv'), 'utf8');
  const withPhone = (phone: string) => pulled.replace(/,\n$/, `,${phone}\n`);
  await sendRecord(service, 'PATCH', `speakers/${speaker}`, { phone: 'SECRET of the service' });
  const secondAda = {
    email: 'ada-secret@example.org',
    first_name: 'Bo',
    last_name: 'Lind',
    logistics_notes: 'SECRET',
    phone: 'SECRET',
  };
  const edits = [
    withPhone('SECRET of the file'),
    withPhone(`SECRET ${x(100)}`),
    pulled.replace('ada-secret', 'secret@@ada'),
    `${pulled}${pulled.slice(pulled.indexOf('spk_'))}`,
    pulled + fileRow(pulled, secondAda),
  ];
  const commands = [['plan'], ['plan', '--summary', 'markdown'], ['apply', '--json']];
  for (const edited of edits) {
    writeFileSync(folder.file('speakers.csv'), edited);
    for (const [verb = '', ...flags] of commands) {
      const args = ['program', verb, '.', ...flags];
      expectHidden(args, await plenaryIn(args));
    }
  }
});
