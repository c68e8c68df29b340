import { listOf } from '@portico/kinds/listOf';
import type { ListItem } from '@portico/kinds/parts';
import type { Inline, InlineText, Mark, RichText, RichTextBlock } from '@portico/kinds/richText';
import { BLOCK, ENTRY, isStart, type Token } from './mergeSequences.ts';

/* Texts as sequences of tokens, and back. Content of a later version is one token that holds it unchanged. */

const BREAK = 'break';
const OTHER = 'other:';
/** Marks tokens that stand between blocks rather than in one. */
const OTHER_BLOCK = 'block:';

export const tokensOfLine = (line: string): Token[] => [...line].map((key) => ({ key, look: '' }));
export const lineOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join('');

export const tokensOfInline = (text: InlineText | undefined): Token[] =>
  (listOf(text) as Inline[]).flatMap((inline): Token[] => {
    if (inline?.type === 'hardBreak') return [{ key: BREAK, look: '' }];
    if (inline?.type !== 'text' || typeof inline.text !== 'string')
      return [{ key: OTHER + JSON.stringify(inline), look: '' }];
    const look = inline.marks && inline.marks.length > 0 ? JSON.stringify(inline.marks) : '';
    return [...inline.text].map((key) => ({ key, look }));
  });

export function inlineOf(tokens: readonly Token[]): InlineText {
  const text: InlineText = [];
  let lastLook: string | undefined;
  for (const { key, look } of tokens) {
    const last = text.at(-1);
    if (key === BREAK) text.push({ type: 'hardBreak' });
    else if (key.startsWith(OTHER)) text.push(JSON.parse(key.slice(OTHER.length)) as Inline);
    else if (last?.type === 'text' && look === lastLook) last.text += key;
    else text.push({ type: 'text', text: key, ...(look !== '' && { marks: JSON.parse(look) as Mark[] }) });
    lastLook = key === BREAK || key.startsWith(OTHER) ? undefined : look;
  }
  return text;
}

export const tokensOfRichText = ({ content }: RichText): Token[] =>
  (listOf(content) as RichTextBlock[]).flatMap((block) =>
    block?.type === 'paragraph' || block?.type === 'codeBlock'
      ? [{ key: BLOCK, look: block.type }, ...tokensOfInline(block.content)]
      : [{ key: OTHER_BLOCK + JSON.stringify(block), look: '' }],
  );

export function richTextOf(tokens: readonly Token[]): RichText {
  const content = partsOf(tokens).map((part): RichTextBlock => {
    const [first] = part;
    if (first?.key.startsWith(OTHER_BLOCK)) return JSON.parse(first.key.slice(OTHER_BLOCK.length)) as RichTextBlock;
    const inline = inlineOf(part.filter((token) => !isStart(token)));
    const type = first?.look === 'codeBlock' ? 'codeBlock' : 'paragraph';
    return { type, ...(inline.length > 0 && { content: inline }) };
  });
  return { type: 'doc', content };
}

export const tokensOfList = (items: readonly ListItem[], depth = 0): Token[] =>
  items.flatMap(({ content, ordered, items: inside }) => [
    { key: ENTRY, look: JSON.stringify([depth, ordered ?? null]) },
    ...tokensOfInline(content),
    ...tokensOfList(listOf(inside) as ListItem[], depth + 1),
  ]);

export function listItemsOf(tokens: readonly Token[]): ListItem[] {
  const root: ListItem[] = [];
  /** The lists around the current entry, and its own. */
  let open = [root];
  for (const part of partsOf(tokens)) {
    const [first] = part;
    const [depth, ordered] = (first?.key === ENTRY ? JSON.parse(first.look) : [0, null]) as [number, boolean | null];
    const item: ListItem = {
      content: inlineOf(part.filter((token) => !isStart(token))),
      ...(ordered !== null && { ordered }),
    };
    open = open.slice(0, depth + 1);
    const parent = open.length > 1 ? open.at(-2)!.at(-1)! : undefined;
    if (parent) parent.items = open.at(-1)!;
    open.at(-1)!.push(item);
    open.push([]);
  }
  return root;
}

/** One part for each block or entry. What was written before the first one belongs to one more. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let isOther = true;
  for (const token of tokens) {
    const startsOther = token.key.startsWith(OTHER_BLOCK);
    if (isOther || startsOther || isStart(token)) parts.push([token]);
    else parts.at(-1)!.push(token);
    isOther = startsOther;
  }
  return parts;
}
