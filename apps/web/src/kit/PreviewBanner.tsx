import { Banner } from '@portico/ui/Banner';
import Eye from 'lucide-react/icons/eye';
import { t } from '../locale/text.ts';
import { PortalLink } from './PortalLink.tsx';
import styles from './PreviewBanner.module.css';

/** A note above a page that it shows a draft. `href` is the published page. */
export function PreviewBanner({ href }: { href: string }) {
  return (
    <div className={styles.root} data-print="hidden">
      <Banner icon={<Eye />} action={<PortalLink href={href}>{t('shared.openPublished')}</PortalLink>}>
        <strong>{t('shared.preview')}</strong> {t('shared.previewNote')}
      </Banner>
    </div>
  );
}
