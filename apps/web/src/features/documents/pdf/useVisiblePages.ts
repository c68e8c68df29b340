import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Pages this many windows above and below are drawn too, so that scrolling finds them there. */
const WINDOWS_AROUND = 1;
/** The page that covers this share of the window, from its top, is the current one. */
const READING_LINE = 0.35;
/** Pages that are only scrolled past are not told. */
const TELL_AFTER_MS = 300;

export interface VisiblePages {
  /** Width of the region inside, in pixels; 0 before it is known. */
  width: number;
  /** Pages to draw, counted from 1. */
  near: ReadonlySet<number>;
  current: number;
  goTo: (page: number) => void;
}

/**
 * Which pages of a scrolled region are in sight or close to it, and which one is read. Pages are elements with `data-page`.
 * The region tells the one that is read, and follows `wanted` when it is another page than the one it told last.
 */
export function useVisiblePages(
  scroller: RefObject<HTMLDivElement | null>,
  { count, wanted, onChange }: { count: number; wanted: number; onChange: (page: number) => void },
): VisiblePages {
  const first = Math.min(wanted, count);
  const [width, setWidth] = useState(0);
  const [seen, setSeen] = useState<{ current: number; near: ReadonlySet<number> }>({
    current: first,
    near: new Set([first]),
  });
  const told = useRef(0);
  const tell = useEffectEvent((page: number) => {
    told.current = page;
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

  // Before the region's first look: it would say that it shows the first page.
  useLayoutEffect(() => {
    if (width === 0 || wanted === told.current) return;
    told.current = wanted;
    scrollToPage(scroller.current, Math.min(wanted, count));
  }, [scroller, wanted, width, count]);

  useEffect(() => {
    const region = scroller.current;
    if (!region || width === 0) return;
    let frame = 0;
    const look = () => {
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
      frame ||= requestAnimationFrame(look);
    };
    look();
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
    if (seen.current === wanted) return;
    const timer = setTimeout(() => tell(seen.current), TELL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [seen, wanted]);

  return { width, near: seen.near, current: seen.current, goTo: (page) => scrollToPage(scroller.current, page) };
}

function scrollToPage(region: HTMLElement | null, page: number): void {
  region?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start', inline: 'nearest' });
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((page) => other.has(page));
