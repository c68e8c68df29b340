import { blockStyles } from '@portico/kinds/page/blockStyles';
import { BulletedList } from '@portico/kinds/components/bulleted-list/shape';
import { isSafeHref } from '@portico/kinds/safeHref';
import { z } from 'zod/mini';
import { Schema, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model';

/*
 * What can be typed is exactly what can be stored: these schemas mirror packages/kinds/src/base/richText.ts and
 * its ListItem. `unknown…` holds a mark or node of a later version unchanged, so that editing here does not destroy it.
 */

const { richText, bulletedList } = blockStyles;

function assertValid(isValid: boolean): void {
  if (!isValid) throw new RangeError('The contract does not allow this value.');
}

export const isStart = (value: unknown): value is number =>
  z.safeParse(BulletedList.shape.start, value).success && value !== undefined;

// ProseMirror calls these for every value that a clipboard or a stored text gives an attribute.
const assertSafeHref = (href: unknown) => assertValid(typeof href === 'string' && isSafeHref(href));
const assertStart = (start: unknown) => assertValid(start === null || isStart(start));
/** Content of a later version: any JSON. */
const assertJson = (value: unknown) => assertValid(value !== undefined && typeof value !== 'function');

/** Parses links in content from the page itself, such as text dragged from another editor of the portal. */
const linkRule = {
  tag: 'a[href]',
  getAttrs: (element: HTMLElement) => {
    const href = element.getAttribute('href') ?? '';
    return isSafeHref(href) ? { href } : false;
  },
};

/**
 * Links come first: ProseMirror renders the first marks outermost, so that a link with some bold text stays one link.
 */
const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: { validate: assertSafeHref } },
    inclusive: false,
    parseDOM: [linkRule],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'a',
      isSafeHref(String(attrs['href'])) ? { href: String(attrs['href']) } : {},
      0,
    ],
  },
  bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: (): DOMOutputSpec => ['strong', 0] },
  italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (): DOMOutputSpec => ['em', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: (): DOMOutputSpec => ['s', 0] },
  code: {
    parseDOM: [{ tag: 'code' }],
    toDOM: (): DOMOutputSpec => ['code', { class: richText['code'] ?? '' }, 0],
  },
  unknown: { attrs: { mark: { validate: assertJson } }, excludes: '', toDOM: (): DOMOutputSpec => ['span', 0] },
};

const inlineNodes: Record<string, NodeSpec> = {
  text: { group: 'inline' },
  hardBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: (): DOMOutputSpec => ['br'],
  },
  unknownInline: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { value: { validate: assertJson } },
    toDOM: (): DOMOutputSpec => ['span', { 'data-unknown': '' }, '…'],
  },
};

export const richTextSchema = new Schema({
  topNode: 'doc',
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      /** Marks the placeholder of a text without paragraphs, which gives the caret a place. */
      attrs: { isPlaceholder: { default: false, validate: 'boolean' } },
      parseDOM: [{ tag: 'p' }],
      toDOM: (): DOMOutputSpec => ['p', { class: richText['paragraph'] ?? '', dir: 'auto' }, 0],
    },
    codeBlock: {
      group: 'block',
      content: 'inline*',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' as const }],
      toDOM: (): DOMOutputSpec => ['pre', { class: richText['codeBlock'] ?? '' }, ['code', 0]],
    },
    unknownBlock: {
      group: 'block',
      atom: true,
      attrs: { value: { validate: assertJson } },
      toDOM: (): DOMOutputSpec => ['div', { 'data-unknown': '' }, '…'],
    },
    ...inlineNodes,
  },
  marks,
});

/** One paragraph: the document itself holds the text. */
export const inlineSchema = new Schema({
  topNode: 'doc',
  nodes: { doc: { content: 'inline*' }, ...inlineNodes },
  marks,
});

/** One line of plain text. */
export const lineSchema = new Schema({
  topNode: 'doc',
  nodes: { doc: { content: 'text*' }, text: { group: 'inline' } },
  marks: {},
});

/** Each entry has its text and, below it, an optional nested list. `ordered` is null if the property is not set. */
export const listSchema = new Schema({
  topNode: 'doc',
  nodes: {
    doc: { content: 'list' },
    list: {
      content: 'item+',
      attrs: {
        ordered: { default: null, validate: 'boolean|null' },
        start: { default: null, validate: assertStart },
      },
      parseDOM: [
        { tag: 'ul', attrs: { ordered: false } },
        { tag: 'ol', attrs: { ordered: true } },
      ],
      toDOM: ({ attrs }): DOMOutputSpec =>
        attrs['ordered'] === true
          ? [
              'ol',
              {
                class: bulletedList['ordered'] ?? '',
                ...(attrs['start'] === null ? {} : { start: String(attrs['start']) }),
              },
              0,
            ]
          : ['ul', { class: bulletedList['bulleted'] ?? '' }, 0],
    },
    item: {
      content: 'words list?',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: (): DOMOutputSpec => ['li', { class: bulletedList['item'] ?? '' }, 0],
    },
    words: {
      content: 'inline*',
      parseDOM: [{ tag: 'div' }, { tag: 'p' }],
      toDOM: (): DOMOutputSpec => ['div', { dir: 'auto' }, 0],
    },
    ...inlineNodes,
  },
  marks,
});
