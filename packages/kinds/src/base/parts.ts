import { z } from 'zod/mini';
import { nonEmptyText } from './contentBase.ts';
import { isEmailAddress, MAX_EMAIL } from './emailAddress.ts';
import { Href, InlineText } from './richText.ts';
import { cleanCode } from './typedText.ts';

/* Parts that several kinds of components have. */

export const Size = z.enum(['Big', 'Medium', 'Small']);
export type Size = z.infer<typeof Size>;
export const Alignment = z.enum(['Left', 'Center', 'Right']);
export type Alignment = z.infer<typeof Alignment>;

export const MAX_LINK_TEXT = 200;
export const LinkTarget = z.object({
  text: nonEmptyText(MAX_LINK_TEXT),
  href: Href,
  openInNewTab: z.optional(z.boolean()),
});
export type LinkTarget = z.infer<typeof LinkTarget>;

export interface ListItem {
  content: InlineText;
  ordered?: boolean | undefined;
  items?: ListItem[] | undefined;
}
/** A list entry; its own sub-list is numbered when `ordered` is set. */
export const ListItem: z.ZodMiniType<ListItem> = z.object({
  content: InlineText,
  ordered: z.optional(z.boolean()),
  items: z.optional(z.lazy(() => z.array(ListItem).check(z.maxLength(MAX_LIST_ITEMS)))),
});
/** Maximum number of entries of a list, and of each of its sub-lists. */
export const MAX_LIST_ITEMS = 200;
/** Maximum nesting of lists that the studio and the readers of other formats make. */
export const MAX_LIST_DEPTH = 8;

const EmailAddress = z
  .string()
  .check(z.overwrite(cleanCode), z.maxLength(MAX_EMAIL), z.refine(isEmailAddress, 'Not a valid email address'));
/** A number with an optional extension, such as `x123` or `ext. 5`. */
const PhoneNumber = z
  .string()
  .check(
    z.overwrite(cleanCode),
    z.regex(/^\+?[(0-9][0-9 ().-]{2,30}(?:,? ?(?:[xX#]|[eE][xX][tT](?:\.|ension)?) ?[0-9]{1,7})?$/),
  );
/** How to reach a person. */
export const contact = { email: z.optional(EmailAddress), phone: z.optional(PhoneNumber) };
