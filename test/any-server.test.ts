// Every bulk and single command against every kind of server: what each ends with. `tryOut` checks what must hold in each case.
import { beforeAll, expect, it } from 'vitest';
import { envelopeKinds } from './support/servers/envelopes.ts';
import { faultKinds, timeoutMs, unknowableKinds } from './support/servers/faults.ts';
import { pagingKinds } from './support/servers/paging.ts';
import { transferKinds } from './support/servers/transfer.ts';
import { type Ends, steps, tryOut } from './support/servers/trial.ts';

/** The exit codes of each step; of several commands in a step, each code once. */
const table = `
                                         import  again  update  plan  apply  reapply  lists  add  change  place
pages of at most 3                       0       0      0       0     0      0        0      0    0       0
pages from 0                             0       0      0       0     0      0        0      0    0       0
pages from 0, total only                 0       0      0       0     0      0        0      0    0       0
snake_case paging in meta                0       0      0       0     0      0        0      0    0       0
nextCursor                               0       0      0       0     0      0        0      0    0       0
next_cursor and has_more                 0       0      0       0     0      0        0      0    0       0
has_more, and no way to go on            1       1      1       1     1      1        1      0    0       0
Link header                              0       0      0       0     0      0        0      0    0       0
Link header beside a total               0       0      0       0     0      0        0      0    0       0
next and count, as Django sends them     0       0      0       0     0      0        0      0    0       0
next on another host                     1       1      1       1     1      1        1      0    0       0
offset and limit                         0       0      0       0     0      0        0      0    0       0
pages without a total                    0       0      0       0     0      0        0      0    0       0
pages from 0 without a total             0       0      0       0     0      0        0      0    0       0
bare array                               0       0      0       0     0      0        0      0    0       0
a total that is too high                 1       1      1       1     1      1        1      0    0       0
a total that is too low                  1       1      1       1     1      1        1      0    0       0
one page fewer than there are            0       0      0       0     0      0        0      0    0       0
page 1, whatever is requested            1       1      1       1     1      1        1      0    0       0
a cycle of two pages                     1       1      1       1     1      1        1      0    0       0
endless pages of contacts                0       0      0       0     0      0        0,1    0    0       0
{"data": {"speakers": […]}}              0       0      0       0     0      0        0      0    0       0
[{"speaker": {…}}]                       0       0      0       0     0      0        0      0    0       0
JSON:API                                 0       0      0       0     0      0        0      0    0       0
HAL                                      0       0      0       0     0      0        0      0    0       0
_id                                      0       0      0       0     0      0        0      0    0       0
uuid                                     0       0      0       0     0      0        0      0    0       0
speaker_id                               0       0      0       0     0      0        0      0    0       0
numeric ids                              0       0      0       0     0      0        0      0    0       0
ids with reserved characters             0       0      0       0     0      0        0      0    0       0
ids . and ..                             0       0      9       0     9      9        0      0    0       0
200 for creations                        0       0      0       0     0      0        0      0    0       0
202 for creations                        0       0      0       0     0      0        0      0    0       0
204 for creations                        0       0      0       0     0      0        0      0    0       0
only the id after a creation             0       0      0       0     0      0        0      0    0       0
JSON nested deeply after a creation      0       0      0       0     0      0        0      0    0       0
an envelope of its own                   1       1      1       1     1      1        1      0    0       0
errors with status 200                   1       1      1       1     1      1        1      0    0       0
reset before the commit                  0       0      0       0     0      0        0      0    0       0
reset after the commit                   0       0      0       0     0      0        0      0    0       0
504 before the commit                    0       0      0       0     0      0        0      0    0       0
504 after the commit                     0       0      0       0     0      0        0      0    0       0
503 before the commit                    0       0      0       0     0      0        0      0    0       0
a cut 201                                0       0      0       0     0      0        0      0    0       0
no response, not committed               0       0      0       0     0      0        0      0    0       0
no response, committed                   0       0      0       0     0      0        0      0    0       0
reset, committed late                    0       0      0       0     0      0        0      0    0       0
504, committed late                      0       0      0       0     0      0        0      0    0       0
a cut 201, committed late                0       0      0       0     0      0        0      0    0       0
every response lost                      0       0      0       0     0      0        0      0    0       0
reset, record hidden for a while         0       0      0       0     0      0        0      0    0       0
reset, not committed yet                 10      10     0       0     0      0        0      10   0       0
504, not committed yet                   10      10     0       0     0      0        0      10   0       0
reset, committed after the time limit    10      0      0       0     0      0        0      10   0       0
reset, record never shown                10      10     0       0     0      0        0      10   0       0
gzip, whatever was accepted              0       0      0       0     0      0        0      0    0       0
br, whatever was accepted                0       0      0       0     0      0        0      0    0       0
307 to another path                      0       0      0       0     0      0        0      0    0       0
307 to itself                            1       1      1       1     1      1        1      1    1       1
301 to https                             1       1      1       1     1      1        1      1    1       1
HTTP/1.0                                 0       0      0       0     0      0        0      0    0       0
chunks of a few bytes                    0       0      0       0     0      0        0      0    0       0
a byte order mark                        0       0      0       0     0      0        0      0    0       0
text/plain                               0       0      0       0     0      0        0      0    0       0
no content type                          0       0      0       0     0      0        0      0    0       0
a slow first byte                        0       0      0       0     0      0        0      0    0       0
closes after every response              0       0      0       0     0      0        0      0    0       0
429 with Retry-After: 0                  0       0      0       0     0      0        0      0    0       0
429 with Retry-After: 0.01               0       0      0       0     0      0        0      0    0       0
429 with Retry-After: -1                 0       0      0       0     0      0        0      0    0       0
429 with Retry-After: soon               0       0      0       0     0      0        0      0    0       0
429 with Retry-After in 1970             0       0      0       0     0      0        0      0    0       0
429 with Retry-After: 999999999          0       0      0       0     0      0        0      0    0       0
RateLimit-Reset: 999999999               0       0      0       0     0      0        0      0    0       0
RateLimit-Reset in epoch milliseconds    0       0      0       0     0      0        0      0    0       0
a page to log in                         1       1      1       1     1      1        1      10   10      10
`;

/** Kinds whose row does not hold yet, with the reason. The test fails when one of them does. */
const pending: Readonly<Record<string, string>> = {};

const [head = '', ...rows] = table.trimEnd().split('\n').slice(1);
const expected = new Map(rows.map((row) => [row.slice(0, head.search(/\S/)).trim(), row.replaceAll(/ +/g, ' ')]));
const kinds = [...pagingKinds, ...envelopeKinds, ...transferKinds];

it('every kind has a row, and every row a kind', () => {
  expect(head.trim().split(/ +/)).toEqual(steps);
  const all = [...pagingKinds, ...envelopeKinds, ...faultKinds, ...unknowableKinds, ...transferKinds];
  expect(all.map(({ name }) => name)).toEqual([...expected.keys()]);
  expect(Object.keys(pending).filter((name) => !expected.has(name))).toEqual([]);
});

// All of these at once: they mostly wait.
const waiting = new Map<string, Promise<Ends>>();
beforeAll(() => {
  const start = (name: string, ends: Promise<Ends>) => {
    waiting.set(name, ends);
    // Awaited in its own test.
    ends.catch(() => undefined);
  };
  for (const kind of faultKinds) start(kind.name, tryOut(kind, { timeoutMs }));
  for (const kind of unknowableKinds) start(kind.name, tryOut(kind, { timeoutMs, mayCreateTwice: true }));
});

it.concurrent.each(kinds)('$name', async (kind) => {
  await expectRow(kind.name, tryOut(kind));
});

it.concurrent.each([...faultKinds, ...unknowableKinds])('$name', async ({ name }) => {
  await expectRow(name, waiting.get(name));
});

async function expectRow(name: string, trial: Promise<Ends> | undefined): Promise<void> {
  const check = async () => {
    const ends = await trial;
    expect(`${name} ${steps.map((step) => ends?.[step]).join(' ')}`).toBe(expected.get(name));
  };
  if (pending[name] === undefined) return check();
  await expect(check(), `${name} is no longer pending`).rejects.toThrow();
}
