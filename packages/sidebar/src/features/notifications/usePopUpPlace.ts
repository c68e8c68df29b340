import { useEffect, useState } from 'react';

/** The height that a pop-up and the bar above it can take, in pixels. */
const STRIP_HEIGHT = 280;
/** Hosts mark everything that shows what is due with this attribute, which has no value. */
const DUE = '[data-due]';

/**
 * Where a pop-up covers nothing that is due: the bottom of the window if possible, else the top. Undefined while
 * something due is at both. Follows scrolling while `isWatching`.
 */
export function usePopUpPlace(isWatching: boolean): 'bottom' | 'top' | undefined {
  const [place, setPlace] = useState<'bottom' | 'top' | undefined>('bottom');
  useEffect(() => {
    if (!isWatching) return;
    const check = () => {
      const due = [...document.querySelectorAll(DUE)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      const isFree = (top: number) => due.every((each) => each.bottom <= top || each.top >= top + STRIP_HEIGHT);
      setPlace(isFree(window.innerHeight - STRIP_HEIGHT) ? 'bottom' : isFree(0) ? 'top' : undefined);
    };
    check();
    // Content that arrives later moves what is due without any scrolling.
    const sizes = new ResizeObserver(check);
    sizes.observe(document.body);
    addEventListener('scroll', check, { capture: true, passive: true });
    addEventListener('resize', check);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', check, { capture: true });
      removeEventListener('resize', check);
    };
  }, [isWatching]);
  return place;
}
