import type { OpenForm } from '@portico/contracts/forms';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useReloadOn } from '../../../api/useReloadOn.ts';
import { useHasRole } from '../../../api/useHasRole.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { openFormsQuery, ownEntriesQuery } from '../forms.queries.ts';
import styles from './EntriesPage.module.css';
import { Drafts, SentEntry } from './EntryRows.tsx';

/** Number of sent entries shown; a link leads to the rest. */
const MAX_SENT = 5;

/**
 * The reader's drafts, the forms they can fill in, and the entries they sent last. They load together, so that the
 * layout doesn't shift.
 */
export function Page() {
  const { data: forms } = useQuery(openFormsQuery());
  const { data: own } = useQuery(ownEntriesQuery(1));
  const isEditor = useHasRole('editor');
  useReloadOn('forms', ownEntriesQuery(1));
  return (
    <div className={styles.page}>
      <PageHeading title={t('shared.formsTitle')} />
      {forms && own ? (
        <>
          <Drafts begun={own.begun} />
          <section aria-labelledby="open-forms" className={styles.section}>
            <h2 id="open-forms" className={styles.subtitle}>
              {t('forms.open')}
            </h2>
            <OpenForms forms={forms.items} />
          </section>
          <section aria-labelledby="sent" className={styles.section}>
            <h2 id="sent" className={styles.subtitle}>
              {t('forms.sent')}
            </h2>
            {own.total === 0 ? (
              <p className={styles.fact}>{t('forms.noneSent')}</p>
            ) : (
              <ul className={styles.list}>
                {own.items.slice(0, MAX_SENT).map((entry) => (
                  <li key={entry.id}>
                    <SentEntry entry={entry} />
                  </li>
                ))}
              </ul>
            )}
            <div className={styles.actions} data-print="hidden">
              {own.total > MAX_SENT && (
                <PortalLinkButton href="/forms/entries">{t('forms.allSent', { count: own.total })}</PortalLinkButton>
              )}
              {isEditor && <PortalLinkButton href="/forms/received">{t('forms.seeReceived')}</PortalLinkButton>}
            </div>
          </section>
        </>
      ) : (
        <SkeletonGroup label={t('forms.loadingForms')} className={styles.section}>
          <Skeleton width="5rem" />
          <Skeleton shape="box" height="11rem" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function OpenForms({ forms }: { forms: OpenForm[] }) {
  if (forms.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        icon={<ClipboardList />}
        title={t('forms.noForms')}
        description={t('forms.noFormsNote')}
      />
    );
  return (
    <ul className={styles.list}>
      {forms.map(({ formId, title, description, path }) => (
        <li key={formId} className={styles.row}>
          <div className={styles.name}>
            <PortalLink href={path}>{title}</PortalLink>
            {description !== null && <p className={styles.fact}>{description}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
