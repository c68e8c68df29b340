import { Banner } from '@portico/ui/Banner';
import Eye from 'lucide-react/icons/eye';
import { PortalLink } from './PortalLink.tsx';
import styles from './PreviewBanner.module.css';

/** Says above a page that it shows a draft. `href` leads to the page as readers see it. */
export function PreviewBanner({ href }: { href: string }) {
  return (
    <div className={styles.place} data-print="hidden">
      <Banner icon={<Eye />} action={<PortalLink href={href}>Open the published page</PortalLink>}>
        <strong>Preview.</strong> This is the draft; only people who may edit see it.
      </Banner>
    </div>
  );
}
