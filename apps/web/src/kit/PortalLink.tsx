import { buttonClass, type ButtonLook } from '@portico/ui/Button';
import type { LinkRenderProps } from '@portico/ui/renderLink';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { parseSearch } from '../routing/searchParams.ts';

/** Paths that the front end shows. Below the others the server itself answers, with files and data. */
const PAGE_PATH = /^\/(?!\/|api\/|media\/)/;

/**
 * A link that stays in the portal when its address is a page of the portal, and an ordinary one otherwise. The page
 * behind it is preloaded when the person points at it. Which link is the current one is for the caller to say: the
 * router's own link would mark every link that leads to a part of the open address.
 */
export function PortalLink({ href, onClick, onPointerEnter, onFocus, ...rest }: LinkRenderProps) {
  // The error page may be outside the router.
  const router = useRouter({ warn: false }) as AnyRouter | undefined;
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

/** The same, styled as a button. */
export function PortalLinkButton({ variant, size, className, href, ...rest }: ButtonLook & LinkRenderProps) {
  return <PortalLink {...rest} href={href} className={buttonClass({ variant, size, className })} />;
}
