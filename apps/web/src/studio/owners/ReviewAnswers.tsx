import { confirmContent, letContentExpire, saveOwnership } from '@portico/contracts/studio/owners';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { useToday } from '../../dates/useToday.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { dayLabel, nextReviewOn } from './reviewDay.ts';
import rows from '../../kit/list/Rows.module.css';

interface ReviewAnswersProps {
  itemId: string;
  title: string;
  /** The day by which the item has to be reviewed. */
  reviewOn: string;
  /** Whether to offer a link to the editor. */
  withLink?: boolean;
  onAnswered?: () => void;
}

/** The answers to a review that is due: confirm it until the next one, change it, or let it expire. */
export function ReviewAnswers({ itemId, title, reviewOn, withLink = false, onAnswered }: ReviewAnswersProps) {
  const cache = useQueryClient();
  const nextOn = nextReviewOn(useToday());
  const [pending, setPending] = useState<'confirm' | 'expire'>();
  const params = { itemId };
  const name = title || t('studio.untitled');
  const run = async (which: 'confirm' | 'expire', answer: () => Promise<void>) => {
    setPending(which);
    try {
      await answer();
      onAnswered?.();
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    } finally {
      setPending(undefined);
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  const confirm = async () => {
    const { version, owner } = await call(confirmContent, { params, body: { reviewOn, nextOn } });
    const undo = async () => {
      try {
        await call(saveOwnership, { params, body: { version, ownerId: owner?.id ?? null, reviewOn } });
      } catch (error) {
        showToast(reasonOf(error), { type: 'error' });
      }
      void cache.invalidateQueries({ queryKey: studioKey });
    };
    showToast(t('owners.saidConfirmed', { day: dayLabel(nextOn) }), {
      type: 'success',
      duration: 10_000,
      action: { label: t('owners.undo'), onPress: () => void undo() },
    });
  };
  const letExpire = async () => {
    const { expiresAt, outcome } = await call(letContentExpire, { params, body: { reviewOn } });
    // Midnight ends the day before.
    const day = newsDateLabel(new Date(Date.parse(expiresAt) - 1).toISOString());
    const said = {
      Published: t('owners.saidExpires', { day }),
      Requested: t('owners.saidRequested', { day }),
      Saved: t('owners.saidExpirySaved', { day }),
    };
    showToast(said[outcome], { type: outcome === 'Saved' ? 'info' : 'success', duration: 10_000 });
  };
  return (
    <div className={rows.tools}>
      <Button
        size="small"
        variant="primary"
        pending={pending === 'confirm'}
        aria-label={t('owners.confirmItem', { day: dayLabel(nextOn), name })}
        onPress={() => void run('confirm', confirm)}
      >
        {t('owners.confirm', { day: dayLabel(nextOn) })}
      </Button>
      {withLink && (
        <PortalLink href={`/studio/${itemId}`} aria-label={t('owners.changeItem', { name })}>
          {t('owners.change')}
        </PortalLink>
      )}
      <Button
        size="small"
        pending={pending === 'expire'}
        aria-label={t('owners.letExpireItem', { name })}
        onPress={() => void run('expire', letExpire)}
      >
        {t('owners.letExpire')}
      </Button>
    </div>
  );
}
