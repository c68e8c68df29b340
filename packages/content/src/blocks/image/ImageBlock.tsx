import type { ComponentOf, Size } from '@portico/contracts/content';
import { PortalImage } from '../../PortalImage.tsx';
import styles from './ImageBlock.module.css';

/** Widths as in the style sheet. */
const sizesBySize: Record<Size, string> = {
  Big: '(width < 600px) 92vw, 52rem',
  Medium: '(width < 600px) 92vw, 34rem',
  Small: '(width < 600px) 60vw, 15rem',
};

export function ImageBlock({ component: { image, caption, size, alignment } }: { component: ComponentOf<'Image'> }) {
  return (
    <figure className={styles.figure} data-size={size} data-alignment={alignment} data-wide={size === 'Big' || undefined}>
      <PortalImage image={image} sizes={sizesBySize[size] ?? sizesBySize.Medium} className={styles.picture} />
      {(caption || image.credit) && (
        <figcaption className={styles.caption}>
          {caption}
          {image.credit && <span className={styles.credit}>{image.credit}</span>}
        </figcaption>
      )}
    </figure>
  );
}
