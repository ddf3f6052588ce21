// Owns the names under which services report pages: what a page is, and that a list continues. Data alone.

/** Without case, separators and signs: `@odata.nextLink` as `odatanextlink`. All names below are written in this way. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Objects around the records that describe them, the most specific first, and objects that wrap them. */
const containers = [
  ...['pagination', 'paging', 'meta', 'page', 'pageinfo', 'responsemetadata', 'metadata', 'info', 'pager', 'paginator'],
  ...['pages', 'pagecontext', 'resultinfo', 'listinfo', 'cursor', 'cursors'],
];
const wrappers = ['data', 'embedded', 'response', 'result', 'payload'];
export const describing = [...containers, ...wrappers];

/** Numbers of a page and of the whole list. */
export const paging = {
  page: ['currentpage', 'page', 'pagenumber', 'number', 'current'],
  pageSize: ['pagesize', 'perpage', 'limit', 'size'],
  totalPages: ['totalpages', 'pagecount', 'lastpage', 'pages', 'numpages', 'nbpages', 'pagestotal', 'of'],
  totalResults: ['totalresults', 'total', 'totalcount', 'totalelements', 'totalitems', 'totalrecords'],
  count: ['count', 'odatacount'],
};

/** Not `recordsTotal`, which counts those without a filter too; not `unreadCount` and the like. */
export const countName =
  /^(?:(?:grand|overall)?total(?:results?|count|elements|items|records?|size|hits|rows|entries|objects|docs|documents|matches|found|speakers|submissions|sessions|contacts)?|(?:full|overall|results?|records?|items?|rows?|objects?|hits?|match(?:es)?|speakers?|submissions?|sessions?|contacts?|odata)?count|(?:results?|items?|rows?)total|recordsfiltered|(?:num|nb|number(?:of)?)?(?:found|hits|matches|results|records|items|rows|elements))$/;

/** By the name of a field or header that holds a cursor: the parameter that takes it. */
export const cursors: Readonly<Record<string, string>> = {
  next_page_token: 'page_token',
  next_token: 'next_token',
  nextcursor: 'cursor',
  cursornext: 'cursor',
  cursor: 'cursor',
  nextpagetoken: 'pageToken',
  nexttoken: 'nextToken',
  nextcontinuationtoken: 'continuationToken',
  continuationtoken: 'continuationToken',
  nextoffset: 'offset',
  nextmarker: 'marker',
  nextstart: 'start',
  nextpagestart: 'start',
  nextskip: 'skip',
  endcursor: 'after',
  after: 'after',
};

export const nextNames = [
  ...['next', 'nextpage', 'nextpageurl', 'nexturl', 'nextlink', 'odatanextlink', 'nexturi', 'nextpageuri'],
  ...['nextpagelink', 'nexthref', 'nextrecordsurl', 'linknext'],
];
export const moreName =
  /^(?:has|is|are|any)?more(?:pages?|results?|records?|items?|rows|entries|data|available|exists?)?$|^has(?:next|additional)(?:pages?|results?|records?|items?)?$|^istruncated$/;
export const lastName = /^(?:is)?(?:last|final)(?:page|batch|slice)?$/;
export const doneName =
  /^(?:is|at|list|reached)*(?:complete|completed|done|finished|exhausted|eof|end(?:ed|reached|of(?:the)?(?:list|results|records|data))?)$/;
export const partialName =
  /^(?:is|was|results?|list|response)?(?:truncated|incomplete|partial|capped)(?:results?|list|response)?$|^(?:max)?limit(?:reached|exceeded)$/;
export const remainingName =
  /^(?:remaining|outstanding)(?:count|pages?|results?|records?|items?|rows|entries)?$|^(?:pages|results|records|items|rows)(?:remaining|left)$/;
/** Names that the fields of a list have for no other reason. */
export const continuation =
  /^next(?:page|cursor|token|offset|start|index|marker|batch|key|id|skip|records?|results?|items?|link|ur[il]|href)|^continu|^(?:more(?:cursor|token|ur[il]|link|href)|bookmark|scrollid|lastevaluatedkey)$/;
