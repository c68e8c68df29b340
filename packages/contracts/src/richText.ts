import { z } from 'zod/mini';

/** Stands for the portal's own address, which the contract does not know. */
const OWN = 'http://own.invalid';

/**
 * Whether a link may have this address: http(s) with its host written out and no name or password before it, mailto, tel,
 * a path of the portal or a place on the page. Decided by what a browser's parser makes of it. Source: TRUST X2.
 */
export function isSafeHref(href: string): boolean {
  if (/[\u0000-\u001f\u007f\\]/.test(href)) return false;
  if (href.startsWith('#')) return true;
  if (href.startsWith('/')) {
    const own = URL.parse(href, OWN);
    return own !== null && own.origin === OWN && !own.pathname.startsWith('//');
  }
  const url = URL.parse(href);
  if (url === null) return false;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return true;
  return /^https?:\/\/[^/]/i.test(href) && url.username === '' && url.password === '';
}

export const Href = z.string().check(z.maxLength(2048), z.refine(isSafeHref, 'Not an address that a link may have'));

export const Mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('strike') }),
  z.object({ type: z.literal('code') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: Href }) }),
]);
export type Mark = z.infer<typeof Mark>;

export const Inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string().check(z.minLength(1), z.maxLength(20_000)),
    marks: z.optional(z.array(Mark).check(z.maxLength(5))),
  }),
  z.object({ type: z.literal('hardBreak') }),
]);
export type Inline = z.infer<typeof Inline>;

export const InlineText = z.array(Inline).check(z.maxLength(500));
export type InlineText = z.infer<typeof InlineText>;

export const RichTextBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), content: z.optional(InlineText) }),
  z.object({ type: z.literal('codeBlock'), content: z.optional(InlineText) }),
]);
export type RichTextBlock = z.infer<typeof RichTextBlock>;

/** Formatted text as data, in the shape of a ProseMirror document. Nothing in it is ever parsed as HTML. */
export const RichText = z.object({
  type: z.literal('doc'),
  content: z.array(RichTextBlock).check(z.maxLength(500)),
});
export type RichText = z.infer<typeof RichText>;

/** The words of inline text without their marks. */
export function plainInline(text: InlineText): string {
  return text.map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

/** The words of formatted text, a line a block. */
export function plainText(text: RichText): string {
  return text.content.map((block) => plainInline(block.content ?? [])).join('\n');
}
