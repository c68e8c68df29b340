import { useState } from 'react';
import type { Size } from '../../base/parts.ts';
import { Lightbox } from '@portico/ui/Lightbox';
import { EnlargeButton } from '../../page/EnlargeButton.tsx';
import { imageSources, PortalImage } from '../../page/PortalImage.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Image } from './shape.ts';
import styles from './View.module.css';

/** Same widths as in the style sheet. */
const sizesBySize: Record<Size, string> = {
  Big: '(width < 600px) 92vw, 52rem',
  Medium: '(width < 600px) 92vw, 34rem',
  Small: '(width < 600px) 60vw, 15rem',
};

/** A picture with its caption; clicking it opens the lightbox, unless it is decorative. */
export function ImageView({ component: { image, caption, size, alignment } }: { component: Image }) {
  const [index, setIndex] = useState<number>();
  const picture = (
    <PortalImage image={image} sizes={sizesBySize[size] ?? sizesBySize.Medium} className={styles.picture} />
  );
  const words = (caption || image.credit) && (
    <>
      {caption}
      {image.credit && <span className={styles.credit}>{image.credit}</span>}
    </>
  );
  return (
    <figure
      className={styles.figure}
      data-size={size}
      data-alignment={alignment}
      data-wide={size === 'Big' || undefined}
    >
      {image.alt ? (
        <EnlargeButton label={image.alt} onPress={() => setIndex(0)}>
          {picture}
        </EnlargeButton>
      ) : (
        picture
      )}
      {words && <figcaption className={styles.caption}>{words}</figcaption>}
      {image.alt && (
        <Lightbox
          label="Picture"
          pictures={[
            {
              sources: imageSources(image),
              alt: image.alt,
              width: image.width,
              height: image.height,
              caption: words && (
                <p className={styles.caption} data-large>
                  {words}
                </p>
              ),
            },
          ]}
          index={index}
          onIndexChange={setIndex}
        />
      )}
    </figure>
  );
}

export const view: ViewOf<Image> = { View: ImageView };
