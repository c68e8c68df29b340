import AppWindow from 'lucide-react/icons/app-window';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import Plus from 'lucide-react/icons/plus';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { ADD_APPLICATION } from '@portico/contracts/applications';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { EmptyState } from '@portico/ui/EmptyState';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import type { ApplicationCard } from './applicationCards.ts';
import styles from './ApplicationList.module.css';
import { t } from '../../text.ts';

/**
 * Cards that open applications in a new tab. A card without an address is inactive and says so. Source: spec §2
 * Applications panel.
 */
export function ApplicationList({ cards }: { cards: readonly ApplicationCard[] }) {
  if (cards.length === 0) {
    return (
      <EmptyState headingLevel={3} icon={<AppWindow />} title={t('noApplications')} description={t('requestAccess')} />
    );
  }
  return (
    <ul className={styles.cards}>
      {cards.map(({ name, accessLevel, href }) => (
        <Card as="li" key={name} className={styles.card} data-access={accessLevel} isInteractive={href !== undefined}>
          <span className={styles.icon} aria-hidden="true">
            {name === ADD_APPLICATION ? <Plus /> : <AppWindow />}
          </span>
          <div className={styles.words}>
            <h3 className={styles.name}>
              {href === undefined ? (
                name
              ) : (
                <a href={href} target="_blank" rel="noopener" className={cardLinkClass}>
                  {name}
                  <VisuallyHidden> {t('newTab')}</VisuallyHidden>
                </a>
              )}
            </h3>
            {accessLevel === 'ActionRequired' ? (
              <StatusLabel tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
                {t('actionRequired')}
              </StatusLabel>
            ) : (
              <StatusLabel tone="accent" icon={<CircleCheck aria-hidden="true" />}>
                {t('access')}
              </StatusLabel>
            )}
            {href === undefined && <p className={styles.missing}>{t('addressMissing')}</p>}
          </div>
          {href !== undefined && <ArrowUpRight className={styles.mark} aria-hidden="true" />}
        </Card>
      ))}
    </ul>
  );
}
