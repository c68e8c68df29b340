import { isSafeHref } from '@portico/kinds/safeHref';
import { buttonClass, type ButtonStyle } from '@portico/ui/Button';
import type { LinkRenderProps } from '@portico/ui/renderLink';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { parseSearch } from '../routing/searchParams.ts';

/** Paths that the front end handles. The server handles the others, which are files and data. */
const PAGE_PATH = /^\/(?!\/|api\/|media\/)/;

/**
 * A link that navigates within the portal if its address is a portal page, and an ordinary link otherwise. Preloads the
 * page on hover and focus. The caller marks the current link: the router's own link component would mark every link
 * whose address is part of the open one. A link with a disallowed address is rendered as plain text.
 */
export function PortalLink({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkRenderProps) {
  // The error page may be outside the router.
  const router = useRouter({ warn: false }) as AnyRouter | undefined;
  if (!isSafeHref(href)) return <span className={rest.className}>{rest.children}</span>;
  if (!router || !PAGE_PATH.test(href) || rest.target === '_blank' || rest.download !== undefined) {
    return <a {...rest} href={href} onClick={onClick} onPointerEnter={onPointerEnter} onFocus={onFocus} />;
  }
  const { pathname, search, hash } = new URL(href, location.origin);
  const to = { to: pathname, search: parseSearch(search), ...(hash ? { hash: hash.slice(1) } : {}) };
  const preload = () => void router.preloadRoute(to).catch(() => undefined);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isOrdinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isOrdinary) return;
    event.preventDefault();
    void router.navigate(to);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        preload();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
    />
  );
}

export const portalLink = (props: LinkRenderProps) => <PortalLink {...props} />;

/** A portal link styled as a button. */
export function PortalLinkButton({ variant, size, className, href, ...rest }: ButtonStyle & LinkRenderProps) {
  return <PortalLink {...rest} href={href} className={buttonClass({ variant, size, className })} />;
}
