import { useEffect, useEffectEvent, useState } from 'react';
import useEmblaCarousel from 'embla-carousel-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ImageOff from 'lucide-react/icons/image-off';
import X from 'lucide-react/icons/x';
import { ModalLayer } from '#ModalLayer';
import { IconButton } from '../button/IconButton.tsx';
import type { LightboxPicture, LightboxProps } from './Lightbox.tsx';
import styles from './LightboxOverlay.module.css';
import { useReducedMotion } from '../browser/useReducedMotion.ts';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';

export default function LightboxOverlay({ label, pictures, index, onIndexChange }: LightboxProps) {
  const close = () => onIndexChange(undefined);
  return (
    <ModalLayer
      isOpen={index !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      name={{ label }}
      styles={{ layer: styles.layer, panel: styles.modal ?? '', content: styles.dialog }}
      theme="dark"
    >
      {index !== undefined && (
        <Pictures pictures={pictures} index={index} onIndexChange={onIndexChange} onClose={close} />
      )}
    </ModalLayer>
  );
}

interface PicturesProps {
  pictures: readonly LightboxPicture[];
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}

/** Only the current picture and its neighbors are loaded. */
function Pictures({ pictures, index, onIndexChange, onClose }: PicturesProps) {
  const isReduced = useReducedMotion();
  const count = pictures.length;
  const [viewport, embla] = useEmblaCarousel({
    loop: count > 2,
    startIndex: index,
    duration: isReduced ? 0 : 20,
    watchDrag: count > 1,
  });
  const picture = pictures[index];
  const isNear = (position: number) => Math.min(Math.abs(position - index), count - Math.abs(position - index)) <= 1;

  useEffect(() => {
    if (!embla) return;
    const follow = () => onIndexChange(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla, onIndexChange]);

  const goTo = (to: number) => {
    const target = (to + count) % count;
    embla?.scrollTo(target);
    onIndexChange(target); // Also needed where there is no layout and embla reports nothing.
  };
  const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: count - 1 };
  const followKey = useEffectEvent((event: KeyboardEvent) => {
    const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
    if (target === undefined || count < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(target);
  });
  // Focus is on the surrounding dialog, which does not pass on keys.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => followKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <p className={styles.counter} role="status">
          {count > 1 && `${index + 1} of ${count}`}
          <VisuallyHidden>
            {count > 1 ? ': ' : ''}
            {picture?.alt}
          </VisuallyHidden>
        </p>
        {count > 1 && (
          <div className={styles.steps}>
            <IconButton
              label="Previous picture"
              icon={<ChevronLeft aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => goTo(index - 1)}
            />
            <IconButton
              label="Next picture"
              icon={<ChevronRight aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => goTo(index + 1)}
            />
          </div>
        )}
        <IconButton label="Close" icon={<X aria-hidden="true" />} hasTooltip={false} onPress={onClose} />
      </div>
      <div ref={viewport} className={styles.viewport}>
        <div className={styles.track}>
          {pictures.map((slide, position) => (
            // Pictures are identified by their position, because one can appear twice.
            <div key={position} className={styles.slide} inert={position !== index}>
              {isNear(position) && <LargePicture picture={slide} />}
            </div>
          ))}
        </div>
      </div>
      {picture?.caption && <div className={styles.caption}>{picture.caption}</div>}
    </div>
  );
}

function LargePicture({ picture: { sources, alt, width, height } }: { picture: LightboxPicture }) {
  const [hasFailed, setHasFailed] = useState(false);
  const src = sources.at(-1)?.url;
  if (src === undefined || hasFailed) {
    return (
      <p className={styles.failed}>
        <ImageOff aria-hidden="true" /> This picture can’t be loaded.
      </p>
    );
  }
  return (
    <img
      className={styles.image}
      src={src}
      srcSet={sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
      sizes="100vw"
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onError={() => setHasFailed(true)}
    />
  );
}
