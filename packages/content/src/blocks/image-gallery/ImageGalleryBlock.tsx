import type { ComponentOf } from '@portico/contracts/content';
import { ContentLink } from '../../ContentLink.tsx';
import { PortalImage } from '../../PortalImage.tsx';
import styles from './ImageGalleryBlock.module.css';

/** Pictures in a grid, each with its title, text and link. */
export function ImageGalleryBlock({ component }: { component: ComponentOf<'ImageGallery'> }) {
  return (
    <ul className={styles.gallery} data-wide data-single={component.images.length === 1 || undefined}>
      {component.images.map(({ image, title, text, link }, position) => (
        // The same picture may come twice.
        <li key={`${image.id} ${position}`}>
          <figure>
            <PortalImage image={image} ratio="3 / 2" sizes="(width < 600px) 92vw, 26rem" className={styles.picture} />
            {(title || text || link || image.credit) && (
              <figcaption className={styles.caption}>
                {title && <strong className={styles.title}>{title}</strong>}
                {text && <span>{text}</span>}
                {link && <ContentLink href={link.href} openInNewTab={link.openInNewTab}>{link.text}</ContentLink>}
                {image.credit && <span className={styles.credit}>{image.credit}</span>}
              </figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  );
}
