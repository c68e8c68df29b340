export type PageSlot = number | 'gap';

/** Up to this many pages are all shown. */
const MAX_WITHOUT_GAPS = 7;

/**
 * The page numbers to show: first, last, the current one and its neighbors; a gap replaces two or more pages. `count`
 * is at least 1, `page` between 1 and `count`.
 */
export function pageWindow(page: number, count: number, neighbors = 1): PageSlot[] {
  if (count <= MAX_WITHOUT_GAPS) return Array.from({ length: count }, (_, index) => index + 1);
  const slots: PageSlot[] = [];
  const isShown = (each: number) => each === 1 || each === count || Math.abs(each - page) <= neighbors;
  for (let each = 1; each <= count; each += 1) {
    if (isShown(each)) slots.push(each);
    else if (isShown(each - 1) && isShown(each + 1)) slots.push(each);
    else if (slots.at(-1) !== 'gap') slots.push('gap');
  }
  return slots;
}
