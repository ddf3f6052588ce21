// Commands against servers that are not ours: what each ends with, and nothing lost, doubled or untrue.
import { expect, it } from 'vitest';
import { listKinds } from './support/servers/lists.ts';
import { recordKinds } from './support/servers/records.ts';
import { stepNames, tryOut } from './support/servers/trial.ts';
import { writeKinds } from './support/servers/writes.ts';

const kinds = [...listKinds, ...recordKinds, ...writeKinds];

/**
 * The exit codes of each step of `trial.ts`; of several commands in a step, each code once. A step with `-` is not taken,
 * because what is special about such a server does not reach it.
 */
const table = `
                                                import  apply  list  single
pages of at most 3                              0       0      0     0
pages from 0, nothing reported                  0       0      0     -
offset and limit                                1       1      1     0,1
only skip, --paging offset:skip                 0       0      0     -
Link header with other relations                0       0      0     -
next and count (Django)                         0       0      0     -
has_more, and no way to continue                1       1      1     0,1
only p, and nothing reported                    1       1      1     -
page 1, whatever is requested                   1       1      1     -
a record removed between pages                  1       1      1     -
another order on page 2                         1       1      1     -
JSON:API                                        0       0      0     0
HAL, _id with reserved characters               0       0      0     0
{"data": {"speakers": […]}}                     0       0      0     0
ids beyond 2^53                                 0       0      0     0
ids . and ..                                    0       9      0     0
records without ids                             0       1      0     0,5
masked addresses                                2       0      0     0
names beside addresses, titles as HTML          0       0      -     -
no addresses of submitters                      0,1     0      0     0
titles by language                              0,1     3      0     0
numbers of rooms                                -       9      -     0
every response lost                             0       -      -     0
a cut 201, committed late                       0       -      -     0
reset after the commit, then 409                0       0      -     0
504, and every other list is behind             0       -      -     0
reset, not committed yet                        10      0      -     10,0
reset, committed after the time limit           10      0      -     10,0
204 for writes                                  0       0      -     0
303 to the record, after the commit             0       0      -     0
200 with a failure                              10      10     -     10
202 with a job, carried out later               0       0      -     0,10
new records are never listed                    0       -      -     0
br, whatever was accepted                       0       0      0     0
gzip twice                                      1       1      1     10,1
Latin-1 that nothing declares                   1       1      1     10,1
closes after every response, unannounced        0       0      0     0
100 before every response                       7       7      7     10,7
status 000                                      7       7      7     10,7
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, name = '', ends = ''] = /^(.*?)((?: +[-\d,]+){4})$/.exec(line) ?? [];
    return [name, ends.trim().split(/ +/)] as const;
  });

it('every kind has a row', () => {
  expect(rows.map(([name]) => name)).toEqual(kinds.map(({ name }) => name));
});

it.concurrent.each(rows)('%s', async (name, ends) => {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no kind is called ${name}`);
  const taken = stepNames.filter((_, at) => ends[at] !== '-');
  expect(await tryOut(kind, taken)).toEqual(ends.filter((codes) => codes !== '-'));
});
