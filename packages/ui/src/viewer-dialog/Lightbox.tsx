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
  /** Words under the picture. */
  caption?: ReactNode;
}

export interface LightboxProps {
  /** Name of the whole, such as "Pictures". */
  label: string;
  pictures: readonly LightboxPicture[];
  /** Place of the picture that is shown; closed when undefined. */
  index: number | undefined;
  onIndexChange: (index: number | undefined) => void;
}

const loadLightbox = () => import('./LightboxOverlay.tsx');
const LightboxOverlay = lazy(loadLightbox);

/**
 * Pictures as large as the screen allows, one at a time: swipe, arrow keys, buttons, a counter that is read out.
 * Escape, the close button and a press beside the picture close it, and focus returns to where it came from. Its code
 * loads when the page is idle.
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
