// What a sheet of decisions means: words of the user, errors of formulas, and feedback that is
// filled from a template.
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { submissions, write, talks, statuses } = decisionStage();

describe('a sheet of decisions', () => {
  it('is refused for the errors of formulas, which no status can replace', async () => {
    const rows = [
      'Zero lost cents,#N/A',
      'A tale of two clocks,#REF!',
      'Maps without borders,#NAME?',
    ];
    const file = write('decisions.csv', 'Title,Decision', 'Queues all the way down,yes', ...rows);
    const flags = ['--status-map', '#N/A=declined'];
    const { exitCode, stderr } = await submissions('apply', file, '--yes', ...flags);
    expect(exitCode).toBe(3);
    for (const [line, word] of [
      [3, '#N/A'],
      [4, '#REF!'],
      [5, '#NAME?'],
    ])
      expect(stderr).toContain(
        `decisions.csv:${line} column "Decision": "${word}" is the error of a formula, not a value\n`,
      );
    expect(stderr).not.toContain('is not a known status');
    expect(stderr).not.toContain('specify what these words mean');
  });

  it('is reported with the lines on which its rows begin, also after line breaks', async () => {
    const file = write(
      'decisions.csv',
      'Committee of 2027',
      '"Talk\r\ntitle",Decision,Notes',
      'Zero lost cents,yes,"one',
      'two',
      'three"',
      '"Maps without',
      'borders",no,',
      '',
      'A tale of two clocks,perhaps,"a',
      'b"',
      'Nope,yes,',
      'Total,1,',
    );
    const { stdout, stderr } = await submissions('plan', file, '--json', '--allow-partial');
    const lines = (all: readonly { line: number }[]) => all.map(({ line }) => line);
    const { changes, rejects } = JSON.parse(stdout);
    expect([lines(changes), lines(rejects)]).toEqual([
      [4, 7],
      [10, 12, 13],
    ]);
    expect(stderr).toContain('decisions.csv:10 column "Decision": "perhaps" is not a known status');
  });

  it('has unknown words that are listed once in any case, with a flag for each', async () => {
    const rows = [
      'Zero lost cents,Maybe',
      'A tale of two clocks,MAYBE.',
      'Maps without borders,Later',
    ];
    const file = write('decisions.csv', 'Title,Decision', ...rows);
    const { exitCode, stderr } = await submissions('plan', file);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'specify what these words mean: "Maybe" (2), "Later" (1), ' +
        'with --status-map "Maybe=STATUS" --status-map "Later=STATUS", ' +
        'where STATUS is one of draft, pending, accept_queue',
    );
    const pasted = ['--status-map', 'Maybe=STATUS', '--status-map', 'Later=STATUS'];
    const refused = await submissions('apply', file, '--yes', ...pasted);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('has the status "STATUS"'),
    ]);
  });
});

describe('decisions that are numbers or grades', () => {
  it('are distinguished by their signs', async () => {
    const rows = ['Queues all the way down,1', 'Zero lost cents,-1', 'A tale of two clocks,0'];
    const file = write('decisions.csv', 'Title,Decision', ...rows);
    const refused = await submissions('apply', file, '--yes', '--status-map', '-1=declined');
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('specify what these words mean: "1" (1), "0" (1), with');

    const map = ['-1=declined', '1=accepted', '0=pending'].flatMap((word) => [
      '--status-map',
      word,
    ]);
    await submissions('apply', file, '--yes', ...map);
    expect((await statuses()).slice(0, 3)).toEqual([
      'Queues all the way down: accepted',
      'Zero lost cents: declined',
      'A tale of two clocks: pending',
    ]);
  });

  it('are distinguished by a star', async () => {
    const rows = [
      'Queues all the way down,A*',
      'Zero lost cents,A',
      'A tale of two clocks,accept*',
    ];
    const file = write('decisions.csv', 'Title,Decision', ...rows);
    const map = ['--status-map', 'A*=accepted'];
    const refused = await submissions('apply', file, '--yes', ...map);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        'specify what these words mean: "A" (1), with --status-map "A=STATUS"',
      ),
    ]);
    await submissions('apply', file, '--yes', ...map, '--status-map', 'A=declined');
    expect((await statuses()).slice(0, 3)).toEqual([
      'Queues all the way down: accepted',
      'Zero lost cents: declined',
      'A tale of two clocks: accepted',
    ]);
  });

  it('are refused if a word of --status-map is mapped twice', async () => {
    const file = write('decisions.csv', 'Title,Decision', 'Queues all the way down,A-');
    const map = ['--status-map', 'A-=declined', '--status-map', 'a -=accepted'];
    const { exitCode, stderr } = await submissions('apply', file, '--yes', ...map);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('"A-" is the same word')]);
    expect(await statuses()).toContain('Queues all the way down: pending');
  });
});

describe('a template of feedback', () => {
  it('fills feedback, and names placeholders that have no value', async () => {
    const template = write(
      'feedback.txt',
      '[yep]',
      '"{title}" ({Score}) is in {track}.',
      '[declined]',
      'Sorry.',
    );
    const rows = [
      'Zero lost cents,yep,9',
      'A tale of two clocks,yes,',
      'Maps without borders,no,2',
    ];
    const file = write('decisions.csv', 'Title,Status,Score', ...rows);
    const args = [
      'apply',
      file,
      '--yes',
      '--status-map',
      'yep=accepted',
      '--feedback-template',
      template,
    ];
    const refused = await submissions(...args);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain(
      'decisions.csv:3 feedback: nothing for {Score} of the template',
    );

    await submissions(...args, '--allow-partial');
    expect((await talks()).map(({ feedback }: { feedback: string | null }) => feedback)).toEqual([
      '',
      '"Zero lost cents" (9) is in data.',
      '',
      'Sorry.',
    ]);
  });

  it('names a talk as it is titled after the decision, not as the sheet spells it', async () => {
    const [queues] = await talks();
    const template = write('feedback.txt', '{title} / {Talk}');
    const file = write(
      'decisions.csv',
      'Id,Talk,Status',
      ',ZERO  lost cents,yes',
      `${queues?.id},Queues,no`,
    );
    await submissions('apply', file, '--yes', '--feedback-template', template);
    const texts = (await talks()).map(
      ({ title, feedback }: Record<string, string>) => `${title}: ${feedback}`,
    );
    expect(texts.slice(0, 2)).toEqual([
      'Queues: Queues / Queues',
      'Zero lost cents: Zero lost cents / Zero lost cents',
    ]);
  });

  it('fills feedback although the sheet has an empty column of it and clears fields', async () => {
    const template = write('feedback.txt', 'Dear {first_name}.');
    const file = write(
      'decisions.csv',
      'Title,Status,Feedback',
      'Zero lost cents,yes,',
      'Maps without borders,no,Own',
    );
    const flags = ['--empty', 'clear', '--feedback-template', template, '--json'];
    const { stdout, stderr } = await submissions('plan', file, ...flags);
    expect(JSON.parse(stdout).changes).toMatchObject([
      { fields: { feedback: { to: 'Dear Ann.' } } },
      { fields: { feedback: { to: 'Own' } } },
    ]);
    expect(stderr).toContain('the row keeps its own feedback instead of the template');
  });
});
