import { z } from 'zod/mini';
import { ComponentId, nonEmptyText, uniqueBy } from './base/contentBase.ts';
import { isEmailAddress, MAX_EMAIL } from './base/emailAddress.ts';
import { formFieldKinds, Form } from './forms/formFields.ts';
import { DocumentFormat, ImageRef } from './base/media.ts';
import { MAX_NESTING } from './base/nesting.ts';
import { Href, InlineText, RichText } from './base/richText.ts';
import { cleanCharacters } from './base/typedText.ts';
import { VideoSource } from './base/video.ts';

export const Size = z.enum(['Big', 'Medium', 'Small']);
export type Size = z.infer<typeof Size>;
export const Alignment = z.enum(['Left', 'Center', 'Right']);
export type Alignment = z.infer<typeof Alignment>;
export const CalloutKind = z.enum(['Tip', 'Info', 'Note', 'Warning']);
export type CalloutKind = z.infer<typeof CalloutKind>;

export const LinkTarget = z.object({ text: nonEmptyText(200), href: Href, openInNewTab: z.optional(z.boolean()) });
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
  text: nonEmptyText(300),
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
  text: nonEmptyText(200),
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

const EmailAddress = z
  .string()
  .check(z.overwrite(cleanCharacters), z.maxLength(MAX_EMAIL), z.refine(isEmailAddress, 'Not a valid email address'));
/** A number with an optional extension, such as `x123` or `ext. 5`. */
const PhoneNumber = z
  .string()
  .check(
    z.overwrite(cleanCharacters),
    z.regex(/^\+?[(0-9][0-9 ().-]{2,30}(?:,? ?(?:[xX#]|[eE][xX][tT](?:\.|ension)?) ?[0-9]{1,7})?$/),
  );

export const Tile = z.object({
  id: ComponentId,
  type: z.literal('Tile'),
  title: nonEmptyText(200),
  text: z.optional(z.string().check(z.maxLength(500))),
  image: z.optional(ImageRef),
  link: z.optional(LinkTarget),
  size: Size,
});
/** Drawings that an icons list can show. */
export const IconName = z.enum([
  'Calendar',
  'Chart',
  'Check',
  'Clock',
  'Document',
  'Flag',
  'Globe',
  'Handshake',
  'Home',
  'Key',
  'Lightbulb',
  'Lock',
  'Mail',
  'Money',
  'People',
  'Phone',
  'Scale',
  'Shield',
  'Star',
  'Warning',
]);
export type IconName = z.infer<typeof IconName>;
export const IconsList = z.object({
  id: ComponentId,
  type: z.literal('IconsList'),
  items: z
    .array(
      z.object({
        icon: IconName,
        title: nonEmptyText(200),
        text: z.optional(z.string().check(z.maxLength(500))),
        link: z.optional(LinkTarget),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
});
export const ContactLink = z.object({
  id: ComponentId,
  type: z.literal('ContactLink'),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
  email: z.optional(EmailAddress),
  phone: z.optional(PhoneNumber),
  link: z.optional(LinkTarget),
});
export const HeadshotName = z.object({
  id: ComponentId,
  type: z.literal('HeadshotName'),
  image: z.nullable(ImageRef),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
});
export const HeadshotDetails = z.object({
  id: ComponentId,
  type: z.literal('HeadshotDetails'),
  image: z.nullable(ImageRef),
  name: nonEmptyText(200),
  role: z.optional(nonEmptyText(200)),
  body: RichText,
  email: z.optional(EmailAddress),
  phone: z.optional(PhoneNumber),
  alignment: z.enum(['Left', 'Right']),
});
/** Maximum number of files in one Files component. */
export const MAX_LISTED_FILES = 100;
/** Files to download. Title, format and size were copied from the document when the list was written. */
export const FileList = z.object({
  id: ComponentId,
  type: z.literal('FileList'),
  title: z.optional(nonEmptyText(200)),
  files: z
    .array(
      z.object({
        documentId: z.uuid(),
        title: nonEmptyText(300),
        format: DocumentFormat,
        bytes: z.int().check(z.nonnegative()),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_LISTED_FILES)),
});
export const Video = z.object({
  id: ComponentId,
  type: z.literal('Video'),
  title: nonEmptyText(300),
  source: VideoSource,
  /** WebVTT files, for a video stored in the portal. `language` is a BCP 47 tag. */
  captions: z
    .array(
      z.object({
        documentId: z.uuid(),
        language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/)),
        label: nonEmptyText(100),
      }),
    )
    .check(z.maxLength(20)),
  poster: z.optional(ImageRef),
  transcript: z.optional(RichText),
});
/** Things to do, checked off by each person individually. `dueDate` is `yyyy-MM-dd`. */
export const Checklist = z.object({
  id: ComponentId,
  type: z.literal('Checklist'),
  title: z.optional(nonEmptyText(200)),
  dueDate: z.optional(z.iso.date()),
  items: z.array(z.object({ id: ComponentId, content: InlineText })).check(
    z.minLength(1),
    z.maxLength(100),
    uniqueBy((item) => item.id, 'Two items have the same ID'),
  ),
});

const Simple = z.discriminatedUnion('type', [
  Header,
  BodyText,
  BulletedList,
  Link,
  Quote,
  Callout,
  Divider,
  Image,
  ImageGallery,
  Table,
  Tile,
  IconsList,
  ContactLink,
  HeadshotName,
  HeadshotDetails,
  FileList,
  Video,
  Checklist,
  Form,
  ...formFieldKinds,
]);
interface ColumnsShape {
  id: string;
  type: 'Columns';
  columns: Array<{ components: ContentComponent[] }>;
}
interface ExpandCollapseShape {
  id: string;
  type: 'ExpandCollapse';
  title: string;
  isOpen?: boolean | undefined;
  components: ContentComponent[];
}
export type ContentComponent = z.infer<typeof Simple> | ColumnsShape | ExpandCollapseShape;

export const NestedComponents: z.ZodMiniType<ContentComponent[]> = z.lazy(() =>
  z.array(ContentComponent).check(z.maxLength(200)),
);
/** Shown side by side if there is room, otherwise stacked. */
export const Columns = z.object({
  id: ComponentId,
  type: z.literal('Columns'),
  columns: z.array(z.object({ components: NestedComponents })).check(z.minLength(2), z.maxLength(4)),
});
/** A section that opens from its heading, or from a link to `#id`. */
export const ExpandCollapse = z.object({
  id: ComponentId,
  type: z.literal('ExpandCollapse'),
  title: nonEmptyText(300),
  isOpen: z.optional(z.boolean()),
  components: NestedComponents,
});

/** One building block of a content page. Source: spec §3, content component types. */
export const ContentComponent: z.ZodMiniType<ContentComponent> = z.discriminatedUnion('type', [
  Simple,
  Columns,
  ExpandCollapse,
]);
export type ComponentKind = ContentComponent['type'];
export type ComponentOf<K extends ComponentKind> = Extract<ContentComponent, { type: K }>;

export const MAX_COMPONENTS = 1000;

/** Maximum nesting of objects and arrays: far more than a tree needs, far less than would overflow a parser's stack. */
const MAX_DATA_DEPTH = 64;

export function isShallow(data: unknown, depth = 0): boolean {
  if (depth > MAX_DATA_DEPTH) return false;
  return typeof data !== 'object' || data === null || valuesOf(data).every((value) => isShallow(value, depth + 1));
}

/** Whether a database can store the texts: PostgreSQL rejects U+0000 and lone surrogates. */
export function isStorable(data: unknown): boolean {
  if (typeof data === 'string') return data.isWellFormed() && !data.includes('\u0000');
  return typeof data !== 'object' || data === null || valuesOf(data).every(isStorable);
}

const valuesOf = (data: object): unknown[] => (Array.isArray(data) ? data : Object.values(data));

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * The components directly inside a container. Tolerates data that breaks the contract: anything but an array counts as
 * empty.
 */
export function componentsIn(component: ContentComponent): ContentComponent[] {
  if (component?.type === 'Columns')
    return listOf(component.columns).flatMap((column) =>
      listOf((column as { components?: unknown } | null)?.components),
    ) as ContentComponent[];
  return component?.type === 'ExpandCollapse' ? (listOf(component.components) as ContentComponent[]) : [];
}

/**
 * Every component of a tree in reading order, with its depth; top-level components have depth 1. Tolerates data that
 * breaks the contract. Below the maximum depth, only the first level is returned.
 */
export function* walkComponents(
  components: ContentComponent[],
  depth = 1,
): Generator<{ component: ContentComponent; depth: number }> {
  for (const component of listOf(components) as ContentComponent[]) {
    yield { component, depth };
    if (depth <= MAX_NESTING) yield* walkComponents(componentsIn(component), depth + 1);
  }
}

function hasUniqueIds(components: ContentComponent[]): boolean {
  const ids = [...walkComponents(components)].map(({ component }) => component.id);
  return new Set(ids).size === ids.length;
}

/** The component tree of an item. Fully validated when it is written; returned as stored when it is read. */
export const ComponentTree = z.pipe(
  z
    .unknown()
    .check(
      z.refine(isShallow, { error: 'The data is nested too deeply', abort: true }),
      z.refine(isStorable, 'A text contains a character that cannot be stored'),
    ),
  z.array(ContentComponent).check(
    z.maxLength(MAX_COMPONENTS),
    z.refine(
      (tree) => [...walkComponents(tree)].every(({ depth }) => depth <= MAX_NESTING),
      `Components can be nested at most ${MAX_NESTING} levels deep`,
    ),
    z.refine((tree) => [...walkComponents(tree)].length <= MAX_COMPONENTS, `At most ${MAX_COMPONENTS} components`),
    z.refine(hasUniqueIds, 'Two components have the same ID'),
  ),
);
export type ComponentTree = z.infer<typeof ComponentTree>;

/** Who created an item. `name` is absent for `System`. Source: spec §3, creator kind. */
export const CreatorInfo = z.object({
  kind: z.enum(['User', 'Admin', 'System']),
  name: z.optional(z.string()),
});
export type CreatorInfo = z.infer<typeof CreatorInfo>;

export const Category = nonEmptyText(80);
