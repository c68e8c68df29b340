import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { consumeFocusRequest } from '../routing/navigation.ts';
import { usePageTitle } from '../routing/pageTitle.ts';

/**
 * The main heading of a page. It names the page (`title`, which is also its text unless `children` are given) and
 * takes the focus after a navigation, so that a screen reader continues from there.
 */
export function PageHeading({
  title,
  children = title,
  className,
}: {
  title: string;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (consumeFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
