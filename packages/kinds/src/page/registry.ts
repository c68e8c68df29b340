import type { ComponentType, ReactNode } from 'react';
import type { ComponentKind, ComponentOf, ContentComponent } from '../content.ts';
import { BodyTextBlock } from '../components/body-text/View.tsx';
import { BulletedListBlock } from '../components/bulleted-list/View.tsx';
import { CalloutBlock } from '../components/callout/View.tsx';
import { ChecklistBlock } from '../components/checklist/View.tsx';
import { ColumnsBlock } from '../components/columns/View.tsx';
import { ContactLinkBlock, ContactLinks } from '../components/contact-link/View.tsx';
import { DividerBlock } from '../components/divider/View.tsx';
import { ExpandCollapseBlock } from '../components/expand-collapse/View.tsx';
import { FileListBlock } from '../components/file-list/View.tsx';
import { FormBlock } from '../components/form/View.tsx';
import { DropDownListBlock, StandaloneFields, TextAreaBlock, TextFieldBlock } from './StandaloneFields.tsx';
import { HeaderBlock } from '../components/header/View.tsx';
import { HeadshotDetailsBlock } from '../components/headshot-details/View.tsx';
import { HeadshotNameBlock, Headshots } from '../components/headshot-name/View.tsx';
import { IconsListBlock } from '../components/icons-list/View.tsx';
import { ImageBlock } from '../components/image/View.tsx';
import { ImageGalleryBlock } from '../components/image-gallery/View.tsx';
import { LinkBlock } from '../components/link/View.tsx';
import { QuoteBlock } from '../components/quote/View.tsx';
import { TableBlock } from '../components/table/View.tsx';
import { TileBlock, Tiles } from '../components/tile/View.tsx';
import { VideoBlock } from '../components/video/View.tsx';
import { reportOnce } from './reportOnce.ts';

/** Fields that are valid only within a form; elsewhere they are left out. Source: spec §3. */
type DroppedKind = 'SingleChoice' | 'MultiChoice' | 'TitleAndDescription' | 'Checkbox' | 'FileUpload';
type PageKind = Exclude<ComponentKind, DroppedKind>;

const dropped: Record<DroppedKind, true> = {
  SingleChoice: true,
  MultiChoice: true,
  TitleAndDescription: true,
  Checkbox: true,
  FileUpload: true,
};

/** Renders each kind of component on a page. A new kind does not compile until it has a block. */
const blocks: { [K in PageKind]: ComponentType<{ component: ComponentOf<K> }> } = {
  Header: HeaderBlock,
  BodyText: BodyTextBlock,
  BulletedList: BulletedListBlock,
  Link: LinkBlock,
  Quote: QuoteBlock,
  Callout: CalloutBlock,
  Divider: DividerBlock,
  Image: ImageBlock,
  ImageGallery: ImageGalleryBlock,
  Table: TableBlock,
  Columns: ColumnsBlock,
  ExpandCollapse: ExpandCollapseBlock,
  Tile: TileBlock,
  IconsList: IconsListBlock,
  ContactLink: ContactLinkBlock,
  HeadshotName: HeadshotNameBlock,
  HeadshotDetails: HeadshotDetailsBlock,
  FileList: FileListBlock,
  Video: VideoBlock,
  Checklist: ChecklistBlock,
  Form: FormBlock,
  TextField: TextFieldBlock,
  TextArea: TextAreaBlock,
  DropDownList: DropDownListBlock,
};

/** Wrappers of adjacent blocks of the same kind, which become entries of the wrapper. */
const groups: Partial<Record<PageKind, ComponentType<{ children: ReactNode }>>> = {
  Tile: Tiles,
  ContactLink: ContactLinks,
  HeadshotName: Headshots,
  TextField: StandaloneFields,
  TextArea: StandaloneFields,
  DropDownList: StandaloneFields,
};

/**
 * The React component for a content component. Undefined for an unknown kind, which is reported once, and for a kind
 * that pages leave out, which is not.
 */
export function blockFor(component: ContentComponent): ComponentType<{ component: ContentComponent }> | undefined {
  const kind: unknown = component?.type;
  if (typeof kind === 'string' && Object.hasOwn(blocks, kind)) {
    // The registry's type ties each kind to its component; TypeScript can't follow that through an index.
    return blocks[kind as PageKind] as ComponentType<{ component: ContentComponent }>;
  }
  if (typeof kind !== 'string' || !Object.hasOwn(dropped, kind)) {
    reportOnce(`A content component of the unknown kind "${String(kind).slice(0, 100)}"`);
  }
  return undefined;
}

export function groupFor(component: ContentComponent): ComponentType<{ children: ReactNode }> | undefined {
  return groups[component.type as PageKind];
}
