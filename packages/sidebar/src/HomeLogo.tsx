import { isSafeHref } from '@portico/kinds/safeHref';
import { Logo } from '@portico/ui/Logo';
import type { RenderLink } from '@portico/ui/renderLink';

interface HomeLogoProps {
  /** The menu's intranet address; without an allowed one the logo is not a link. */
  href: string | null | undefined;
  className: string | undefined;
  renderLink: RenderLink;
  onClick?: () => void;
}

/** The logo, a link to the intranet. */
export function HomeLogo({ href, className, renderLink, onClick }: HomeLogoProps) {
  if (href && isSafeHref(href)) return renderLink({ href, className, onClick, children: <Logo /> });
  return (
    <span className={className}>
      <Logo />
    </span>
  );
}
