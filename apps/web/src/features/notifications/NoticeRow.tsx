import type { Notice } from '@portico/contracts/notifications';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { audienceLabel } from './noticeDraft.ts';
import styles from './NoticeRow.module.css';

const noticeTimeLabel = (instant: string) => `${newsDateLabel(instant)}, ${timeLabel(instant)}`;

/** A sent notice with its audience, read count, and Withdraw button. */
export function NoticeRow({ notice, onWithdraw }: { notice: Notice; onWithdraw: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const { title, description, link, createdAt, createdBy, withdrawnAt, reached, read } = notice;
  const withdraw = async () => {
    setIsPending(true);
    await onWithdraw();
    setIsPending(false);
    setIsAsking(false);
  };
  return (
    <article className={styles.row} data-withdrawn={withdrawnAt !== null || undefined}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        {link !== null && <p className={styles.link}>{link}</p>}
        <MetaLine>
          <span>
            {createdBy === null
              ? noticeTimeLabel(createdAt)
              : t('notifications.sentBy', { moment: noticeTimeLabel(createdAt), name: createdBy })}
          </span>
          <span>{audienceLabel(notice)}</span>
          <span>{t('notifications.readOf', { read, count: reached })}</span>
        </MetaLine>
      </div>
      {withdrawnAt !== null ? (
        <StatusLabel tone="neutral">
          {t('notifications.withdrawnAt', { moment: noticeTimeLabel(withdrawnAt) })}
        </StatusLabel>
      ) : (
        <Button size="small" aria-haspopup="dialog" onPress={() => setIsAsking(true)}>
          {t('notifications.withdraw')}
        </Button>
      )}
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        size="small"
        title={t('notifications.withdrawQuestion')}
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>{t('notifications.keepNotice')}</Button>
            <Button variant="danger" pending={isPending} onPress={() => void withdraw()}>
              {t('notifications.withdraw')}
            </Button>
          </>
        }
      >
        <p>{t('notifications.withdrawConsequence', { title })}</p>
      </Dialog>
    </article>
  );
}
