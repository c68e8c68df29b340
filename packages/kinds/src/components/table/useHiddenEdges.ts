import { useEffect, useRef, useState, type RefObject } from 'react';

interface HiddenEdges {
  /** Whether there is more to scroll to before or after the visible part. */
  start: boolean;
  end: boolean;
}

/** Which sides of a horizontally scrolling element hide content. The element must have exactly one child. */
export function useHiddenEdges(): [element: RefObject<HTMLDivElement | null>, edges: HiddenEdges] {
  const element = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState<HiddenEdges>({ start: false, end: false });
  useEffect(() => {
    const region = element.current;
    if (!region) return;
    const look = () => {
      const before = Math.abs(region.scrollLeft); // Negative in right-to-left text.
      const after = region.scrollWidth - region.clientWidth - before;
      setEdges((known) => {
        const next = { start: before > 1, end: after > 1 };
        return next.start === known.start && next.end === known.end ? known : next;
      });
    };
    const observer = new ResizeObserver(look);
    observer.observe(region);
    if (region.firstElementChild) observer.observe(region.firstElementChild);
    region.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      region.removeEventListener('scroll', look);
    };
  }, []);
  return [element, edges];
}
