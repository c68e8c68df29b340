import { useEffect, useState, type RefObject } from 'react';

/** The height that a pop-up and the bar above it can take, in pixels. */
const STRIP_HEIGHT = 280;
/** The same in the sidebar's column, where the switch is below it. */
const COLUMN_STRIP_HEIGHT = 360;
/** Hosts mark everything that shows what is due with this attribute, which has no value. */
const DUE = '[data-due]';

/**
 * Where a pop-up covers neither what is due nor the control that has the keyboard's focus (WCAG 2.2, 2.4.11): the
 * bottom of the window if possible, else the top. In the sidebar's column, which never contains what is due, only the
 * bottom. Undefined while neither edge is free. Follows scrolling and the focus while `isWatching`.
 */
export function usePopUpEdge(
  region: RefObject<HTMLElement | null>,
  { isWatching, isInColumn }: { isWatching: boolean; isInColumn: boolean },
): 'bottom' | 'top' | undefined {
  const [edge, setEdge] = useState<'bottom' | 'top' | undefined>('bottom');
  useEffect(() => {
    if (!isWatching) return;
    const observed = new WeakSet<Element>();
    const check = () => {
      const due = isInColumn ? [] : [...document.querySelectorAll(DUE)];
      // One that leaves the page need not change the size of anything else. Observing one again would check endlessly.
      for (const each of due) {
        if (!observed.has(each)) sizes.observe(each);
        observed.add(each);
      }
      const inTheWay = [...due, ...focusedControl(region.current)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      const isFree = (top: number, height = STRIP_HEIGHT) =>
        inTheWay.every((each) => each.bottom <= top || each.top >= top + height);
      const isBottomFree = isInColumn
        ? isFree(window.innerHeight - COLUMN_STRIP_HEIGHT, COLUMN_STRIP_HEIGHT)
        : isFree(window.innerHeight - STRIP_HEIGHT);
      setEdge(isBottomFree ? 'bottom' : !isInColumn && isFree(0) ? 'top' : undefined);
    };
    // Content that arrives later moves what is due without any scrolling.
    const sizes = new ResizeObserver(check);
    sizes.observe(document.body);
    check();
    addEventListener('scroll', check, { capture: true, passive: true });
    addEventListener('resize', check);
    addEventListener('focusin', check);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', check, { capture: true });
      removeEventListener('resize', check);
      removeEventListener('focusin', check);
    };
  }, [isWatching, isInColumn, region]);
  return edge;
}

/** The control outside of the pop-ups that shows the keyboard's focus in their part of the window, if any. */
function focusedControl(region: HTMLElement | null): Element[] {
  const focused = document.activeElement;
  if (!region || !focused || region.contains(focused) || !focused.matches(':focus-visible')) return [];
  const [own, other] = [region.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isBeside = other.right <= own.left || other.left >= own.right;
  return isBeside || other.height > STRIP_HEIGHT ? [] : [focused];
}
