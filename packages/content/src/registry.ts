import type { ComponentType } from 'react';
import type { ComponentKind, ComponentOf } from '@portico/contracts/content';
import { BodyTextBlock } from './blocks/body-text/BodyTextBlock.tsx';
import { BulletedListBlock } from './blocks/bulleted-list/BulletedListBlock.tsx';
import { CalloutBlock } from './blocks/callout/CalloutBlock.tsx';
import { DividerBlock } from './blocks/divider/DividerBlock.tsx';
import { HeaderBlock } from './blocks/header/HeaderBlock.tsx';
import { ImageBlock } from './blocks/image/ImageBlock.tsx';
import { ImageGalleryBlock } from './blocks/image-gallery/ImageGalleryBlock.tsx';
import { LinkBlock } from './blocks/link/LinkBlock.tsx';
import { QuoteBlock } from './blocks/quote/QuoteBlock.tsx';
import { TableBlock } from './blocks/table/TableBlock.tsx';

export type BlockRegistry = { [K in ComponentKind]?: ComponentType<{ component: ComponentOf<K> }> };

/** What draws each kind of component. It does not compile until a new kind has its block. */
export const registry: BlockRegistry = {
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
};
