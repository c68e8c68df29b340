import { z } from 'zod/mini';

// Apart from the calls, which every page makes: only the studio needs these at run time.
export const MenuItemKind = z.enum([
  'ApplicationPage',
  'Folder',
  'Link',
  'ExternalLink',
  'ExternalLinkWithNestedLinks',
]);
export type MenuItemKind = z.infer<typeof MenuItemKind>;
export const MenuItemStatus = z.enum(['Default', 'GrayedOut', 'Warning', 'OrangeWarning', 'Hidden']);
export type MenuItemStatus = z.infer<typeof MenuItemStatus>;
