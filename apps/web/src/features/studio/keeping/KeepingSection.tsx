import type { Keeping } from '@portico/contracts/studio/keeping';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { classes } from '@portico/ui/classes';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newsDateLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { InstantField } from '../item/InstantField.tsx';
import { ownZone } from '../item/zonedTime.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import field from '../item/Field.module.css';
import styles from './KeepingSection.module.css';
import { reasonOf } from '../releases/releaseLabels.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { studioKey } from '../studio.queries.ts';
import { deleteItem, extendItem, holdItem, keepingQuery, liftHold, restoreItem } from './keeping.queries.ts';

interface KeepingProps {
  session: DraftSession;
  state: SessionState;
}

/** Retention of an item: extending and restoring it, holds, and permanent deletion. */
export function KeepingSection({ session, state }: KeepingProps) {
  const cache = useQueryClient();
  const { item } = state;
  const { data: keeping } = useQuery(keepingQuery(item.id, item.version));
  /** Runs an action, shows its outcome, and refreshes the item. Resolves to true if it succeeded. */
  const act = async (
    call: () => Promise<StudioItem | Keeping | undefined>,
    successMessage: string,
  ): Promise<boolean> => {
    try {
      const result = await call();
      if (result && 'draft' in result) session.replace(result);
      showToast(successMessage, { type: 'success' });
      return true;
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      return false;
    } finally {
      void cache.invalidateQueries({ queryKey: studioKey });
      void session.refresh().catch(() => undefined);
    }
  };
  const canPublish = item.allowed.includes('publish');
  const { id, version } = item;
  return (
    <section aria-labelledby="keeping-title" className={classes(field.group, styles.section)}>
      <h3 id="keeping-title" className={field.groupTitle}>
        {t('releases.keeping')}
      </h3>
      {item.state === 'Expired' && canPublish && (
        <Extend
          onExtend={(expiresAt) => act(() => extendItem(id, { version, expiresAt }), t('releases.saidExtended'))}
        />
      )}
      {item.state === 'Archived' && canPublish && (
        <Button onPress={() => void act(() => restoreItem(id, version), t('releases.saidRestored'))}>
          {t('releases.restore')}
        </Button>
      )}
      {keeping && <Hold keeping={keeping} itemId={id} act={act} />}
      {keeping?.isAdministrator && <Delete keeping={keeping} session={session} state={state} act={act} />}
    </section>
  );
}

type Act = (call: () => Promise<StudioItem | Keeping | undefined>, successMessage: string) => Promise<boolean>;

function Extend({ onExtend }: { onExtend: (expiresAt: string | null) => Promise<boolean> }) {
  const [at, setAt] = useState<string | null>(null);
  return (
    <>
      <InstantField
        label={t('releases.expiresThen')}
        value={at}
        timeZone={ownZone()}
        onChange={setAt}
        help={t('releases.expiresHelp')}
      />
      <Button onPress={() => void onExtend(at)}>{t('releases.extend')}</Button>
    </>
  );
}

function Hold({ keeping, itemId, act }: { keeping: Keeping; itemId: string; act: Act }) {
  const [reason, setReason] = useState('');
  const { holdReason, keptUntil, isAdministrator } = keeping;
  return (
    <>
      {holdReason !== null && <p>{t('releases.onHold', { reason: holdReason })}</p>}
      {keptUntil !== null && <p>{t('releases.keptUntil', { day: newsDateLabel(keptUntil) })}</p>}
      {isAdministrator && holdReason !== null && (
        <Button onPress={() => void act(() => liftHold(itemId), t('releases.saidLifted'))}>{t('releases.lift')}</Button>
      )}
      {isAdministrator && holdReason === null && (
        <>
          <TextField
            label={t('releases.holdReason')}
            help={t('releases.holdHelp')}
            value={reason}
            maxLength={300}
            onChange={setReason}
          />
          <Button
            isDisabled={reason.trim() === ''}
            onPress={() => void act(() => holdItem(itemId, reason.trim()), t('releases.saidHeld'))}
          >
            {t('releases.hold')}
          </Button>
        </>
      )}
    </>
  );
}

function Delete({ keeping, session, state, act }: KeepingProps & { keeping: Keeping; act: Act }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const title = state.view.fields.header;
  if (keeping.obstacle !== null)
    return <p className={field.help}>{t('releases.notDeletable', { reason: keeping.obstacle })}</p>;
  const remove = async () => {
    if (!(await session.flush())) return false;
    const { item } = session.getState()!;
    const isDeleted = await act(
      () => deleteItem(item.id, { version: item.version, title: typed }).then(() => undefined),
      t('releases.saidItemDeleted'),
    );
    if (isDeleted) await navigate({ to: '/studio' });
    return isDeleted;
  };
  return (
    <ConfirmButton
      variant="danger"
      label={t('releases.deleteItem')}
      title={t('releases.deleteItemTitle')}
      text={
        <>
          {t('releases.deleteItemSure')}
          <TextField label={t('releases.typeTitle', { title })} value={typed} onChange={setTyped} />
        </>
      }
      action={t('releases.deleteForGood')}
      isActionDisabled={typed.trim() !== title.trim()}
      onConfirm={remove}
    />
  );
}
