import type { ReactNode } from 'react';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { ContentLink } from '../../page/ContentLink.tsx';
import { PortalImage } from '../../page/PortalImage.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Tile } from './shape.ts';
import styles from './View.module.css';

/** Tiles in a grid: a big one fills a row; two medium or three small ones share it. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className={styles.root} data-wide data-block>
      <ul className={styles.tiles}>{children}</ul>
    </div>
  );
}

/** A card with a link. All of it is clickable, and the link's name includes the title. */
export function TileView({ component: { title, text, image, link, size } }: { component: Tile }) {
  return (
    <Card as="li" padding="none" isInteractive={link !== undefined} className={styles.tile} data-size={size}>
      {image && (
        <PortalImage
          image={image}
          ratio={size === 'Big' ? undefined : '16 / 9'}
          sizes="(width < 600px) 92vw, 26rem"
          className={styles.picture}
        />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
        {link && (
          <p className={styles.more}>
            <ContentLink href={link.href} openInNewTab={link.openInNewTab} className={cardLinkClass}>
              {link.text}
              {link.text !== title && <VisuallyHidden>: {title}</VisuallyHidden>}
            </ContentLink>
          </p>
        )}
      </div>
    </Card>
  );
}

export const view: ViewOf<Tile> = { View: TileView, Group: Tiles };
