import { z } from 'zod/mini';
import { ImageRef } from './media.ts';
import { Href, InlineText, RichText } from './richText.ts';

export const Size = z.enum(['Big', 'Medium', 'Small']);
export type Size = z.infer<typeof Size>;
export const Alignment = z.enum(['Left', 'Center', 'Right']);
export type Alignment = z.infer<typeof Alignment>;
export const CalloutKind = z.enum(['Tip', 'Info', 'Note', 'Warning']);
export type CalloutKind = z.infer<typeof CalloutKind>;

/** Identity of a component inside its item; it survives edits, so that marks and entries of people can refer to it. */
const ComponentId = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/));
const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

export const LinkTarget = z.object({ text: line(200), href: Href, openInNewTab: z.optional(z.boolean()) });
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
  items: z.optional(z.lazy(() => z.array(ListItem).check(z.maxLength(200)))),
});

export const Header = z.object({
  id: ComponentId,
  type: z.literal('Header'),
  level: z.int().check(z.minimum(2), z.maximum(4)),
  text: line(300),
});
export const BodyText = z.object({ id: ComponentId, type: z.literal('BodyText'), body: RichText });
export const BulletedList = z.object({
  id: ComponentId,
  type: z.literal('BulletedList'),
  ordered: z.boolean(),
  start: z.optional(z.int().check(z.nonnegative())),
  items: z.array(ListItem).check(z.minLength(1), z.maxLength(200)),
});
export const Link = z.object({
  id: ComponentId,
  type: z.literal('Link'),
  text: line(200),
  href: Href,
  openInNewTab: z.optional(z.boolean()),
  description: z.optional(z.string().check(z.maxLength(500))),
});
export const Quote = z.object({
  id: ComponentId,
  type: z.literal('Quote'),
  body: RichText,
  attribution: z.optional(z.string().check(z.maxLength(200))),
});
export const Callout = z.object({
  id: ComponentId,
  type: z.literal('Callout'),
  kind: CalloutKind,
  title: z.optional(z.string().check(z.maxLength(200))),
  body: RichText,
  link: z.optional(LinkTarget),
});
export const Divider = z.object({ id: ComponentId, type: z.literal('Divider') });
export const Image = z.object({
  id: ComponentId,
  type: z.literal('Image'),
  image: ImageRef,
  caption: z.optional(z.string().check(z.maxLength(500))),
  size: Size,
  alignment: Alignment,
});
export const GalleryImage = z.object({
  image: ImageRef,
  title: z.optional(z.string().check(z.maxLength(200))),
  text: z.optional(z.string().check(z.maxLength(500))),
  link: z.optional(LinkTarget),
});
export type GalleryImage = z.infer<typeof GalleryImage>;
export const ImageGallery = z.object({
  id: ComponentId,
  type: z.literal('ImageGallery'),
  images: z.array(GalleryImage).check(z.minLength(1), z.maxLength(50)),
});
export const Table = z.object({
  id: ComponentId,
  type: z.literal('Table'),
  caption: z.optional(z.string().check(z.maxLength(300))),
  /** One entry per column. */
  align: z.array(Alignment).check(z.minLength(1), z.maxLength(20)),
  header: z.array(InlineText).check(z.maxLength(20)),
  rows: z.array(z.array(InlineText).check(z.maxLength(20))).check(z.maxLength(500)),
});

/** One building block of a content page. Source: spec §3, content component types. */
export const ContentComponent = z.discriminatedUnion('type', [
  Header, BodyText, BulletedList, Link, Quote, Callout, Divider, Image, ImageGallery, Table,
]);
export type ContentComponent = z.infer<typeof ContentComponent>;
export type ComponentKind = ContentComponent['type'];
export type ComponentOf<K extends ComponentKind> = Extract<ContentComponent, { type: K }>;

/** The tree of an item. Validated whole when it is written; read as it was stored. */
export const ComponentTree = z.array(ContentComponent).check(z.maxLength(1000));
export type ComponentTree = z.infer<typeof ComponentTree>;

/** Who made an item. `name` is absent for `System`. Source: spec §3, creator kind. */
export const CreatorInfo = z.object({
  kind: z.enum(['User', 'Admin', 'System']),
  name: z.optional(z.string()),
});
export type CreatorInfo = z.infer<typeof CreatorInfo>;

export const Category = line(80);
