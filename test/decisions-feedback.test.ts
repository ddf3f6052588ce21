// Feedback that is filled from a template, with a part for each status.
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { submissions, write, talks } = decisionStage();

describe('a template of feedback', () => {
  it('fills feedback, and names placeholders that have no value', async () => {
    const template = write(
      'feedback.txt',
      '[accepted]',
      'Dear {first_name}, "{title}" ({Score}) is in {track}.',
      '[declined]',
      'Sorry.',
    );
    const file = write(
      'decisions.csv',
      'Title,Status,Score',
      'Zero lost cents,yes,9',
      'A tale of two clocks,yes,',
      'Maps without borders,no,2',
    );
    const args = ['apply', file, '--yes', '--feedback-template', template];
    const refused = await submissions(...args);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('decisions.csv:3 feedback: nothing for {Score} of the template');

    await submissions(...args, '--allow-partial');
    expect((await talks()).map(({ feedback }: { feedback: string | null }) => feedback)).toEqual([
      '',
      'Dear Ann, "Zero lost cents" (9) is in data.',
      '',
      'Sorry.',
    ]);
  });

  it('names a talk as it is titled after the decision, not as the sheet spells it', async () => {
    const [queues] = await talks();
    const template = write('feedback.txt', '{title} / {Talk}');
    const file = write('decisions.csv', 'Id,Talk,Status', ',ZERO  lost cents,yes', `${queues?.id},Queues,no`);
    await submissions('apply', file, '--yes', '--feedback-template', template);
    const texts = (await talks()).map(({ title, feedback }: Record<string, string>) => `${title}: ${feedback}`);
    expect(texts.slice(0, 2)).toEqual([
      'Queues: Queues / Queues',
      'Zero lost cents: Zero lost cents / Zero lost cents',
    ]);
  });

  it('has parts named by words, refuses unknown ones, and names the rows without a part', async () => {
    const file = write(
      'decisions.csv',
      'Title,Status',
      'Zero lost cents,yes',
      'A tale of two clocks,maybe',
      'Maps without borders,maybe',
    );
    const flags = ['--status-map', 'maybe=accept_queue', '--feedback-template'];
    const unknown = write('unknown.txt', '[accepted]', 'Yes.', '[acceptd]', 'Yes.');
    const refused = await submissions('plan', file, ...flags, unknown);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('unknown.txt:3: [acceptd] is not a known status');

    const words = write('words.txt', '[Accept]', 'Yes.', '[rejected]', 'No.');
    const { stdout, stderr } = await submissions('plan', file, ...flags, words, '--json');
    expect(JSON.parse(stdout).changes[0].fields).toMatchObject({ feedback: { to: 'Yes.' } });
    expect(JSON.parse(stdout).warnings).toMatchObject([3, 4].map((line) => ({ line, code: 'no_feedback' })));
    expect(stderr).toContain('Warning: no feedback: the template has no part for "accept_queue": lines 3–4.');
  });

  it('fills feedback although the sheet has an empty column of it and clears fields', async () => {
    const template = write('feedback.txt', 'Dear {first_name}.');
    const file = write('decisions.csv', 'Title,Status,Feedback', 'Zero lost cents,yes,', 'Maps without borders,no,Own');
    const flags = ['--empty', 'clear', '--feedback-template', template, '--json'];
    const { stdout, stderr } = await submissions('plan', file, ...flags);
    expect(JSON.parse(stdout).changes).toMatchObject([
      { fields: { feedback: { to: 'Dear Ann.' } } },
      { fields: { feedback: { to: 'Own' } } },
    ]);
    expect(stderr).toContain('the row keeps its own feedback instead of the template');
  });
});
