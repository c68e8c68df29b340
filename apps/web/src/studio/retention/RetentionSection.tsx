import { extendStudioItem, holdStudioItem, liftStudioHold, type Retention } from '@portico/contracts/studio/retention';
import type { ItemAction } from '@portico/contracts/studio/roles';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { hasVisibleText } from '@portico/kinds/typedText';
import { classes } from '@portico/ui/classes';
import { Button } from '@portico/ui/Button';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { useRestore } from '../archiving/useRestore.ts';
import field from '../controls/Field.module.css';
import styles from './RetentionSection.module.css';
import { reasonOf } from '../reasonOf.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { studioKey } from '../studio.queries.ts';
import { retentionQuery } from './retention.queries.ts';

// Its texts load with it, so that they are not part of the editor's first load.
const importOwner = withTexts(['owners'], () => import('../owners/OwnerSection.tsx'));
const loadOwner = async () => ({ default: (await importOwner()).OwnerSection });
const OwnerSection = lazyInBackground(loadOwner);
const importReadership = withTexts(['readership'], () => import('../readership/ReadershipSection.tsx'));
const loadReadership = async () => ({ default: (await importReadership()).ReadershipSection });
const ReadershipSection = lazyInBackground(loadReadership);

interface RetentionProps {
  session: DraftSession;
  state: SessionState;
}

/** Owner, readers and retention of an item: reviews, extending and restoring it, holds, and permanent deletion. */
export function RetentionSection({ session, state }: RetentionProps) {
  const cache = useQueryClient();
  const { item } = state;
  const { data: retention, error, refetch, isFetching } = useQuery(retentionQuery(item.id, item.version));
  /** Runs an action, shows its outcome, and refreshes the item. Resolves to true if it succeeded. */
  const act = async (
    send: () => Promise<StudioItem | Retention | undefined>,
    successMessage: string,
  ): Promise<boolean> => {
    try {
      const result = await send();
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
  const restore = useRestore(session.replace);
  const can = (action: ItemAction) => item.allowed.includes(action);
  const { id, version } = item;
  return (
    <>
      <div className={styles.section}>
        <Suspense fallback={<Skeleton shape="box" height="12rem" />}>
          <OwnerSection
            itemId={id}
            title={state.view.fields.header}
            onAnswered={() => void session.refresh().catch(() => undefined)}
          />
        </Suspense>
      </div>
      {item.isLive && can('write') && (
        <Suspense
          fallback={
            <div className={styles.section}>
              <Skeleton shape="box" height="12rem" />
            </div>
          }
        >
          <ReadershipSection itemId={id} kind={item.kind} className={styles.section} />
        </Suspense>
      )}
      <section aria-labelledby="retention-title" className={classes(field.group, styles.section)}>
        <h3 id="retention-title" className={field.groupTitle}>
          {t('releases.retention')}
        </h3>
        {item.state === 'Expired' && can('publish') && (
          <Extend
            onExtend={(expiresAt) =>
              act(
                () => call(extendStudioItem, { params: { itemId: id }, body: { version, expiresAt } }),
                t('releases.saidExtended'),
              )
            }
          />
        )}
        {item.state === 'Archived' && can('publish') && (
          <Button onPress={() => void restore([item])}>{t('releases.restore')}</Button>
        )}
        {error && !retention && (
          <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
        )}
        {retention && <Hold retention={retention} itemId={id} act={act} />}
        {retention && can('delete') && <Delete retention={retention} session={session} state={state} />}
      </section>
    </>
  );
}

type Act = (send: () => Promise<StudioItem | Retention | undefined>, successMessage: string) => Promise<boolean>;

function Extend({ onExtend }: { onExtend: (expiresAt: string | null) => Promise<boolean> }) {
  const [at, setAt] = useState<string | null>(null);
  return (
    <form
      className={field.group}
      onSubmit={(event) => {
        event.preventDefault();
        void onExtend(at);
      }}
    >
      <InstantField
        label={t('releases.expiresThen')}
        value={at}
        timeZone={ownZone()}
        onChange={setAt}
        help={t('releases.expiresHelp')}
      />
      <Button type="submit">{t('releases.extend')}</Button>
    </form>
  );
}

function Hold({ retention, itemId, act }: { retention: Retention; itemId: string; act: Act }) {
  const [reason, setReason] = useState('');
  const { holdReason, keptUntil, isAdministrator } = retention;
  return (
    <>
      {holdReason !== null && <p>{t('releases.onHold', { reason: holdReason })}</p>}
      {keptUntil !== null && <p>{t('releases.keptUntil', { day: newsDateLabel(keptUntil) })}</p>}
      {isAdministrator && holdReason !== null && (
        <Button onPress={() => void act(() => call(liftStudioHold, { params: { itemId } }), t('releases.saidLifted'))}>
          {t('releases.lift')}
        </Button>
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
            isDisabled={!hasVisibleText(reason)}
            onPress={() =>
              void act(
                () => call(holdStudioItem, { params: { itemId }, body: { reason: reason.trim() } }),
                t('releases.saidHeld'),
              )
            }
          >
            {t('releases.hold')}
          </Button>
        </>
      )}
    </>
  );
}

function Delete({ retention, session, state }: RetentionProps & { retention: Retention }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  if (retention.obstacle !== null)
    return <p className={field.help}>{t('releases.notDeletable', { reason: retention.obstacle })}</p>;
  const { item, view } = state;
  return (
    <>
      <Button variant="danger" onPress={() => void session.flush().then(() => setIsAsking(true))}>
        {t('releases.deleteItem')}
      </Button>
      {isAsking && (
        <DeleteDialog
          item={{ id: item.id, version: item.version, title: view.fields.header }}
          onDeleted={() => void navigate({ to: '/studio' })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
