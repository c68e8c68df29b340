import { z } from 'zod/mini';
import { isSafeHref } from './safeHref.ts';

export const MAX_HREF = 2048;
/** Maximum number of pieces of a text, which differ in their marks, and of letters in one of them. */
export const MAX_PIECES = 500;
export const MAX_PIECE_LENGTH = 20_000;
/** Maximum number of paragraphs of a formatted text. */
export const MAX_BLOCKS = 500;

/**
 * Fields for links remove invisible characters before they send an address. Only control characters are rejected here.
 */
export const Href = z.string().check(z.maxLength(MAX_HREF), z.refine(isSafeHref, 'Not a valid address for a link'));

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
    text: z.string().check(z.minLength(1), z.maxLength(MAX_PIECE_LENGTH)),
    marks: z.optional(z.array(Mark).check(z.maxLength(5))),
  }),
  z.object({ type: z.literal('hardBreak') }),
]);
export type Inline = z.infer<typeof Inline>;

export const InlineText = z.array(Inline).check(z.maxLength(MAX_PIECES));
export type InlineText = z.infer<typeof InlineText>;

export const RichTextBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), content: z.optional(InlineText) }),
  z.object({ type: z.literal('codeBlock'), content: z.optional(InlineText) }),
]);
export type RichTextBlock = z.infer<typeof RichTextBlock>;

/** Formatted text as data, in the shape of a ProseMirror document. It is never parsed as HTML. */
export const RichText = z.object({
  type: z.literal('doc'),
  content: z.array(RichTextBlock).check(z.maxLength(MAX_BLOCKS)),
});
export type RichText = z.infer<typeof RichText>;
