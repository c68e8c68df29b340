import type { ImageRef } from '../../base/media.ts';
import { Avatar } from '@portico/ui/Avatar';
import { classes } from '@portico/ui/classes';
import { PortalImage } from '../../page/PortalImage.tsx';
import styles from './Portrait.module.css';

/**
 * A person's picture in a circle, or their initials. `size` is the diameter in pixels. Its alternative text is omitted
 * when it only repeats the name.
 */
export function Portrait({
  image,
  name,
  size,
  className,
}: {
  image: ImageRef | null;
  name: string;
  size: number;
  className?: string | undefined;
}) {
  return (
    <span className={classes(styles.portrait, className)} style={{ inlineSize: size }}>
      {image ? (
        <PortalImage
          image={image}
          ratio="1"
          sizes={`${size}px`}
          isDecorative={image.alt === name}
          className={styles.picture}
        />
      ) : (
        <Avatar name={name} size={size} />
      )}
    </span>
  );
}
