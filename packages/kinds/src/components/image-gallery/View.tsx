import { useState } from 'react';
import type { GalleryImage } from './shape.ts';
import { Lightbox } from '@portico/ui/Lightbox';
import { ContentLink } from '../../page/ContentLink.tsx';
import { EnlargeButton } from '../../page/EnlargeButton.tsx';
import { imageSources, PortalImage } from '../../page/PortalImage.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { ImageGallery } from './shape.ts';
import styles from './View.module.css';

function textsOf({ image, title, text, link }: GalleryImage) {
  return (
    (title || text || link || image.credit) && (
      <>
        {title && <strong className={styles.title}>{title}</strong>}
        {text && <span>{text}</span>}
        {link && (
          <ContentLink href={link.href} openInNewTab={link.openInNewTab}>
            {link.text}
          </ContentLink>
        )}
        {image.credit && <span className={styles.credit}>{image.credit}</span>}
      </>
    )
  );
}

/** Pictures in a grid, each with its title, text and link; clicking one opens it in the lightbox. */
export function ImageGalleryView({ component: { images } }: { component: ImageGallery }) {
  const [index, setIndex] = useState<number>();
  return (
    <div data-wide data-block>
      <ul className={styles.gallery} data-single={images.length === 1 || undefined}>
        {images.map((entry, position) => {
          const { image, title } = entry;
          const texts = textsOf(entry);
          return (
            // The same picture can appear twice.
            <li key={`${image.id} ${position}`}>
              <figure>
                <EnlargeButton
                  label={image.alt || title || `picture ${position + 1}`}
                  onPress={() => setIndex(position)}
                >
                  <PortalImage
                    image={image}
                    ratio="3 / 2"
                    sizes="(width < 600px) 92vw, 26rem"
                    className={styles.picture}
                  />
                </EnlargeButton>
                {texts && <figcaption className={styles.caption}>{texts}</figcaption>}
              </figure>
            </li>
          );
        })}
      </ul>
      <Lightbox
        label="Pictures"
        pictures={images.map((entry) => {
          const { image } = entry;
          const texts = textsOf(entry);
          return {
            sources: imageSources(image),
            alt: image.alt,
            width: image.width,
            height: image.height,
            caption: texts && (
              <div className={styles.caption} data-large>
                {texts}
              </div>
            ),
          };
        })}
        index={index}
        onIndexChange={setIndex}
      />
    </div>
  );
}

export const view: ViewOf<ImageGallery> = { View: ImageGalleryView };
