// Every command against servers that list, name and show their records in every way: what each ends with.
// `tryOut` checks what must hold in each case. Where the end of a list is assumed, with a notice, nothing is imported or applied. A second import of the same files would decide nothing new: the first finds records on several pages.
import { envelopeKinds } from '../envelopes.ts';
import { habitKinds } from '../habits.ts';
import { misleadingKinds } from '../misleading.ts';
import { pagingKinds } from '../paging.ts';
import type { Table } from '../table.ts';

const rows = `
                                                  import  update  plan  apply  reapply  list  lists  add  change  place
pages of at most 3                                0       0       0     0      0        0     0      0    0       0
pages from 0                                      0       -       -     0      -        0     -      -    -       -
pages from 0, total only                          0       -       -     0      -        0     -      -    -       -
content and number (Spring)                       0       -       -     0      -        0     -      -    -       -
edges and pageInfo (GraphQL)                      0       -       -     0      -        0     -      -    -       -
snake_case paging in meta                         0       -       -     0      -        0     -      -    -       -
nextCursor                                        0       -       -     0      -        0     -      -    -       -
next_cursor and has_more                          0       -       -     0      -        0     -      -    -       -
has_more, and no way to go on                     1       1       1     1      1        1     1      0    0       0
Link header                                       0       -       -     0      -        0     -      -    -       -
Link header beside a total                        0       -       -     0      -        0     -      -    -       -
Link header with other relations                  0       -       -     0      -        0     -      -    -       -
next and count, as Django sends them              0       -       -     0      -        0     -      -    -       -
next on another host                              1       -       1     1      -        1     -      -    -       -
offset and limit                                  0       -       -     0      -        0     -      -    -       -
pages without a total                             0       -       -     0      -        0     -      -    -       -
pages from 0 without a total, --paging page       0       -       -     0      -        0     -      -    -       -
bare array                                        1       1       0     1      1        0     0      0    0       0
bare array, --paging none                         0       -       -     0      -        0     -      -    -       -
a total that is too high                          1       -       1     1      -        1     -      -    -       -
a total that is too low                           1       -       1     1      -        1     -      -    -       -
one page fewer than there are                     0       -       -     0      -        0     -      -    -       -
page 1, whatever is requested                     1       -       1     1      -        1     -      -    -       -
a cycle of two pages                              1       -       1     1      -        1     -      -    -       -
a link in info                                    1       -       1     1      -        1     -      -    -       -
a link in info, --paging cursor                   0       -       -     0      -        0     -      -    -       -
cursors.after                                     0       -       -     0      -        0     -      -    -       -
more_records, and no way to continue              1       -       1     1      -        1     -      -    -       -
last: false, and no way to continue               1       -       1     1      -        1     -      -    -       -
numFound, and no way to continue                  1       1       3     1      1        0     0      0    0       0
206, and no way to continue                       1       -       1     1      -        1     -      -    -       -
the whole list unless a page is given             0       -       -     0      -        0     -      -    -       -
other numbers beside the list                     1       -       0     1      -        0     -      -    -       -
total is the length of the page, --paging page    0       -       -     0      -        0     -      -    -       -
total is the records so far, --paging page        0       -       -     0      -        0     -      -    -       -
one page in total, always, --paging page          0       -       -     0      -        0     -      -    -       -
pages in total, rounded down, --paging page       0       -       -     0      -        0     -      -    -       -
has_more as 1 and 0                               0       -       -     0      -        0     -      -    -       -
a record removed between pages                    1       -       1     1      -        1     -      -    -       -
another order on page 2                           1       -       1     1      -        1     -      -    -       -
an empty page before the last one                 0       -       -     0      -        0     -      -    -       -
the requested page size, repeated, --paging page  0       -       -     0      -        0     -      -    -       -
startAt, maxResults and values                    0       -       -     0      -        0     -      -    -       -
X-Next-Cursor                                     1       -       1     1      -        1     -      -    -       -
X-Next-Cursor, --paging cursor                    0       -       -     0      -        0     -      -    -       -
X-Pagination with JSON                            0       -       -     0      -        0     -      -    -       -
only page[number]                                 1       -       3     1      -        0     -      -    -       -
only p                                            1       -       3     1      -        0     -      -    -       -
400 for page 3, after two full ones               1       -       1     1      -        1     -      -    -       -
{"data": {"speakers": […]}}                       1       -       0     1      -        0     -      -    -       -
[{"speaker": {…}}]                                1       -       0     1      -        0     -      -    -       -
JSON:API                                          0       0       -     0      -        0     -      -    0       -
HAL                                               0       0       -     0      -        0     -      -    0       -
_id                                               0       0       -     0      -        0     -      -    0       -
uuid                                              0       0       -     0      -        0     -      -    0       -
speaker_id                                        0       0       -     0      -        0     -      -    0       -
numeric ids                                       0       0       -     0      -        0     -      -    0       -
ids with reserved characters                      0       0       -     0      -        0     -      -    0       -
ids . and ..                                      0       9       0     9      9        0     0      0    0       0
200 for creations                                 0       -       -     -      -        -     -      0    -       -
202 for creations                                 0       -       -     -      -        -     -      0    -       -
204 for creations                                 0       -       -     -      -        -     -      0    -       -
only the id after a creation                      0       -       -     -      -        -     -      0    -       -
JSON nested deeply after a creation               0       -       -     -      -        -     -      0    -       -
an envelope of its own                            1       -       1     1      -        1     -      -    -       -
errors with status 200                            1       -       1     1      -        1     -      -    -       -
an empty list beside the named one                1       -       0     1      -        0     -      -    -       -
groups of records                                 1       1       -     1      -        1     -      -    0       -
the last page again after the end                 0       -       -     0      -        0     -      -    -       -
404 after the last page                           0       -       -     0      -        0     -      -    -       -
422 for large pages                               0       -       -     0      -        0     -      -    -       -
400 for an unknown parameter                      1       -       0     1      -        0     -      -    -       -
newest first                                      0       -       -     0      -        0     -      -    -       -
pages that overlap                                0       -       -     0      -        0     -      -    -       -
count is the length of the page                   0       -       -     0      -        0     -      -    -       -
numbers as text                                   0       -       -     0      -        0     -      -    -       -
hits                                              1       -       1     1      -        1     -      -    -       -
records without ids                               0       9       1     1      1        0     0      0    0       0
ids beyond 2^53                                   0       0       -     0      -        0     -      -    0       -
409 for what exists                               0       -       -     -      -        -     -      0    -       -
204 for changes                                   -       0       -     0      -        -     -      -    0       0
{"success": true} for writes                      0       0       -     0      -        -     -      0    0       0
slots with their submission inside                -       -       0     0      0        0     -      -    -       0
new records are never listed                      0       -       -     -      -        -     -      0    -       -
new records are listed late                       0       -       -     -      -        -     -      0    -       -
null for an empty list                            0       -       -     0      -        0     -      -    -       -
204 for every list                                1       -       1     1      -        1     -      -    -       -
addresses in upper case                           0       0       -     -      -        0     -      -    -       -
masked addresses                                  2       2       0     0      0        0     0      0    0       0
several addresses in one field                    0       0       -     -      -        0     -      -    -       -
names beside addresses                            0       0       -     -      -        0     -      -    -       -
no addresses of submitters                        0,1     0,1     0     0      0        0     0      0    0       0
titles by language                                0,1     0,1     3     3      3        0     0      0    0       0
titles as HTML                                    0       0       0     0      0        -     -      -    -       -
titles cut off                                    0,1     0,1     3     3      3        -     -      -    -       -
titles as null                                    0,1     0,1     3     3      3        -     -      -    -       -
rooms as objects                                  -       -       0     0      0        -     -      -    -       0
rooms in upper case                               -       -       0     0      0        -     -      -    -       0
room_name and starts_at                           -       -       0     0      0        -     -      -    -       0
rooms and starts in a slot                        -       -       0     0      0        -     -      -    -       0
numbers of rooms                                  0       0       0     9      9        0     0      0    0       0
starts as null                                    -       -       0     9      9        -     -      -    -       0
starts rounded down                               -       -       0     9      9        -     -      -    -       0
starts in UTC                                     -       -       0     0      0        -     -      -    -       0
starts without an offset                          -       -       0     0      0        -     -      -    -       0
starts with a space                               -       -       0     0      0        -     -      -    -       0
starts in epoch seconds                           -       -       0     9      9        -     -      -    -       0
starts in words                                   -       -       0     9      9        -     -      -    -       0
`;

export const listsTable: Table = { rows, kinds: [...pagingKinds, ...misleadingKinds, ...envelopeKinds, ...habitKinds] };
