// Owns the names under which services report pages. Data alone.

/** Without case, separators and signs: `@odata.nextLink` as `odatanextlink`. All names below are written in this way. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Objects beside the records that describe the list, and objects that wrap both. */
export const pagingObjects = ['pagination', 'paging', 'meta', 'page', 'pageinfo', 'links', 'cursors', 'cursor'];
export const wrappers = ['data', 'embedded', 'response', 'result', 'payload'];

/** Beside the records, where any other name may count or name anything. */
export const topLevel =
  /^(?:total|totalresults|totalpages|page|currentpage|pagesize|next(?:page|link|url|cursor|token|pagetoken|offset)?|odatanextlink|hasmore|hasnext)$/;

/** Numbers of a page and of the whole list. */
export const paging = {
  page: ['currentpage', 'page', 'pagenumber', 'number', 'current'],
  pageSize: ['pagesize', 'perpage', 'limit', 'size'],
  totalPages: ['totalpages', 'pagecount', 'lastpage', 'pages', 'numpages', 'nbpages'],
  totalResults: ['totalresults', 'total', 'totalcount', 'totalelements', 'totalitems', 'totalrecords'],
  offset: ['offset', 'startAt', 'startIndex', 'skip'],
};

/** By the name of a field that holds a cursor: the parameter that takes it. */
export const cursors: Readonly<Record<string, string>> = {
  next_page_token: 'page_token',
  next_token: 'next_token',
  nextcursor: 'cursor',
  nextpagetoken: 'pageToken',
  nexttoken: 'nextToken',
  nextoffset: 'offset',
  nextpagestart: 'start',
  endcursor: 'after',
  after: 'after',
  cursor: 'cursor',
  continuationtoken: 'continuationToken',
};

export const nextNames = ['next', 'nextpage', 'nextpageurl', 'nexturl', 'nextlink', 'odatanextlink'];
export const moreNames = ['more', 'hasmore', 'hasnext', 'hasnextpage', 'hasmorepages', 'morerecords'];
export const lastNames = ['last', 'islast', 'lastpage', 'islastpage'];
