import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Renders pages up to this many window heights above and below, to have them ready for scrolling. */
const WINDOWS_AROUND = 1;
/** The page at this fraction of the window height is the current one. */
const READING_LINE = 0.35;
/** Pages that the reader scrolls past faster than this are not reported. */
const REPORT_DELAY_MS = 300;

export interface VisiblePages {
  /** Inner width of the region in pixels; 0 before it is measured. */
  width: number;
  /** Pages to render, counted from 1. */
  near: ReadonlySet<number>;
  current: number;
  goTo: (page: number) => void;
}

/**
 * Tracks the visible pages and the current page of a scrolled region, whose pages are elements with `data-page`.
 * Reports the current page to `onChange`, and scrolls to `requested` when it differs from the last reported page.
 */
export function useVisiblePages(
  scroller: RefObject<HTMLDivElement | null>,
  { count, requested, onChange }: { count: number; requested: number; onChange: (page: number) => void },
): VisiblePages {
  const first = Math.min(requested, count);
  const [width, setWidth] = useState(0);
  const [seen, setSeen] = useState<{ current: number; near: ReadonlySet<number> }>({
    current: first,
    near: new Set([first]),
  });
  const reported = useRef(0);
  const report = useEffectEvent((page: number) => {
    reported.current = page;
    onChange(page);
  });

  useEffect(() => {
    const region = scroller.current;
    if (!region) return;
    const measure = () => setWidth(region.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(region);
    return () => observer.disconnect();
  }, [scroller]);

  // Scroll before the first measurement, which would report page 1.
  useLayoutEffect(() => {
    if (width === 0 || requested === reported.current) return;
    reported.current = requested;
    scrollToPage(scroller.current, Math.min(requested, count));
  }, [scroller, requested, width, count]);

  useEffect(() => {
    const region = scroller.current;
    if (!region || width === 0) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const { top, height } = region.getBoundingClientRect();
      const boxes = [...region.querySelectorAll<HTMLElement>('[data-page]')].map((page) => ({
        number: Number(page.dataset['page']),
        box: page.getBoundingClientRect(),
      }));
      const margin = height * WINDOWS_AROUND;
      const near = new Set(
        boxes
          .filter(({ box }) => box.bottom > top - margin && box.top < top + height + margin)
          .map(({ number }) => number),
      );
      const isAtEnd = region.scrollTop + region.clientHeight >= region.scrollHeight - 2 && region.scrollTop > 0;
      const current = isAtEnd
        ? boxes.findLast(({ box }) => box.top < top + height * (1 - READING_LINE))?.number
        : boxes.find(({ box }) => box.bottom > top + height * READING_LINE)?.number;
      setSeen((before) => {
        const next = current ?? before.current;
        return next === before.current && isSame(near, before.near) ? before : { current: next, near };
      });
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    region.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(onScroll);
    for (const child of region.children) observer.observe(child);
    return () => {
      cancelAnimationFrame(frame);
      region.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, width]);

  useEffect(() => {
    if (seen.current === requested) return;
    const timer = setTimeout(() => report(seen.current), REPORT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [seen, requested]);

  return { width, near: seen.near, current: seen.current, goTo: (page) => scrollToPage(scroller.current, page) };
}

function scrollToPage(region: HTMLElement | null, page: number): void {
  region?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start', inline: 'nearest' });
}

const isSame = (left: ReadonlySet<number>, right: ReadonlySet<number>) =>
  left.size === right.size && [...left].every((page) => right.has(page));
