import type { ListItem } from '@portico/kinds/parts';
import type { InlineText, RichText, RichTextBlock } from '@portico/kinds/richText';
import type { Node, Schema } from 'prosemirror-model';
import { inlineNodes, inlineTextOf, storableText } from './inlineContent.ts';
import { inlineSchema, isStart, lineSchema, listSchema, richTextSchema } from './schemas.ts';

/** Converts between a value of the contract and an editor document. */
export interface TextModel<Value> {
  schema: Schema;
  toDocument: (value: Value) => Node;
  fromDocument: (document: Node) => Value;
}

/*
 * ProseMirror nodes are immutable, so a node that is still in the document still has the value it was created
 * from. Unedited parts come back as the same objects: autosave sends only what changed, and nothing is rewritten along
 * the way.
 */
const richBlocks = new WeakMap<Node, RichTextBlock>();
const listItems = new WeakMap<Node, ListItem>();

function blockNode(block: RichTextBlock): Node {
  const isKnown = block?.type === 'paragraph' || block?.type === 'codeBlock';
  const node = isKnown
    ? richTextSchema.node(block.type, null, inlineNodes(richTextSchema, block.content))
    : richTextSchema.node('unknownBlock', { value: block });
  richBlocks.set(node, block);
  return node;
}

function blockOf(node: Node): RichTextBlock {
  if (node.type.name === 'unknownBlock') return node.attrs['value'] as RichTextBlock;
  const content = inlineTextOf(node);
  const type = node.type.name === 'codeBlock' ? 'codeBlock' : 'paragraph';
  return { type, ...(content.length > 0 && { content }) };
}

export const richTextModel: TextModel<RichText> = {
  schema: richTextSchema,
  toDocument: (text) => {
    const blocks = (Array.isArray(text?.content) ? text.content : []).map(blockNode);
    return richTextSchema.node('doc', null, blocks.length > 0 ? blocks : [placeholderNode()]);
  },
  fromDocument: (document) => ({
    type: 'doc',
    content: document.children
      .filter((node) => node.attrs['isPlaceholder'] !== true || node.content.size > 0)
      .map((node) => richBlocks.get(node) ?? blockOf(node)),
  }),
};

const placeholderNode = () => richTextSchema.node('paragraph', { isPlaceholder: true });

const inlineTexts = new WeakMap<Node, InlineText>();

export const inlineModel: TextModel<InlineText> = {
  schema: inlineSchema,
  toDocument: (text) => {
    const document = inlineSchema.node('doc', null, inlineNodes(inlineSchema, text));
    inlineTexts.set(document, text);
    return document;
  },
  fromDocument: (document) => inlineTexts.get(document) ?? inlineTextOf(document),
};

export const lineModel: TextModel<string> = {
  schema: lineSchema,
  toDocument: (text) => lineSchema.node('doc', null, text ? [lineSchema.text(text)] : []),
  fromDocument: (document) => storableText(document.textContent),
};

/** Stored values are not validated, so their shape is not guaranteed. */
const orderOf = ({ ordered }: { ordered?: unknown }): boolean | null => (typeof ordered === 'boolean' ? ordered : null);

function itemNode(item: ListItem): Node {
  const list =
    Array.isArray(item.items) && item.items.length > 0
      ? [listSchema.node('list', { ordered: orderOf(item) }, item.items.map(itemNode))]
      : [];
  const node = listSchema.node('item', null, [
    listSchema.node('words', null, inlineNodes(listSchema, item.content)),
    ...list,
  ]);
  listItems.set(node, item);
  return node;
}

function itemOf(node: Node): ListItem {
  const known = listItems.get(node);
  if (known) return known;
  const list = node.maybeChild(1);
  const ordered = list?.attrs['ordered'] as boolean | null | undefined;
  return {
    content: inlineTextOf(node.child(0)),
    ...(typeof ordered === 'boolean' && { ordered }),
    ...(list && { items: list.children.map(itemOf) }),
  };
}

/** The value of a list component. */
export interface ListValue {
  items: ListItem[];
  ordered: boolean;
  start?: number | undefined;
}

export const listModel: TextModel<ListValue> = {
  schema: listSchema,
  toDocument: ({ items, ordered, start }) =>
    listSchema.node('doc', null, [
      listSchema.node(
        'list',
        { ordered: orderOf({ ordered }), start: isStart(start) ? start : null },
        items.length > 0 ? items.map(itemNode) : [itemNode({ content: [] })],
      ),
    ]),
  fromDocument: (document) => {
    const list = document.child(0);
    const start = list.attrs['start'] as number | null;
    return {
      items: list.children.map(itemOf),
      ordered: list.attrs['ordered'] === true,
      ...(start !== null && { start }),
    };
  },
};
