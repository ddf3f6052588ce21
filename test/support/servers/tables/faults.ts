// Every command against servers that lose, delay, redirect, compress or refuse: what each ends with.
// `tryOut` checks what must hold in each case. A plan is left out: `apply` makes the same requests first.
import { faultKinds } from '../faults.ts';
import type { Table } from '../table.ts';
import { transferKinds } from '../transfer.ts';

const rows = `
                                           import  again  update  apply  reapply  list  lists  add  change  place
reset before the commit                    0       0      0       0      0        0     0      0    0       0
reset after the commit                     0       -      -       0      -        -     -      0    0       -
504 before the commit                      0       -      -       -      -        -     -      0    -       -
504 after the commit                       0       -      -       -      -        -     -      0    -       -
503 before the commit                      0       -      -       0      -        -     -      0    0       -
a cut 201                                  0       -      -       -      -        -     -      0    -       -
no response, not committed                 0       -      -       -      -        -     -      0    -       -
no response, committed                     0       -      -       -      -        -     -      0    -       -
reset, committed late                      0       -      -       -      -        -     -      0    -       -
504, committed late                        0       -      -       -      -        -     -      0    -       -
a cut 201, committed late                  0       -      -       -      -        -     -      0    -       -
every response lost                        0       -      -       -      -        -     -      0    -       -
500 with a web page, after the commit      0       -      -       0      -        -     -      0    0       -
408 before the commit                      0       -      -       -      -        -     -      0    -       -
reset after the commit, then 409           0       -      -       0      -        -     -      0    0       -
200 with a web page, after the commit      0       -      -       -      -        -     -      0    -       -
reset, record hidden for a while           0       -      -       -      -        -     -      0    -       -
504, and every other list is behind        0       -      -       -      -        -     -      0    -       -
reset, not committed yet                   10      10     0       0      0        0     0      10   0       0
504, not committed yet                     10      10     -       -      -        -     -      10   -       -
reset, committed after the time limit      10      0      0       0      0        0     0      10   0       0
reset, record never shown                  10      10     -       -      -        -     -      10   -       -
gzip, whatever was accepted                0       -      -       0      -        -     -      0    -       -
br, whatever was accepted                  0       -      -       0      -        -     -      0    -       -
307 to another path                        0       -      -       0      -        -     -      0    -       -
307 to itself                              1       1      1       1      1        1     1      1    1       1
301 to https                               1       -      -       1      -        -     -      1    1       -
HTTP/1.0                                   0       -      -       0      -        -     -      0    -       -
chunks of a few bytes                      0       -      -       0      -        -     -      0    -       -
a byte order mark                          0       -      -       0      -        -     -      0    -       -
text/plain                                 0       -      -       0      -        -     -      0    -       -
no content type                            0       -      -       0      -        -     -      0    -       -
a slow first byte                          0       -      -       0      -        -     -      0    -       -
closes after every response                0       -      -       0      -        -     -      0    -       -
429 with Retry-After: 0                    0       -      -       0      -        -     -      0    -       -
429 with Retry-After: 0.01                 0       -      -       0      -        -     -      0    -       -
429 with Retry-After: -1                   0       -      -       0      -        -     -      0    -       -
429 with Retry-After: soon                 0       -      -       0      -        -     -      0    -       -
429 with Retry-After in 1970               0       -      -       0      -        -     -      0    -       -
429 with Retry-After: 999999999            0       -      -       0      -        -     -      0    -       -
RateLimit-Reset: 999999999                 0       -      -       0      -        -     -      0    -       -
RateLimit-Reset in epoch milliseconds      0       -      -       0      -        -     -      0    -       -
a page to log in                           1       1      1       1      1        1     1      10   10      10
gzip twice                                 1       -      -       1      -        -     -      10   10      -
gzip announced, and not used               1       -      -       1      -        -     -      10   10      -
103 before every response                  0       -      -       0      -        -     -      0    -       -
closes after every response, unannounced   0       -      -       0      -        -     -      0    -       -
UTF-16                                     1       -      -       1      -        -     -      10   10      -
Latin-1 that nothing declares              1       -      -       1      -        -     -      10   10      -
20 kB of headers                           0       -      -       0      -        -     -      0    -       -
299 for everything                         0       -      -       0      -        -     -      0    -       -
status 000                                 7       7      7       7      7        7     7      10   7       7
308 to the same path with a slash          0       -      -       0      -        -     -      0    -       -
503 for everything                         7       -      -       7      -        -     -      10   7       -
401 for everything                         4       4      4       4      4        4     4      4    4       4
`;

export const faultsTable: Table = { rows, kinds: [...faultKinds, ...transferKinds] };
