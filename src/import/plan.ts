// What is to be done with each row: pure, and the same whether it is shown or carried out.

/** `existing`: the event has the record; `folded`: an earlier row has the same key. */
export type Action = 'create' | 'existing' | 'folded' | 'reject' | 'blank';

/** What checking found in each record of the file, in its order: the key of a valid row, or what else it is. */
export type Finding = { readonly key: string } | 'reject' | 'blank';

/** One action for each finding; the first valid row of a key stands for all. */
export function planRows(findings: readonly Finding[], existing: Pick<ReadonlyMap<string, unknown>, 'has'>): Action[] {
  const seen = new Set<string>();
  return findings.map((finding) => {
    if (typeof finding === 'string') return finding;
    if (seen.has(finding.key)) return 'folded';
    seen.add(finding.key);
    return existing.has(finding.key) ? 'existing' : 'create';
  });
}
