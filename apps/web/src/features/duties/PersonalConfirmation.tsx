import { ApiError } from '@portico/client/ApiError';
import {
  confirmItem,
  getItemConfirmation,
  listDuties,
  type ChangedSince,
  type OpenedFrom,
} from '@portico/contracts/duties';
import { listActiveTasks } from '@portico/contracts/todo';
import type { ComponentOf } from '@portico/kinds/content';
import { ConfirmationFrame } from '@portico/kinds/page/ConfirmationFrame';
import { Button } from '@portico/ui/Button';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { LinkButton } from '@portico/ui/LinkButton';
import { showToast } from '@portico/ui/toasts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { notifyOtherTabs } from '../../api/liveTopics.ts';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { keyOf } from '../../api/query.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { ShownItem } from '../../kit/ShownItem.ts';
import { t } from '../../locale/text.ts';
import { readActingFor } from '../../sign-in/actingFor.ts';
import { ChangedSections } from './ChangedSections.tsx';
import { confirmedLabel } from './confirmedLabel.ts';
import { itemConfirmationQuery } from './duties.queries.ts';
import { Questions, type Answers } from './Questions.tsx';
import { pressUntilRecorded } from './pressUntilRecorded.ts';
import styles from './PersonalConfirmation.module.css';
import { saveRecord } from './saveRecord.ts';

const sources: Record<string, OpenedFrom> = { duties: 'Duties', todo: 'Todo', reminder: 'Reminder' };

/** What the item asks the reader to confirm, with their answer. Drafts only show the statement. */
export function PersonalConfirmation({ component }: { component: ComponentOf<'Confirmation'> }) {
  const shown = use(ShownItem);
  if (shown?.revisionId === undefined) return <ConfirmationFrame component={component} />;
  const { itemId, revisionId } = shown;
  return (
    <div className={styles.confirmation} data-block data-stays>
      <Changes itemId={itemId} revisionId={revisionId} />
      <ConfirmationFrame component={component}>
        <Answer itemId={itemId} revisionId={revisionId} />
      </ConfirmationFrame>
    </div>
  );
}

/** What changed since the reader confirmed, in place of the page, and the way to see all of it. */
function Changes({ itemId, revisionId }: { itemId: string; revisionId: string }) {
  const { isPartial, showPart } = use(ShownItem)!;
  const { data } = useQuery(itemConfirmationQuery(itemId));
  // What they confirmed stays on the page after the press.
  const [changed, setChanged] = useState<{ revisionId: string; since: ChangedSince }>();
  const since = data?.revisionId === revisionId ? data.changedSince : null;
  if (since && changed?.revisionId !== revisionId) setChanged({ revisionId, since });
  const isNew = changed?.revisionId === revisionId;
  useEffect(() => {
    if (isNew && location.hash === '') showPart(true);
    return () => showPart(false);
  }, [isNew, showPart]);
  if (!isNew) return null;
  return (
    <>
      {isPartial && <ChangedSections changed={changed.since} />}
      <Button size="small" onPress={() => showPart(!isPartial)}>
        {t(isPartial ? 'duties.showWhole' : 'duties.showChanges')}
      </Button>
    </>
  );
}

/** The button, or the record once it was pressed. It names the revision that is on the page. */
function Answer({ itemId, revisionId }: { itemId: string; revisionId: string }) {
  const cache = useQueryClient();
  const { isPartial } = use(ShownItem)!;
  const { from } = useSearch({ strict: false }) as { from?: unknown };
  const { data, isError, error, refetch, isFetching } = useQuery(itemConfirmationQuery(itemId));
  useReloadOn('todo', itemConfirmationQuery(itemId));
  useReloadOn('content', itemConfirmationQuery(itemId));
  /** The pages of items have the endpoints of their kinds, so all that is active loads again. */
  const showNewer = () => cache.invalidateQueries({ refetchType: 'active' });
  const [isWaiting, setWaiting] = useState(false);
  const [chosen, setChosen] = useState<{ revisionId: string; answers: Answers }>();
  // A new version can have other questions.
  const answers = chosen?.revisionId === data?.revisionId ? (chosen?.answers ?? []) : [];
  const confirm = useMutation({
    mutationFn: (given: Answers) => {
      const press = {
        params: { itemId },
        body: {
          revisionId,
          openedFrom: sources[typeof from === 'string' ? from : ''] ?? 'Page',
          view: isPartial ? 'Changes' : 'Page',
          ...(data!.questions.length > 0 && { answers: data!.questions.map((_, index) => given[index] ?? null) }),
        },
      } as const;
      return pressUntilRecorded(() => call(confirmItem, press), { onWait: () => setWaiting(true) });
    },
    onSuccess: (answer) => {
      cache.setQueryData(itemConfirmationQuery(itemId).queryKey, answer);
      showToast(t('duties.thanks'), { type: 'success' });
      notifyOtherTabs('todo');
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'conflict') void showNewer();
    },
    onSettled: () => {
      setWaiting(false);
      for (const endpoint of [listActiveTasks, listDuties, getItemConfirmation])
        void cache.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
  });

  // The item stopped asking a moment ago.
  if (error instanceof ApiError && error.status === 404) return null;
  if (!data)
    return isError ? (
      <p role="alert" className={styles.line}>
        {t('duties.asked')}
        <Button size="small" pending={isFetching} onPress={() => void refetch()}>
          {t('duties.tryAgain')}
        </Button>
      </p>
    ) : (
      <p className={styles.line}>{t('duties.asking')}</p>
    );
  if (data.confirmed) {
    const { id, confirmedAt, revision, by, receipt } = data.confirmed;
    return (
      <div className={styles.done}>
        <p className={styles.line}>
          <span className={styles.mark}>{confirmedLabel(confirmedAt, by)}</span>
          {receipt === undefined ? (
            <Button size="small" onPress={() => void saveRecord(id)}>
              {t('duties.saveRecord')}
            </Button>
          ) : (
            // It has the record, too.
            <LinkButton href={receiptUrl(receipt)} download size="small">
              {t('duties.saveReceipt')}
            </LinkButton>
          )}
          <PortalLink href="/duties">{t('duties.allDuties')}</PortalLink>
        </p>
        {revision !== data.revision && (
          <p className={styles.note}>{t('duties.earlierVersion', { number: revision })}</p>
        )}
      </div>
    );
  }
  const isActing = readActingFor() !== undefined;
  const isTheirs = isActing && !data.delegatesMay;
  const isOutdated = data.revisionId !== revisionId;
  return (
    <div className={styles.ask}>
      {data.reason !== null && <p className={styles.note}>{t('duties.again', { reason: data.reason })}</p>}
      {data.isOverdue && <p className={styles.overdue}>{t('duties.isOverdue')}</p>}
      {isOutdated || (confirm.error instanceof ApiError && confirm.error.code === 'conflict' && isFetching) ? (
        <p role="alert" className={styles.line}>
          {t('duties.outdated')}
          <Button size="small" pending={isFetching} onPress={() => void showNewer()}>
            {t('duties.showNewer')}
          </Button>
        </p>
      ) : (
        <>
          {!isTheirs && data.questions.length > 0 && (
            <Questions
              questions={data.questions}
              answers={answers}
              onChange={(next) => setChosen({ revisionId: data.revisionId, answers: next })}
              sent={confirm.variables}
              error={confirm.error}
            />
          )}
          <p className={styles.line}>
            {isTheirs ? (
              <span className={styles.note}>{t('duties.onlyThemselves')}</span>
            ) : (
              <>
                <Button variant="primary" pending={confirm.isPending} onPress={() => confirm.mutate(answers)}>
                  {t('duties.confirm')}
                </Button>
                <span className={styles.note}>{t(isActing ? 'duties.confirmingFor' : 'duties.confirming')}</span>
              </>
            )}
          </p>
        </>
      )}
      <p role="status" className={styles.note}>
        {isWaiting && t('duties.waiting')}
      </p>
      {confirm.error && (
        <p role="alert" className={styles.problem}>
          {confirm.error instanceof ApiError ? confirm.error.detail : t('shared.tryAgainSentence')}
        </p>
      )}
    </div>
  );
}
