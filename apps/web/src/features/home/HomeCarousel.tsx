import { PortalImage } from '@portico/kinds/page/PortalImage';
import type { GalleryImage } from '@portico/kinds/components/image-gallery/shape';
import { Carousel } from '@portico/ui/Carousel';
import { t } from '../../locale/text.ts';
import { PortalLinkButton } from '../../kit/PortalLink.tsx';
import styles from './HomeCarousel.module.css';

/** The dashboard's carousel: pictures with a headline, text, and link. */
export function HomeCarousel({ images }: { images: GalleryImage[] }) {
  const slides = images.map((image, index) => ({
    id: `${image.image.id}-${index}`,
    label: image.title ?? image.image.alt,
    content: <Slide slide={image} isFirst={index === 0} />,
  }));
  return <Carousel label={t('dashboard.highlights')} slides={slides} />;
}

function Slide({ slide: { image, title, text, link }, isFirst }: { slide: GalleryImage; isFirst: boolean }) {
  return (
    <figure className={styles.slide}>
      <PortalImage
        image={image}
        ratio="16 / 9"
        sizes="(width <= 1168px) 100vw, 760px"
        isPriority={isFirst}
        className={styles.picture}
      />
      {image.credit && <p className={styles.credit}>{image.credit}</p>}
      {(title ?? text ?? link) !== undefined && (
        <figcaption className={styles.caption}>
          {title && <p className={styles.title}>{title}</p>}
          {text && <p className={styles.text}>{text}</p>}
          {link &&
            (link.openInNewTab ? (
              <PortalLinkButton href={link.href} target="_blank" rel="noopener">
                {link.text}
              </PortalLinkButton>
            ) : (
              <PortalLinkButton href={link.href}>{link.text}</PortalLinkButton>
            ))}
        </figcaption>
      )}
    </figure>
  );
}
