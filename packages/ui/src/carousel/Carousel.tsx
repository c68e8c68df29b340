import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { EmblaCarouselType } from 'embla-carousel';
import { CarouselControls } from './CarouselControls.tsx';
import { useReducedMotion } from '../browser/useReducedMotion.ts';
import styles from './Carousel.module.css';

export interface CarouselSlide {
  id: string;
  /** Name of the slide for screen readers, such as its headline. */
  label: string;
  content: ReactNode;
}

export interface CarouselProps {
  label: string;
  slides: readonly CarouselSlide[];
  /** Milliseconds between slides; with 0 it never advances automatically. */
  intervalMs?: number;
}

/**
 * Shows one slide at a time, following the carousel pattern of the ARIA Authoring Practices: swiping, previous and
 * next, arrow keys, a dot for each slide, and a pause button. It pauses while hovered, focused or hidden, and never
 * advances automatically under reduced motion.
 */
export function Carousel({ label, slides, intervalMs = 7000 }: CarouselProps) {
  const isReduced = useReducedMotion();
  const viewport = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [wantsPlay, setWantsPlay] = useState(true);
  const [isResting, setIsResting] = useState(false);
  const embla = useEmbla(viewport, { hasSeveral: slides.length > 1, isReduced, index });
  const canPlay = !isReduced && intervalMs > 0 && slides.length > 1;
  const isPlaying = canPlay && wantsPlay;

  useEffect(() => {
    if (!embla) return;
    const follow = () => setIndex(embla.selectedScrollSnap());
    const stopPlaying = () => setWantsPlay(false);
    embla.on('select', follow).on('reInit', follow).on('pointerDown', stopPlaying);
    return () => {
      embla.off('select', follow).off('reInit', follow).off('pointerDown', stopPlaying);
    };
  }, [embla]);

  useEffect(() => {
    if (!embla || !isPlaying || isResting) return;
    const timer = setInterval(() => {
      if (!document.hidden) embla.scrollNext();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [embla, isPlaying, isResting, intervalMs]);

  const goTo = useCallback(
    (to: number) => {
      const target = (to + slides.length) % slides.length;
      embla?.scrollTo(target);
      setIndex(target); // Also needed where there is no layout and embla reports nothing.
    },
    [embla, slides.length],
  );

  if (slides.length === 0) return null;
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setIsResting(true)}
      onPointerLeave={() => setIsResting(false)}
      onFocus={() => setIsResting(true)}
      onBlur={(event) => setIsResting(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') goTo(index + 1);
        else if (event.key === 'ArrowLeft') goTo(index - 1);
        else return;
        event.preventDefault();
      }}
    >
      {slides.length > 1 && (
        <CarouselControls
          slides={slides}
          index={index}
          onGoTo={goTo}
          isPlaying={isPlaying}
          onPlayChange={canPlay ? setWantsPlay : undefined}
        />
      )}
      <div ref={viewport} className={styles.viewport}>
        <div className={styles.track} aria-live={isPlaying && !isResting ? 'off' : 'polite'}>
          {slides.map((slide, position) => (
            <div
              key={slide.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${position + 1} of ${slides.length}: ${slide.label}`}
              className={styles.slide}
              inert={position !== index}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Moves the slides, once the library has loaded. */
function useEmbla(
  viewport: RefObject<HTMLElement | null>,
  { hasSeveral, isReduced, index }: { hasSeveral: boolean; isReduced: boolean; index: number },
): EmblaCarouselType | undefined {
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  // The library loads after the slides, because the first slide does not need it.
  const currentIndex = useEffectEvent(() => index);
  useEffect(() => {
    if (!hasSeveral) return;
    let made: EmblaCarouselType | undefined;
    let isWanted = true;
    void import('embla-carousel').then(
      ({ default: create }) => {
        if (!isWanted || !viewport.current) return;
        made = create(viewport.current, { loop: true, duration: isReduced ? 0 : 24, startIndex: currentIndex() });
        setEmbla(made);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
      made?.destroy();
      setEmbla(undefined);
    };
  }, [viewport, hasSeveral, isReduced]);
  return embla;
}
