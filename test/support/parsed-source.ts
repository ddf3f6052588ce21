// What a TypeScript source says, by its syntax tree: its texts, imports and exported types.
import { type ModuleItem, parseSync } from '@swc/core';

const parsed = new Map<string, readonly ModuleItem[]>();

function itemsOf(source: string): readonly ModuleItem[] {
  const items = parsed.get(source) ?? parseSync(source, { syntax: 'typescript', target: 'es2022' }).body;
  parsed.set(source, items);
  return items;
}

/** The texts of all string and template literals. */
export function literalsOf(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, cooked } = node as { type?: string; value?: unknown; cooked?: unknown };
    if (type === 'StringLiteral') texts.push(String(value));
    if (type === 'TemplateElement') texts.push(String(cooked));
    for (const child of Object.values(node)) visit(child);
  };
  visit(itemsOf(source));
  return texts;
}

/** The modules that it imports statically, in order. */
export function importsOf(source: string): readonly string[] {
  return itemsOf(source).flatMap((item) => (item.type === 'ImportDeclaration' ? [item.source.value] : []));
}

/** Those of them that it does not import for their types alone. */
export function runtimeImportsOf(source: string): readonly string[] {
  return itemsOf(source).flatMap((item) => {
    if (item.type !== 'ImportDeclaration' || item.typeOnly) return [];
    const isType = item.specifiers.map((each) => each.type === 'ImportSpecifier' && each.isTypeOnly);
    return isType.length === 0 || isType.includes(false) ? [item.source.value] : [];
  });
}

/** The interfaces, types and classes that it declares and exports. */
export function exportedTypes(source: string): readonly string[] {
  return itemsOf(source).flatMap((item) => {
    if (item.type !== 'ExportDeclaration') return [];
    const { declaration } = item;
    if (declaration.type === 'ClassDeclaration') return declaration.identifier.value;
    return declaration.type === 'TsInterfaceDeclaration' || declaration.type === 'TsTypeAliasDeclaration'
      ? declaration.id.value
      : [];
  });
}
