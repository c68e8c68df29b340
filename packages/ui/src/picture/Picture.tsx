import { useState, type CSSProperties } from 'react';
import ImageOff from 'lucide-react/icons/image-off';
import { classes } from '../styles/classes.ts';
import styles from './Picture.module.css';

export interface PictureSource {
  url: string;
  /** In pixels. */
  width: number;
}

export interface PictureProps {
  /** Variants of the same picture, at least one, ascending by width. */
  sources: readonly PictureSource[];
  /** The `sizes` attribute: how wide the picture will be shown. */
  sizes: string;
  /** Empty for a decorative picture. */
  alt: string;
  /** Size of the original in pixels, which reserves the space. */
  width: number;
  height: number;
  /** Crops to this aspect ratio, such as "16 / 9"; by default that of the original. */
  ratio?: string | undefined;
  /** Point that stays visible when the picture is cropped, in percent from the top left; by default the center. */
  focus?: { x: number; y: number } | undefined;
  /** Loads immediately and with priority: for the picture at the top of a page. */
  isPriority?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A picture in a frame of fixed shape, so that nothing moves when it loads. If loading fails, an empty frame remains.
 */
export function Picture({
  sources,
  sizes,
  alt,
  width,
  height,
  ratio,
  focus,
  isPriority = false,
  className,
}: PictureProps) {
  const src = sources.at(-1)?.url;
  const [failedSrc, setFailedSrc] = useState<string>();
  const style: CSSProperties = { aspectRatio: ratio ?? `${width} / ${height}` };
  if (src === undefined || src === failedSrc) {
    return (
      <span
        className={classes(styles.frame, styles.failed, className)}
        style={style}
        {...(alt ? { role: 'img', 'aria-label': alt } : {})}
      >
        <ImageOff aria-hidden="true" />
      </span>
    );
  }
  return (
    <span className={classes(styles.frame, className)} style={style}>
      <img
        className={styles.image}
        style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
        src={src}
        srcSet={sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailedSrc(src)}
      />
    </span>
  );
}
