import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import type { Notice, NoticeState } from '@portico/contracts/notifications';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { audienceLabel, firmMomentLabel } from './noticeDraft.ts';
import styles from './NoticeRow.module.css';

const noticeTimeLabel = (instant: string) => `${newsDateLabel(instant)}, ${timeLabel(instant)}`;

/** A notice with its times, audience and read count, and what can be done with it. */
export function NoticeRow({
  notice,
  editHref,
  onWithdraw,
}: {
  notice: Notice;
  editHref: string;
  onWithdraw: () => Promise<void>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const { title, description, link, createdAt, createdBy, withdrawnAt, startsAt, endsAt, state, reached, read } =
    notice;
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
              : t(startsAt === null ? 'notifications.sentBy' : 'notifications.startsBy', {
                  moment: startsAt === null ? noticeTimeLabel(createdAt) : firmMomentLabel(startsAt),
                  name: createdBy,
                })}
          </span>
          {endsAt !== null && <span>{t('notifications.ends', { moment: firmMomentLabel(endsAt) })}</span>}
          <span>{audienceLabel(notice)}</span>
          <span>{readersLabel(state, reached, read)}</span>
        </MetaLine>
      </div>
      {withdrawnAt !== null && (
        <StatusLabel tone="neutral">
          {t('notifications.withdrawnAt', { moment: noticeTimeLabel(withdrawnAt) })}
        </StatusLabel>
      )}
      {state === 'Ended' && <StatusLabel tone="neutral">{t('notifications.ended')}</StatusLabel>}
      {state === 'Scheduled' && (
        <>
          <StatusLabel>{t('notifications.scheduled')}</StatusLabel>
          <PortalLink href={editHref} aria-label={t('notifications.editOf', { title })}>
            {t('notifications.edit')}
          </PortalLink>
        </>
      )}
      {(state === 'Live' || state === 'Scheduled') && (
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

function readersLabel(state: NoticeState, reached: number, read: number | null): string {
  if (state === 'Scheduled') return t('notifications.reaches', { count: reached });
  return read === null
    ? t('notifications.readByFew', { min: MIN_SHOWN_COUNT, count: reached })
    : t('notifications.readOf', { read, count: reached });
}
