import { useState, type CSSProperties } from 'react';
import { categoryHue } from '../chip/categoryHue.ts';
import styles from './Avatar.module.css';

/** Up to two initials of a person: the first letters of the first and last words. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** Diameter in pixels. */
  size?: number | undefined;
}

/** A person's picture, or their initials if there is none or it fails to load. Decorative: show the name next to it. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const style = { '--avatar-size': `${size}px`, '--hue': categoryHue(name) } as CSSProperties;
  return (
    <span className={styles.avatar} style={style} data-category aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        <span className={styles.initials}>{initials(name)}</span>
      )}
    </span>
  );
}
