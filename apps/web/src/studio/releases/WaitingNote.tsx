import { rescheduleStudioItem, type StudioItem, unscheduleStudioItem } from '@portico/contracts/studio/studio';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { ItemFacts } from '../session/sessionState.ts';
import { untilThenLabel } from './untilThen.ts';
import { studioKey } from '../studio.queries.ts';
import styles from '../Note.module.css';
import { reasonOf } from '../reasonOf.ts';
import { whenLabel } from './releaseLabels.ts';

/**
 * What goes live when, what readers see until then, and how to change that. Renders nothing if no version is scheduled.
 */
export function WaitingNote({ session, item }: { session: DraftSession; item: ItemFacts }) {
  const cache = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const [pending, setPending] = useState(false);
  if (item.waitingRevision === null) return null;
  const act = async (send: () => Promise<StudioItem>, successMessage: () => string) => {
    setPending(true);
    try {
      session.replace(await send());
      showToast(successMessage(), { type: 'success' });
      setIsChoosing(false);
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      void session.refresh().catch(() => undefined);
    } finally {
      setPending(false);
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  const reschedule = (goesLiveAt: string) =>
    act(
      () => call(rescheduleStudioItem, { params: { itemId: item.id }, body: { goesLiveAt } }),
      () => t('releases.saidScheduled', { when: whenLabel(goesLiveAt) }),
    );
  return (
    <div role="status" className={styles.waiting} data-problem={item.waitingProblem !== null || undefined}>
      <p>
        <Sentence item={item} />
      </p>
      <div className={styles.tools}>
        {item.releaseId === null && (
          <Button size="small" onPress={() => setIsChoosing(true)}>
            {t('releases.changeDate')}
          </Button>
        )}
        <Button
          size="small"
          pending={pending}
          onPress={() =>
            void act(
              () => call(unscheduleStudioItem, { params: { itemId: item.id } }),
              () => t('releases.saidUnscheduled'),
            )
          }
        >
          {t('releases.unschedule')}
        </Button>
      </div>
      {isChoosing && (
        <DateDialog
          goesLiveAt={item.goesLiveAt}
          help={untilThenLabel(item)}
          pending={pending}
          onClose={() => setIsChoosing(false)}
          onChoose={(at) => void reschedule(at)}
        />
      )}
    </div>
  );
}

function Sentence({ item }: { item: ItemFacts }) {
  const { waitingRevision, publishedRevision, goesLiveAt, releaseId, releaseName, waitingProblem } = item;
  const number = waitingRevision!;
  if (waitingProblem !== null) return t('releases.waitingProblem', { number, reason: waitingProblem });
  const seen =
    publishedRevision === null ? t('releases.waitingUnseen') : t('releases.waitingSeen', { number: publishedRevision });
  const when = goesLiveAt === null ? '' : whenLabel(goesLiveAt);
  if (releaseId === null)
    return (
      <>
        {t('releases.waiting', { number, when })} {seen}
      </>
    );
  return (
    <>
      {goesLiveAt === null ? t('releases.waitingOpen', { number }) : t('releases.waitingWithRelease', { number, when })}{' '}
      <PortalLink href={`/studio/releases/${releaseId}`}>{releaseName}</PortalLink>. {seen}
    </>
  );
}

interface DateDialogProps {
  goesLiveAt: string | null;
  help: string;
  pending: boolean;
  onClose: () => void;
  onChoose: (goesLiveAt: string) => void;
}

function DateDialog({ goesLiveAt, help, pending, onClose, onChoose }: DateDialogProps) {
  const [at, setAt] = useState(goesLiveAt);
  const body = useRef<HTMLDivElement>(null);
  const choose = () => {
    if (at && !focusUnfinishedDate(body.current)) onChoose(at);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t('releases.changeDate')}
      actions={
        <>
          <Button variant="primary" pending={pending} isDisabled={at === null} onPress={choose}>
            {t('releases.setDate')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div ref={body}>
        <InstantField label={t('releases.goesLiveAt')} value={at} timeZone={ownZone()} onChange={setAt} help={help} />
      </div>
    </Dialog>
  );
}
