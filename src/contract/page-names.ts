// Owns the names under which services report pages, for responses and for files that hold one. Data alone.

/** Without case, separators and signs: `@odata.nextLink` as `odatanextlink`. All names below are written in this way. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

export const pageNames = {
  /** Objects that describe the list, and objects that wrap both. */
  objects:
    /^(pagination|paging|pageinfo|pages?|(response)?meta(data)?|links?|cursors?|info|(hydra)?view|next|data|d|embedded|response|results?|payload)$/,
  total:
    /^((hydra|wp|pagination)?total(count|results?|items|elements|records|size|hits|docs|rows|entries)?|odatacount|numfound|nbhits)$/,
  count: /^(count|itemcount|resultcount|recordcount)$/,
  pages: /^((wp)?total(number)?pages|(pagination)?pagecount|lastpage|pages|numpages|nbpages|pagetotal|totalpagecount)$/,
  page: /^(currentpage|page|pagenumber|pageindex|number|current)$/,
  /** Links, tokens and numbers; those without `next` may be those of this page. */
  next: /^((odata|hydra)?next(?!number)\w*|(end|after)?cursor|after|continuationtoken)$/,
  more: /^((has)?more(pages?|records|results|items)?|has(next|nextpage)|(is)?truncated)$/,
  last: /^(is)?last(page)?$/,
};
