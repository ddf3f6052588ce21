// Every command against servers whose responses to writes mean all kinds of things: what each ends with.
// `tryOut` checks what must hold in each case. Commands that only read are left out: the responses to writes do not matter to them.
import type { Table } from '../table.ts';
import { clearKinds, unclearKinds } from '../writes.ts';

const rows = `
                                           import  again  update  apply  reapply  add  change  place
200 with an error                          10      10     10      10     10       10   10      10
200 with an error, after the commit        0       0      0       0      0        0    0       0
200 with a failure in other words          10      -      -       10     -        10   10      -
303 to the record, after the commit        0       -      -       0      -        0    0       -
302 to a page, after the commit            0       -      -       0      -        0    0       -
202 with a job, carried out later          0       0      0       0      0        0    10      10
202 with a job, never carried out          10      -      -       10     -        10   10      -
207 with a failure                         10      -      -       10     -        10   10      -
a success without an end                   0       0      0       0      0        0    7       7
201 with another record                    0       -      -       0      -        0    0       -
201 with half of the record                0       -      -       0      -        0    0       -
OK as text                                 0       -      -       0      -        0    0       -
the record in an array                     0       -      -       0      -        0    0       -
{"data": [record]}                         0       -      -       0      -        0    0       -
JSend                                      0       -      -       0      -        0    0       -
errors: [] beside the record               0       -      -       0      -        0    0       -
{"code": 0, "data": record}                0       -      -       0      -        0    0       -
{"message": "Saved"}                       0       -      -       0      -        0    0       -
true                                       0       -      -       0      -        0    0       -
the whole list                             0       -      -       0      -        0    0       -
id: null                                   0       -      -       0      -        0    0       -
201 with a Location only                   0       -      -       0      -        0    0       -
ids: numbers on creation, text in lists    0       -      -       0      -        0    0       -
lower-case addresses, titles with spaces   0       -      -       0      -        0    0       -
100 before every response                  7       7      7       7      7        10   7       7
425 at first                               0       -      -       0      -        0    0       -
`;

export const writesTable: Table = { rows, kinds: [...unclearKinds, ...clearKinds] };
