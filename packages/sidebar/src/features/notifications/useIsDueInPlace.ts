import { useEffect, useState } from 'react';

/** The height of the strip at the bottom of the window that a pop-up can take, in pixels. */
const STRIP_HEIGHT = 280;
/** Hosts mark everything that shows what is due with this attribute, which has no value. */
const DUE = '[data-due]';

/** Whether something that is due is where pop-ups appear on phones and tablets. Follows scrolling while `isWatching`. */
export function useIsDueInPlace(isWatching: boolean): boolean {
  const [isInPlace, setInPlace] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const check = () => {
      const top = window.innerHeight - STRIP_HEIGHT;
      const rectangles = [...document.querySelectorAll(DUE)].map((element) => element.getBoundingClientRect());
      setInPlace(rectangles.some((each) => each.height > 0 && each.bottom > top && each.top < window.innerHeight));
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
  return isWatching && isInPlace;
}
