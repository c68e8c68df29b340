import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { PictureSource } from '../picture/Picture.tsx';
import { usePreload } from '../browser/usePreload.ts';

export interface LightboxPicture {
  /** Variants of the same picture, at least one, ascending by width. */
  sources: readonly PictureSource[];
  alt: string;
  /** Size of the original in pixels. */
  width: number;
  height: number;
  /** Text below the picture. */
  caption?: ReactNode;
}

export interface LightboxProps {
  /** Accessible name of the lightbox, such as "Pictures". */
  label: string;
  pictures: readonly LightboxPicture[];
  /** Index of the visible picture; undefined when closed. */
  index: number | undefined;
  onIndexChange: (index: number | undefined) => void;
}

const loadLightbox = () => import('./LightboxOverlay.tsx');
const LightboxOverlay = lazy(loadLightbox);

/**
 * Pictures as large as the screen allows, one at a time, with swiping, arrow keys, buttons and a counter that is
 * announced. Escape, the close button and a press outside the picture close it, and focus returns to where it was
 * before. Its code loads when the page is idle.
 */
export function Lightbox(props: LightboxProps) {
  usePreload(loadLightbox);
  const isOpen = props.index !== undefined;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <LightboxOverlay {...props} />
    </Suspense>
  );
}
