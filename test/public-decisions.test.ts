// Decisions on the public server: it shows neither submitters nor feedback, and trims what it
// stores.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();

const talks = [
  'Title,Email,Abstract',
  'Keynote,ada@example.org,Where we come from.',
  'Queues,ada@example.org,All the way down.',
  'Stacks,bo@example.org,One on the other.',
];

async function homeWithTalks() {
  const home = stage.home();
  await home.json('submissions', 'import', home.write('talks.csv', ...talks), '--yes');
  return home;
}

const truth = () =>
  stage
    .double()
    .state.submissions.map(
      ({ title, status, feedback }) => `${title}: ${status}, ${feedback ?? ''}`,
    )
    .sort();

const sheet = [
  'Title,Email,Decision,Feedback',
  'Queues,ada@example.org,accepted,Well done.',
  'Stacks,bo@example.org,declined,Sorry.',
];

describe('a sheet of decisions', () => {
  it('is applied once, with feedback that is never shown', async () => {
    const home = await homeWithTalks();
    const file = home.write('decisions.csv', ...sheet);
    const planned = await home.json('submissions', 'plan', file);
    expect(planned.counts).toMatchObject({ update: 2, unchanged: 0 });
    expect(planned.changes[0].fields.feedback).toEqual({
      from: null,
      to: 'Well done.',
      hidden: true,
    });
    const shown = await home.run(['submissions', 'plan', file], { columns: 120 });
    expect(shown.stderr + shown.stdout).toContain('feedback (not shown) → "Well done."');
    await home.json('submissions', 'apply', file, '--yes');
    expect(truth()).toEqual([
      'Keynote: pending, ',
      'Queues: accepted, Well done.',
      'Stacks: declined, Sorry.',
    ]);
    const again = await home.run(['submissions', 'plan', file, '--detailed-exitcode', '--json']);
    expect([again.exitCode, JSON.parse(again.stdout).counts.unchanged]).toEqual([0, 2]);
  });

  it('names the address as the cause if a talk has the title of a row', async () => {
    const home = await homeWithTalks();
    const [queues] = stage.double().state.submissions.filter(({ title }) => title === 'Queues');
    const file = home.write(
      'decisions.csv',
      'Title,Email,Decision',
      'Queues,adda@example.org,accepted',
      'Stack,bo@example.org,declined',
    );
    const { details } = errorOf(await home.run(['submissions', 'plan', file, '--json']));
    expect(details).toMatchObject([
      {
        line: 2,
        column: 'Email',
        code: 'other_submitter',
        message:
          `${queues?.id} has this title and was submitted with another address; correct it, or ` +
          'clear it to find the talk by its title alone',
      },
      {
        line: 3,
        column: 'Title',
        code: 'not_found',
        message: expect.stringMatching(/^no submission matches "Stack"; similar: "Stacks" \(/),
      },
    ]);
  });

  it('names the row with the id of the talk whose title another row has', async () => {
    const home = await homeWithTalks();
    const [queues] = stage.double().state.submissions.filter(({ title }) => title === 'Queues');
    const other = stage.home('other');
    const file = other.write(
      'decisions.csv',
      'ID,Title,Email,Decision',
      `${queues?.id},Queues,,accepted`,
      ',Queues,ada@example.org,declined',
    );
    const { details } = errorOf(await other.run(['submissions', 'plan', file, '--json']));
    expect(details).toMatchObject([
      { line: 3, code: 'duplicate', message: 'line 2 is for the same record' },
    ]);
    expect(home.path).not.toBe(other.path);
  });

  it('is applied once with a template of feedback', async () => {
    const home = await homeWithTalks();
    const file = home.write(
      'decisions.csv',
      'Title,Decision',
      'Queues,accepted',
      'Stacks,declined',
    );
    const template = home.write('feedback.txt', 'Dear author of {title}');
    const flags = [file, '--feedback-template', template];
    await home.json('submissions', 'apply', ...flags, '--yes');
    const again = await home.run([
      'submissions',
      'plan',
      ...flags,
      '--detailed-exitcode',
      '--json',
    ]);
    expect([again.exitCode, JSON.parse(again.stdout).counts.unchanged]).toEqual([0, 2]);
  });

  it('is sent whole if its first requests did not arrive', async () => {
    const home = await homeWithTalks();
    const file = home.write('decisions.csv', ...sheet);
    stage.double().switches.ignoresRequest = ({ method }) => method === 'PATCH';
    const first = await home.run(['submissions', 'apply', file, '--yes']);
    expect(first.exitCode).not.toBe(0);
    stage.double().switches.ignoresRequest = () => false;
    await home.json('submissions', 'apply', file, '--yes');
    expect(truth()).toEqual([
      'Keynote: pending, ',
      'Queues: accepted, Well done.',
      'Stacks: declined, Sorry.',
    ]);
  });

  it('is sent again if somebody has changed the record since', async () => {
    const home = await homeWithTalks();
    const file = home.write('decisions.csv', ...sheet);
    await home.json('submissions', 'apply', file, '--yes');
    const [{ id = '' } = {}] = stage
      .double()
      .state.submissions.filter(({ title }) => title === 'Queues');
    stage.double().web.renameSubmission(id, 'Queues');
    const again = await home.json('submissions', 'plan', file);
    expect(again.counts).toMatchObject({ update: 1, unchanged: 1 });
    // Another computer does not know what was sent.
    const other = stage.home('other');
    const elsewhere = await other.json(
      'submissions',
      'plan',
      other.write('decisions.csv', ...sheet),
    );
    expect(elsewhere.counts).toMatchObject({ update: 2 });
    expect(
      elsewhere.changes.every(({ foundBy }: { foundBy?: string }) => foundBy === 'title'),
    ).toBe(true);
  });

  it('is undone as far as the old values are known, and then verified', async () => {
    const home = await homeWithTalks();
    const { run } = await home.json(
      'submissions',
      'apply',
      home.write('decisions.csv', ...sheet),
      '--yes',
    );
    expect((await home.json('runs', 'verify', run)).counts).toMatchObject({ different: 0 });
    const undone = await home.json('runs', 'undo', run, '--yes');
    expect(undone.warnings).toMatchObject([
      { code: 'remains', message: expect.stringContaining('feedback') },
    ]);
    expect(truth()).toEqual([
      'Keynote: pending, ',
      'Queues: pending, Well done.',
      'Stacks: pending, Sorry.',
    ]);
  });

  it('finds the talk of its address among equal titles of this computer', async () => {
    const home = await homeWithTalks();
    await home.json(
      'submissions',
      'import',
      home.write('more.csv', 'Title,Email', 'Keynote,bo@example.org'),
      '--yes',
    );
    const file = home.write(
      'decisions.csv',
      'Title,Email,Decision',
      'Keynote,bo@example.org,accepted',
    );
    await home.json('submissions', 'apply', file, '--yes');
    const [mine] = stage
      .double()
      .state.submissions.filter(({ submitter }) => submitter?.email === 'bo@example.org');
    const accepted = stage.double().state.submissions.filter(({ status }) => status === 'accepted');
    expect(mine?.title).toBe('Stacks');
    expect(accepted.map(({ title, submitter }) => [title, submitter?.email])).toEqual([
      ['Keynote', 'bo@example.org'],
    ]);
    // Another computer cannot know which one is meant.
    const other = stage.home('other');
    const refused = await other.run([
      'submissions',
      'apply',
      other.write('decisions.csv', 'Title,Email,Decision', 'Keynote,bo@example.org,declined'),
      '--yes',
      '--json',
    ]);
    expect(errorOf(refused)).toMatchObject({
      exitCode: 3,
      details: [{ code: 'ambiguous', line: 2 }],
    });
  });
});

it('an undo expects what the server has made of a value', async () => {
  const home = stage.home();
  const before = ['Email,Company,Job title', 'ada@example.org,Acme,Engineer'];
  await home.json('speakers', 'import', home.write('a.csv', ...before), '--yes');
  const after = home.write('b.csv', 'Email,Company,Job title', 'ada@example.org,  Initech  ,Lead');
  const { run } = await home.json('speakers', 'apply', after, '--yes');
  expect(stage.double().state.speakers[0]).toMatchObject({
    company_name: 'Initech',
    title: 'Lead',
  });
  expect((await home.json('runs', 'verify', run)).counts).toMatchObject({ same: 1, different: 0 });
  await home.json('runs', 'undo', run, '--yes');
  expect(stage.double().state.speakers[0]).toMatchObject({
    company_name: 'Acme',
    title: 'Engineer',
  });
});

it('a folder is pulled, edited and applied, and then has nothing left to do', async () => {
  const home = await homeWithTalks();
  await home.json('program', 'pull', 'conf', '--private-columns');
  const path = `${home.path}/conf/submissions.csv`;
  const text = readFileSync(path, 'utf8');
  const [header = '', ...rows] = text.trimEnd().split('\n');
  const columns = header.split(',');
  const edited = rows.map((row) => {
    const cells = row.split(',');
    if (!row.includes('Queues')) return row;
    cells[columns.indexOf('status')] = 'accepted';
    cells[columns.indexOf('feedback')] = 'Well done.';
    return cells.join(',');
  });
  const added = columns
    .map((name) => ({ title: 'Heaps', submitter_email: 'cy@example.org' })[name] ?? '')
    .join(',');
  writeFileSync(path, `${[header, ...edited, added].join('\n')}\n`);
  await home.json('program', 'apply', 'conf', '--create', '--yes');
  expect(truth()).toEqual([
    'Heaps: pending, ',
    'Keynote: pending, ',
    'Queues: accepted, Well done.',
    'Stacks: pending, ',
  ]);
  const again = await home.run([
    'program',
    'plan',
    'conf',
    '--create',
    '--detailed-exitcode',
    '--json',
  ]);
  expect([again.exitCode, again.stderr]).toEqual([0, expect.anything()]);
  const { id = '' } = stage.double().state.submissions.find(({ title }) => title === 'Heaps') ?? {};
  expect(readFileSync(path, 'utf8')).toContain(`${id},Heaps,cy@example.org,`);
  await home.json('program', 'pull', 'conf', '--merge');
  const pulled = readFileSync(path, 'utf8');
  expect(pulled.match(/Heaps/g)).toHaveLength(1);
  expect(pulled).toContain('Well done.');
});

it('a row of a folder with the id of the refusal is that record', async () => {
  const [home, other] = [await homeWithTalks(), stage.home('other')];
  await home.json('program', 'pull', 'conf', '--private-columns');
  const file = other.write('talks.csv', 'Title,Email', 'Heaps,cy@example.org');
  await other.json('submissions', 'import', file, '--yes');
  const path = `${home.path}/conf/submissions.csv`;
  const pulled = readFileSync(path, 'utf8');
  const columns = pulled.slice(0, pulled.indexOf('\n')).split(',');
  const apply = (id: string) => {
    const cells: Record<string, string> = {
      id,
      title: 'Heaps',
      submitter_email: 'cy@example.org',
      status: 'pending',
      feedback: 'Well done.',
    };
    writeFileSync(path, `${pulled}${columns.map((name) => cells[name] ?? '').join(',')}\n`);
    return home.run(['program', 'apply', 'conf', '--create', '--yes', '--json']);
  };
  const { id = '' } = stage.double().state.submissions.find(({ title }) => title === 'Heaps') ?? {};
  expect(errorOf(await apply('')).details[0].message).toMatch(`${id} has this title`);
  expect((await apply(id)).exitCode).toBe(0);
  expect(truth()).toContain('Heaps: pending, Well done.');
});

describe('a talk that is found by its title alone', () => {
  it('is that of no row if two people have rows of its title', async () => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    await one.json(
      'submissions',
      'import',
      one.write('t.csv', 'Title,Email', 'Keynote,ada@example.org'),
      '--yes',
    );
    const rows = ['Keynote,ada@example.org,declined', 'Keynote,bo@example.org,accepted'];
    const file = other.write('d.csv', 'Title,Email,Decision', ...rows);
    const [{ id = '' } = {}] = stage.double().state.submissions;
    const { exitCode, details } = errorOf(
      await other.run(['submissions', 'apply', file, '--yes', '--json']),
    );
    expect([exitCode, details.length]).toEqual([3, 2]);
    expect(details[0].message).toContain(`only ${id} has it`);
  });

  it('may be another one where the list ends at 1,000', async () => {
    const { web, state } = stage.double();
    const submitterId = web.addSpeaker({ email: 'ada@example.org' });
    web.addSubmission({ title: 'Keynote', submitterId });
    for (let count = 1; count < 1000; count++)
      web.addSubmission({ title: `Talk ${count}`, submitterId });
    web.addSubmission({
      title: 'Keynote',
      submitterId: web.addSpeaker({ email: 'bo@example.org' }),
    });
    const home = stage.home();
    const file = home.write('d.csv', 'Title,Email,Decision', 'Keynote,bo@example.org,declined');
    const { exitCode, details } = errorOf(
      await home.run(['submissions', 'apply', file, '--yes', '--json']),
    );
    expect([exitCode, details[0].message]).toEqual([
      3,
      expect.stringContaining('the list ends at 1000 records'),
    ]);
    expect(state.submissions.filter(({ status }) => status !== 'pending')).toEqual([]);
  });
});

describe('a folder', () => {
  it('does not change in silence what the service never shows or lists', async () => {
    const home = await homeWithTalks();
    await home.json('program', 'pull', 'conf', '--private-columns');
    const file = `${home.path}/conf/submissions.csv`;
    const pulled = readFileSync(file, 'utf8');
    const columns = (pulled.split('\n')[0] ?? '').split(',');
    const at = columns.indexOf('submitter_email');
    const edited = pulled.split('\n').map((line) => {
      const cells = line.split(',');
      return line.includes('Keynote') ? cells.with(at, 'bo@example.org').join(',') : line;
    });
    writeFileSync(file, edited.join('\n'));
    const refused = errorOf(await home.run(['program', 'plan', 'conf', '--json']));
    expect(refused).toMatchObject({
      exitCode: 3,
      details: [{ column: 'submitter_email', code: 'fixed_field' }],
    });
    writeFileSync(file, pulled);
    stage.double().switches.mostRows = 3;
    stage.double().web.addSpeaker({ email: 'mia@example.org', last_name: 'Mia' });
    stage.double().web.addSpeaker({ email: 'zed@example.org', last_name: 'Zed' });
    const people = `${home.path}/conf/speakers.csv`;
    const header = readFileSync(people, 'utf8').split('\n')[0] ?? '';
    const zed: Record<string, string> = { email: 'zed@example.org', about: 'New' };
    const row = header
      .replace('\ufeff', '')
      .split(',')
      .map((name) => zed[name.trim()] ?? '');
    writeFileSync(people, `${readFileSync(people, 'utf8')}${row.join(',')}\n`);
    const { exitCode, stderr } = await home.run(['program', 'apply', 'conf', '--create', '--yes']);
    expect([exitCode, stderr]).toEqual([
      6,
      expect.stringContaining('A speaker has this e-mail address'),
    ]);
  });
});
