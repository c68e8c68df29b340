import { ApiError } from '@portico/client/ApiError';
import { type FeedAddresses, type FeedStatus, createFeeds, getFeeds, revokeFeeds } from '@portico/contracts/feeds';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { CopyField } from '@portico/ui/CopyField';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { eventDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import styles from './SubscriptionSettings.module.css';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';

/** An action to confirm because it breaks addresses that may be in use. */
type Question = 'replace' | 'revoke';

/** Creates, replaces, and revokes the reader's secret feed addresses, which are shown only once. */
export function SubscriptionSettings() {
  const { data: status, error, isFetching, refetch } = useQuery(feedsQuery());
  const creation = useCreateFeeds();
  const revocation = useRevokeFeeds();
  const [question, setQuestion] = useState<Question>();

  const create = () => creation.mutate(undefined, { onSettled: () => setQuestion(undefined) });
  const revoke = () => {
    creation.reset();
    revocation.mutate(undefined, { onSettled: () => setQuestion(undefined) });
  };
  const failure = creation.error ?? revocation.error;
  return (
    <div className={styles.settings}>
      <p>{t('events.feedsIntro')}</p>
      {status ? (
        <>
          {creation.data && <Addresses addresses={creation.data} />}
          <p role="status" className={styles.status}>
            {revocation.isSuccess && !creation.data && status.createdAt === null
              ? t('events.feedsStopped')
              : statusLabel(status)}
          </p>
          {failure && (
            <Banner tone="danger" isLive>
              {failureLabel(failure)}
            </Banner>
          )}
          {question ? (
            <Confirmation
              question={question}
              isPending={creation.isPending || revocation.isPending}
              onConfirm={question === 'replace' ? create : revoke}
              onCancel={() => setQuestion(undefined)}
            />
          ) : status.createdAt === null ? (
            <div className={styles.actions}>
              <Button variant="primary" pending={creation.isPending} onPress={create}>
                {t('events.createFeeds')}
              </Button>
            </div>
          ) : (
            <div className={styles.actions}>
              <Button onPress={() => setQuestion('replace')}>{t('events.replaceFeeds')}</Button>
              <Button variant="quiet" onPress={() => setQuestion('revoke')}>
                {t('events.stopFeeds')}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorState
          size="compact"
          headingLevel={3}
          title={t('events.feedsUnknown')}
          description={detailOf(error)}
          requestId={requestIdOf(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonGroup label={t('events.lookingUpFeeds')} className={styles.settings}>
          <Skeleton width="60%" />
          <Skeleton shape="box" width="11rem" height="var(--control-height)" />
        </SkeletonGroup>
      )}
    </div>
  );
}

/** New addresses. The server never returns them again. */
function Addresses({ addresses }: { addresses: FeedAddresses }) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      showToast(t('events.addressCopied'), { type: 'success' });
    } catch {
      showToast(t('events.addressNotCopied'), { type: 'error' });
    }
  };
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={t('events.yourAddresses')} className={styles.addresses}>
      <Banner tone="warning">{t('events.copyNow')}</Banner>
      <CopyField
        label={t('events.myEvents')}
        description={t('events.myEventsFeed')}
        value={addresses.myEvents}
        onCopy={() => void copy(addresses.myEvents)}
      />
      <CopyField
        label={t('events.allEventsFeedName')}
        description={t('events.allEventsFeed')}
        value={addresses.allEvents}
        onCopy={() => void copy(addresses.allEvents)}
      />
      <CopyField
        label={t('events.newsFeedName')}
        description={t('events.newsFeed')}
        value={addresses.news}
        onCopy={() => void copy(addresses.news)}
      />
    </div>
  );
}

function Confirmation({
  question,
  isPending,
  onConfirm,
  onCancel,
}: {
  question: Question;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  const isReplacing = question === 'replace';
  return (
    <div role="group" aria-labelledby="feeds-question" className={styles.question}>
      <p id="feeds-question">{isReplacing ? t('events.replaceWarning') : t('events.stopWarning')}</p>
      <div className={styles.actions}>
        <Button
          ref={confirm}
          variant={isReplacing ? 'primary' : 'danger'}
          aria-describedby="feeds-question"
          pending={isPending}
          onPress={onConfirm}
        >
          {isReplacing ? t('events.makeNew') : t('events.stopFeeds')}
        </Button>
        <Button onPress={onCancel}>{t('events.keepFeeds')}</Button>
      </div>
    </div>
  );
}

function statusLabel({ createdAt, lastReadAt }: FeedStatus): string {
  if (createdAt === null) return t('events.noFeeds');
  const since = feedTimeLabel(createdAt);
  return lastReadAt === null
    ? t('events.feedsNeverRead', { since })
    : t('events.feedsRead', { since, read: feedTimeLabel(lastReadAt) });
}

/** "March 9, 2026, 3:05 pm" */
const feedTimeLabel = (instant: string) => `${eventDateLabel(instant)}, ${timeLabel(instant)}`;

const detailOf = (error: unknown) => (error instanceof ApiError ? error.detail : t('shared.wentWrong'));
const requestIdOf = (error: unknown) => (error instanceof ApiError ? error.requestId : undefined);

function failureLabel(error: unknown): string {
  const requestId = requestIdOf(error);
  return [t('events.feedsFailed', { reason: detailOf(error) }), requestId && t('shared.referenceOf', { id: requestId })]
    .filter(Boolean)
    .join(' ');
}

/**
 * Whether the reader has feed addresses and when they were last used. Refetched on each visit; the caller shows errors
 * in place.
 */
const feedsQuery = () =>
  queryOptions({
    ...query(getFeeds, {}),
    staleTime: 0,
    throwOnError: false,
  });

/** Creates addresses. The server returns them only once, so they live only in this mutation's `data`. */
function useCreateFeeds() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(createFeeds, {}),
    gcTime: 0,
    onSuccess: () => cache.invalidateQueries({ queryKey: feedsQuery().queryKey }),
  });
}

function useRevokeFeeds() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(revokeFeeds, {}),
    onSuccess: () => cache.setQueryData(feedsQuery().queryKey, { createdAt: null, lastReadAt: null }),
  });
}
