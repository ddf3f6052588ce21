// The questions of ask.ts at a terminal that cannot move its cursor (TERM=dumb): each is a line,
// and so is its answer.
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';

interface Streams {
  readonly input: Io['stdin'];
  readonly output: Io['stderr'];
  readonly signal: AbortSignal;
}

export async function input(
  question: {
    readonly message: string;
    readonly required: boolean;
    readonly validate: (value: string) => string | true;
  },
  { input, output, signal }: Streams,
): Promise<string> {
  const { message, required, validate } = question;
  const lines = createInterface({ input, output, terminal: false });
  try {
    for (;;) {
      const answer = (await lines.question(`? ${message} `, { signal })).trim();
      if (answer === '' && !required) return answer;
      const fault = answer === '' ? 'a value is required' : validate(answer);
      if (fault === true) return answer;
      output.write(`> ${fault}\n`);
    }
  } finally {
    lines.close();
  }
}

export async function confirm(
  question: { readonly message: string; readonly default: boolean },
  streams: Streams,
): Promise<boolean> {
  const message = `${question.message} (${question.default ? 'Y/n' : 'y/N'})`;
  const validate = (text: string) => /^(y|yes|n|no)$/i.test(text) || 'answer y or n';
  const answer = await input({ message, required: false, validate }, streams);
  return answer === '' ? question.default : /^y/i.test(answer);
}

export async function select(
  question: {
    readonly message: string;
    readonly choices: readonly { readonly name: string; readonly value: string }[];
  },
  streams: Streams,
): Promise<string> {
  const { message, choices } = question;
  const listed = choices.map(({ name }, at) => `  ${at + 1}) ${name}\n`).join('');
  const validate = (text: string) =>
    choices[Number(text) - 1] !== undefined || `answer 1 to ${choices.length}`;
  const answer = await input(
    { message: `${message}\n${listed}Number:`, required: false, validate },
    streams,
  );
  return choices[Number(answer || 1) - 1]?.value ?? '';
}

/** @throws {UsageError} because the terminal would show what is typed */
export async function password(): Promise<string> {
  throw new UsageError('this terminal (TERM=dumb) cannot hide a token that is typed', {
    fix: 'pass --token-stdin',
  });
}
