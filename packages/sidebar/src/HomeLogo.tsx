import { Logo } from '@portico/ui/Logo';
import type { RenderLink } from '@portico/ui/renderLink';

interface HomeLogoProps {
  /** The menu's intranet address; without one the logo is no link. */
  href: string | null | undefined;
  className: string | undefined;
  renderLink: RenderLink;
  onClick?: () => void;
}

/** The logo, which leads to the intranet. */
export function HomeLogo({ href, className, renderLink, onClick }: HomeLogoProps) {
  if (href) return renderLink({ href, className, onClick, children: <Logo /> });
  return (
    <span className={className}>
      <Logo />
    </span>
  );
}
