import { use, type ReactNode } from 'react';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { isSafeHref } from '../base/safeHref.ts';
import { classes } from '@portico/ui/classes';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { LinkContext } from './LinkContext.ts';
import { PageContext } from './PageContext.ts';
import styles from './ContentLink.module.css';

export interface ContentLinkProps {
  href: string;
  openInNewTab?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const isWebAddress = (href: string) => /^https?:/i.test(href);

/**
 * A link in content. If its address is not allowed, only the text remains. External links have a mark, links that open
 * a new tab announce that, and neither gives the target access to this window. `#` followed by the id of a header or
 * part links to it on this page. Source: TRUST X2.
 */
export function ContentLink({ href, openInNewTab = false, className, children }: ContentLinkProps) {
  const renderLink = use(LinkContext);
  const { findAnchor } = use(PageContext);
  if (!isSafeHref(href)) return <span className={className}>{children}</span>;
  if (href.startsWith('/') && !openInNewTab) return renderLink({ href, className, children });
  if (href.startsWith('#') && !openInNewTab)
    return (
      <a href={`#${findAnchor(href.slice(1)) ?? href.slice(1)}`} className={className}>
        {children}
      </a>
    );
  const isExternal = isWebAddress(href);
  return (
    <a
      href={href}
      className={classes(className)}
      {...(openInNewTab ? { target: '_blank' } : {})}
      {...(isExternal || openInNewTab ? { rel: 'noopener' } : {})}
    >
      {children}
      {(isExternal || openInNewTab) && (
        <span className={styles.held}>
          <ArrowUpRight aria-hidden="true" className={styles.mark} />
        </span>
      )}
      {openInNewTab && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </a>
  );
}
