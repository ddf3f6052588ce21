// The pages of a service that is a function: a list is read from them as the client reads it.

import { type Page, pageIn } from '../../src/client/page.ts';
import { followPages, type ListOptions, type PagePlace } from '../../src/client/pages.ts';

export type Parameters = Readonly<Record<string, number>>;
export type ListBody = Readonly<Record<string, unknown>> | readonly object[];
export type ListAnswer = (at: Parameters, link: string | undefined) => ListBody;

/** Reads the list of a service that responds to the parameters or the link of each page. */
export async function readAll(answer: ListAnswer, options: Partial<ListOptions> = {}) {
  const requested: PagePlace[] = [];
  const records: unknown[] = [];
  const read = async (place: PagePlace): Promise<Page> => {
    requested.push(place);
    const isLink = typeof place === 'string';
    const body = isLink ? answer({}, place) : answer(place, undefined);
    const page = pageIn({ body, headers: {} }, 'speakers');
    if (page === undefined) throw new TypeError(`no list: ${JSON.stringify(body)}`);
    return page;
  };
  for await (const page of followPages(read, {
    resource: 'speakers',
    size: 100,
    ...options,
  })) {
    records.push(...page.records);
  }
  return { requested, records };
}

export const [a, b, c, d] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
export const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `spk_${at}` }));

/** Each page in turn; beyond the last one, the same without records. */
export function inTurn(...bodies: readonly (ListBody & { readonly data: readonly object[] })[]) {
  return ({ page = 0 }: Parameters): ListBody => bodies[page - 1] ?? { ...bodies.at(-1), data: [] };
}
