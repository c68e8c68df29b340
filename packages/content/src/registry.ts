import type { ComponentType, ReactNode } from 'react';
import type { ComponentKind, ComponentOf, ContentComponent } from '@portico/contracts/content';
import { BodyTextBlock } from './blocks/body-text/BodyTextBlock.tsx';
import { BulletedListBlock } from './blocks/bulleted-list/BulletedListBlock.tsx';
import { CalloutBlock } from './blocks/callout/CalloutBlock.tsx';
import { ChecklistBlock } from './blocks/checklist/ChecklistBlock.tsx';
import { ColumnsBlock } from './blocks/columns/ColumnsBlock.tsx';
import { ContactLinkBlock, ContactLinks } from './blocks/contact-link/ContactLinkBlock.tsx';
import { DividerBlock } from './blocks/divider/DividerBlock.tsx';
import { ExpandCollapseBlock } from './blocks/expand-collapse/ExpandCollapseBlock.tsx';
import { FileListBlock } from './blocks/file-list/FileListBlock.tsx';
import { FormBlock } from './blocks/form/FormBlock.tsx';
import { DropDownListBlock, StandaloneFields, TextAreaBlock, TextFieldBlock } from './blocks/form/StandaloneFields.tsx';
import { HeaderBlock } from './blocks/header/HeaderBlock.tsx';
import { HeadshotDetailsBlock } from './blocks/headshot-details/HeadshotDetailsBlock.tsx';
import { HeadshotNameBlock, Headshots } from './blocks/headshot-name/HeadshotNameBlock.tsx';
import { IconsListBlock } from './blocks/icons-list/IconsListBlock.tsx';
import { ImageBlock } from './blocks/image/ImageBlock.tsx';
import { ImageGalleryBlock } from './blocks/image-gallery/ImageGalleryBlock.tsx';
import { LinkBlock } from './blocks/link/LinkBlock.tsx';
import { QuoteBlock } from './blocks/quote/QuoteBlock.tsx';
import { TableBlock } from './blocks/table/TableBlock.tsx';
import { TileBlock, Tiles } from './blocks/tile/TileBlock.tsx';
import { VideoBlock } from './blocks/video/VideoBlock.tsx';
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
