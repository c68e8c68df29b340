import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass, type ButtonLook } from '@portico/ui/Button';
import type { LinkRenderProps } from '@portico/ui/renderLink';
import { parseSearch } from './searchParams.ts';

/**
 * A link that stays in the portal when its address is a path of the portal, and an ordinary one otherwise. The page behind
 * it is preloaded when the person points at it.
 */
export function PortalLink({ href, ref, ...rest }: LinkRenderProps) {
  if (!/^\/(?!\/)/.test(href) || rest.target === '_blank' || rest.download !== undefined) return <a {...rest} ref={ref} href={href} />;
  const { pathname, search, hash } = new URL(href, location.origin);
  const to = { to: pathname, search: parseSearch(search), ...(hash ? { hash: hash.slice(1) } : {}) };
  // The router's own type wants to know which route it is; here the address says it.
  return <Link {...(rest as LinkProps)} ref={ref} {...to} />;
}

export const portalLink = (props: LinkRenderProps) => <PortalLink {...props} />;

/** The same, looking like a button. */
export function PortalLinkButton({ variant, size, className, href, ...rest }: ButtonLook & LinkRenderProps) {
  return <PortalLink {...rest} href={href} className={buttonClass({ variant, size, className })} />;
}
