import { CalloutView } from '@portico/content/CalloutView';
import type { NotificationBanner as Banner } from '@portico/contracts/home';
import { IconButton } from '@portico/ui/IconButton';
import X from 'lucide-react/icons/x';
import { t } from '../../locale/text.ts';
import { portalLink } from '../../kit/PortalLink.tsx';
import styles from './NotificationBanner.module.css';
import { useCloseBanner } from './useCloseBanner.ts';

/**
 * The message at the top of the dashboard. Closing it is permanent for the reader; in a preview it lasts until the next
 * visit. Source: spec §4, §7.
 */
export function NotificationBanner({ banner, isPreview }: { banner: Banner; isPreview: boolean }) {
  const close = useCloseBanner(isPreview);
  const { id, kind, title, text, link } = banner;
  return (
    <CalloutView
      callout={{
        kind,
        title,
        body: { type: 'doc', content: text ? [{ type: 'paragraph', content: [{ type: 'text', text }] }] : [] },
        ...(link ? { link: { ...link, openInNewTab: false } } : {}),
      }}
      aside={
        <span className={styles.close}>
          <IconButton
            size="small"
            label={t('dashboard.closeBanner')}
            icon={<X aria-hidden="true" />}
            hasTooltip={false}
            onPress={() => close(id)}
          />
        </span>
      }
      renderLink={portalLink}
    />
  );
}
