import { useQuery } from '@tanstack/react-query';
import ClipboardPen from 'lucide-react/icons/clipboard-pen';
import { useEffect, useEffectEvent } from 'react';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { ownEntriesQuery } from '../forms/forms.queries.ts';
import styles from './DueTasks.module.css';
import home from './HomePage.module.css';

const MAX_SHOWN = 3;

/**
 * The forms that the reader has started and not sent, each with a link to continue; nothing if there are none or the
 * call fails. `onKnown` is called once it is clear which.
 */
export function BegunForms({ onKnown }: { onKnown: () => void }) {
  const { data, isFetchedAfterMount } = useQuery({
    ...ownEntriesQuery(1),
    retry: false,
    throwOnError: false,
  });
  useReloadOn('forms', ownEntriesQuery(1));
  const reportKnown = useEffectEvent(onKnown);
  useEffect(() => {
    if (isFetchedAfterMount) reportKnown();
  }, [isFetchedAfterMount]);
  const begun = data?.begun ?? [];
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="home-forms" className={home.section}>
      <div className={home.sectionHead}>
        <h2 id="home-forms">{t('dashboard.begunForms')}</h2>
        <PortalLink href="/forms">{t('dashboard.allForms')}</PortalLink>
      </div>
      <ul className={styles.list}>
        {begun.slice(0, MAX_SHOWN).map(({ formId, title, path, savedAt }) => (
          <li key={formId} className={styles.line}>
            <ClipboardPen aria-hidden="true" className={styles.mark} />
            {/* The page with all forms says why a form without a page can't be continued. */}
            <PortalLink
              href={path ?? '/forms'}
              className={styles.title}
              aria-label={t('dashboard.continueForm', { title })}
            >
              {title}
            </PortalLink>
            <span className={styles.due}>
              {t('dashboard.savedOn')} <time dateTime={savedAt}>{newsDateLabel(savedAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
