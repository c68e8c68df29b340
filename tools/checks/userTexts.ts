import { parseSync } from 'vite';

/** Attributes and props whose value people read or hear. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'emptyMessage',
  'help',
  'label',
  'placeholder',
  'title',
]);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const hasWord = (text: string) => /\p{L}/u.test(text);

/** Texts of a node that would be shown verbatim: from a literal, a template, or either branch of a condition. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  const { type } = node;
  if (type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (type === 'JSXText') return [node['value'] as string];
  if (type === 'TemplateLiteral')
    return [(node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')];
  if (type === 'JSXExpressionContainer') return literalsOf(node['expression']);
  if (type === 'ConditionalExpression') return [...literalsOf(node['consequent']), ...literalsOf(node['alternate'])];
  if (type === 'LogicalExpression') return [...literalsOf(node['left']), ...literalsOf(node['right'])];
  return [];
}

/** Texts for people that are in the code of a TSX file and not in a bundle, as `line: text`. */
export function literalUserTexts(path: string, code: string): string[] {
  const found: string[] = [];
  const add = (node: Node, text: string) => {
    if (hasWord(text))
      found.push(`${code.slice(0, node.start).split('\n').length}: ${text.trim().replace(/\s+/g, ' ')}`);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'JSXAttribute') {
      const name = (value['name'] as { name?: string }).name ?? '';
      if (TEXT_ATTRIBUTES.has(name)) for (const text of literalsOf(value['value'])) add(value, text);
    } else if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      for (const child of value['children'] as Node[]) for (const text of literalsOf(child)) add(child, text);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(path, code).program);
  return found;
}
