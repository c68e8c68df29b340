import { ApiError } from '@portico/client/ApiError';
import type { FeedAddresses, FeedStatus } from '@portico/contracts/feeds';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { CopyField } from '@portico/ui/CopyField';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { feedsQuery, useCreateFeeds, useRevokeFeeds } from './feeds.queries.ts';
import styles from './SubscriptionSettings.module.css';

/** What is to be confirmed, because addresses that are in use stop working. */
type Question = 'replace' | 'revoke';

/** The reader's secret addresses: whether there are any, and the ways to make, replace and revoke them. They are told once. */
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
      <p>Add an address to Outlook, Google Calendar or Apple Calendar, and it shows the portal’s events and keeps up with them.</p>
      {status
        ? (
          <>
            {creation.data && <Addresses addresses={creation.data} />}
            <p role="status" className={styles.status}>{revocation.isSuccess && !creation.data && status.createdAt === null ? 'The addresses have stopped working.' : statusLabel(status)}</p>
            {failure && <Banner tone="danger" isLive>{failureLabel(failure)}</Banner>}
            {question
              ? (
                <Confirmation
                  question={question}
                  isPending={creation.isPending || revocation.isPending}
                  onConfirm={question === 'replace' ? create : revoke}
                  onCancel={() => setQuestion(undefined)}
                />
              )
              : status.createdAt === null
                ? <div className={styles.actions}><Button variant="primary" pending={creation.isPending} onPress={create}>Create addresses</Button></div>
                : (
                  <div className={styles.actions}>
                    <Button onPress={() => setQuestion('replace')}>Replace the addresses</Button>
                    <Button variant="quiet" onPress={() => setQuestion('revoke')}>Stop the addresses</Button>
                  </div>
                )}
          </>
        )
        : error
          ? <ErrorState size="compact" headingLevel={3} title="The addresses could not be looked up" description={detailOf(error)} requestId={requestIdOf(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
          : <SkeletonGroup label="Looking up your addresses" className={styles.settings}><Skeleton width="60%" /><Skeleton shape="box" width="11rem" height="var(--control-height)" /></SkeletonGroup>}
    </div>
  );
}

/** The one time that the addresses are in view. */
function Addresses({ addresses }: { addresses: FeedAddresses }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      showToast('Address copied.', { type: 'success' });
    } catch {
      showToast('The address could not be copied. Mark it and copy it yourself.', { type: 'error' });
    }
  };
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Your addresses" className={styles.addresses}>
      <Banner tone="warning">Copy what you need now: the addresses are shown only this once. Whoever has one can read it without signing in.</Banner>
      <CopyField label="My events" description="Events that you are registered for, for calendars." value={addresses.myEvents} onCopy={() => void copy(addresses.myEvents)} />
      <CopyField label="All events" description="Every event that you may see, for calendars." value={addresses.allEvents} onCopy={() => void copy(addresses.allEvents)} />
      <CopyField label="News" description="The newest news, for feed readers." value={addresses.news} onCopy={() => void copy(addresses.news)} />
    </div>
  );
}

function Confirmation({ question, isPending, onConfirm, onCancel }: { question: Question; isPending: boolean; onConfirm: () => void; onCancel: () => void }) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  const isReplacing = question === 'replace';
  return (
    <div role="group" aria-labelledby="feeds-question" className={styles.question}>
      <p id="feeds-question">
        {isReplacing
          ? 'The present addresses stop working at once. Calendars that use them have to be given the new ones.'
          : 'The addresses stop working at once, and can’t be brought back. Calendars that use them stop following the portal.'}
      </p>
      <div className={styles.actions}>
        <Button ref={confirm} variant={isReplacing ? 'primary' : 'danger'} aria-describedby="feeds-question" pending={isPending} onPress={onConfirm}>
          {isReplacing ? 'Make new addresses' : 'Stop the addresses'}
        </Button>
        <Button onPress={onCancel}>Keep them</Button>
      </div>
    </div>
  );
}

function statusLabel({ createdAt, lastReadAt }: FeedStatus): string {
  if (createdAt === null) return 'You have no addresses yet.';
  const read = lastReadAt === null ? 'No program has read them yet.' : `Last read ${momentLabel(lastReadAt)}.`;
  return `You have addresses since ${momentLabel(createdAt)}. ${read}`;
}

/** "March 9, 2026, 3:05 pm" */
const momentLabel = (instant: string) => `${eventDateLabel(instant)}, ${timeLabel(instant)}`;

const detailOf = (error: unknown) => (error instanceof ApiError ? error.detail : 'Something went wrong.');
const requestIdOf = (error: unknown) => (error instanceof ApiError ? error.requestId : undefined);

function failureLabel(error: unknown): string {
  const requestId = requestIdOf(error);
  return `That did not work. ${detailOf(error)}${requestId ? ` Reference ${requestId}.` : ''}`;
}
