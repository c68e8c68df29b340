import { ApiError } from '@portico/client/ApiError';
import { type Notice, withdrawNotice } from '@portico/contracts/notifications';
import { refreshNotifications } from '@portico/sidebar/notifications.queries';
import { EmptyState } from '@portico/ui/EmptyState';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Megaphone from 'lucide-react/icons/megaphone';
import { Suspense } from 'react';
import { call } from '../../api/call.ts';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import styles from '../../kit/SettingsPage.module.css';
import { stringifySearch } from '../../routing/searchParams.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { noticesKey, noticesQuery } from '../../features/notifications/notices.queries.ts';

const importForm = withTexts(['studio', 'audience'], () => import('./NoticeForm.tsx'));
const NoticeForm = lazyInBackground(async () => ({ default: (await importForm()).NoticeForm }));

const texts = (): ListTexts => ({
  one: t('notifications.notice'),
  many: t('notifications.notices'),
  none: t('notifications.noNotices'),
  noMatch: t('notifications.noNotices'),
  advice: t('notifications.sendFirst'),
  loading: t('notifications.loadingNotices'),
  pages: t('notifications.noticePages'),
});

const rowSkeletons = Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="box" height="7rem" />);

/**
 * Notices for many readers: editors send them, see how many people read them, and withdraw them. Source: issue,
 * notifications.
 */
export function Page() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const page = readPage(search);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: list, isPlaceholderData } = useQuery(noticesQuery(page));
  const edited = list?.items.find(({ id, state }) => id === search.edit && state === 'Scheduled');
  const hrefOf = (to: number, edit?: string) =>
    `/notifications/notices${stringifySearch({ page: to > 1 ? to : undefined, edit })}`;

  const refresh = () => {
    void cache.invalidateQueries({ queryKey: noticesKey });
    void refreshNotifications(cache);
  };
  const showSent = ({ reached, state, title }: Notice) => {
    const isScheduled = state === 'Scheduled';
    showToast(
      isScheduled ? t('notifications.noticeScheduled', { title }) : t('notifications.noticeSent', { count: reached }),
      { type: 'success' },
    );
    refresh();
    if (edited) stopEditing();
  };
  const stopEditing = () => void navigate({ to: hrefOf(page) });
  const withdraw = async ({ id }: Notice) => {
    try {
      await call(withdrawNotice, { params: { noticeId: id } });
      showToast(t('notifications.noticeWithdrawn'), { type: 'success' });
    } catch (error) {
      showToast(
        t('notifications.noticeNotWithdrawn', {
          reason: error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'),
        }),
        { type: 'error' },
      );
    } finally {
      refresh();
    }
  };
  const openFirst = () => void navigate({ to: '/notifications/notices' });
  return (
    <div className={styles.page}>
      <PageHeading title={t('shared.noticesTitle')} />
      <p className={styles.lead}>{t('notifications.noticesLead')}</p>
      {list && (
        <section aria-labelledby="new-notice" className={styles.panel}>
          <h2 id="new-notice" className={styles.subtitle}>
            {t(edited ? 'notifications.changeNotice' : 'notifications.newNotice')}
          </h2>
          <Suspense fallback={<Skeleton shape="box" height="30rem" />}>
            <NoticeForm
              key={edited?.id}
              edited={edited}
              onSent={showSent}
              {...(edited ? { onCancel: stopEditing } : {})}
            />
          </Suspense>
        </section>
      )}
      <section aria-labelledby="sent-notices" className={styles.section}>
        <h2 id="sent-notices" className={styles.subtitle}>
          {t('notifications.sentNotices')}
        </h2>
        <ListResults
          texts={texts()}
          list={list}
          isStale={isPlaceholderData}
          page={page}
          pageSize={list?.pageSize ?? 1}
          hrefOf={(to) => hrefOf(to)}
          renderItem={(notice) => (
            <NoticeRow notice={notice} editHref={hrefOf(page, notice.id)} onWithdraw={() => withdraw(notice)} />
          )}
          skeleton={rowSkeletons}
          icon={<Megaphone />}
          onClear={openFirst}
          onFirstPage={openFirst}
          hasStickyPages={false}
          nothing={
            <EmptyState
              headingLevel={3}
              icon={<Megaphone />}
              title={t('notifications.noNotices')}
              description={t('notifications.sendFirst')}
            />
          }
        />
      </section>
    </div>
  );
}
