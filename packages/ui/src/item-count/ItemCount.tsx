import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';

/** A number next to the name of a choice; screen readers also read what it counts: "6 items". */
export function ItemCount({ count, className }: { count: number; className?: string | undefined }) {
  return (
    <span className={className}>
      {/* Part of the name: not every browser puts a space between the two. */} {count.toLocaleString('en-US')}
      <VisuallyHidden>{count === 1 ? ' item' : ' items'}</VisuallyHidden>
    </span>
  );
}
