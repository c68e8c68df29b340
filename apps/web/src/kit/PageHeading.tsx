import type { ReactNode } from 'react';
import { use, useEffect, useRef } from 'react';
import { consumeFocusRequest } from '../routing/navigation.ts';
import { usePageTitle } from '../routing/pageTitle.ts';
import { NestedPageContext } from './NestedPageContext.ts';

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
  const isNested = use(NestedPageContext);
  usePageTitle(isNested ? undefined : title);
  useEffect(() => {
    if (!isNested && consumeFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, [title, isNested]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
