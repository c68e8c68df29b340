import { isForEveryone } from '@portico/authoring/audience';
import { walkDraft } from '@portico/authoring/tree/find';
import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { audienceCountQuery } from '../audience/audience.queries.ts';
import { askedItemQuery, sectionChangesQuery } from '../confirmations/confirmations.queries.ts';
import { CheckList } from '../checks/ChecksPanel.tsx';
import { useChecks } from '../checks/useChecks.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { noRelease } from '../releases/ReleaseChoice.tsx';
import { seriesReachQuery } from '../eventsDesk/eventsDesk.queries.ts';
import { SeriesScopeChoice } from '../eventsDesk/SeriesScopeChoice.tsx';
import { useUndoSeriesChange } from '../eventsDesk/useUndoSeriesChange.ts';
import { newFilesQuery, studioKey } from '../studio.queries.ts';
import { MaterialChange } from './MaterialChange.tsx';
import { publishAsPlanned } from './publishing.ts';
import type { Plan } from './plan.ts';
import { PublishPlan } from './PublishPlan.tsx';
import { decide } from './SectionMarks.tsx';
import { whyDisabled } from './publishTexts.ts';
import { untilThenLabel } from '../releases/untilThen.ts';
import styles from './PublishDialog.module.css';

interface PublishDialogProps {
  session: DraftSession;
  state: SessionState;
  onClose: () => void;
  /** Selects a component on the page. */
  onJump: (id: string | null) => void;
}

/** The final step before publishing: open checks, who will see the item, and when. */
export function PublishDialog({ session, state, onClose, onJump }: PublishDialogProps) {
  const cache = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [chosen, setPlan] = useState<Plan>(() => ({
    when: isLater(state) ? 'later' : 'now',
    goesLiveAt: isLater(state) ? state.view.fields.publishedAt : null,
    release: noRelease,
    note: '',
    notifyBy: [],
    isMaterial: undefined,
    marks: {},
    reason: '',
    scope: undefined,
  }));
  const checks = useChecks(state);
  const blocking = checks.filter(({ blocks }) => blocks);
  const isBlocked = blocking.length > 0 || state.conflicts.length > 0;
  const { data: asked, isLoading } = useQuery({ ...askedItemQuery(state.item.id), ...quietly, enabled: asks(state) });
  const confirmed = asked?.confirmed ?? 0;
  const {
    data: changes,
    isError: hasNoChanges,
    refetch: compareAgain,
  } = useQuery({ ...sectionChangesQuery(state.item.id, state.sequence), enabled: confirmed > 0 });
  const marksSections = changes !== undefined && changes.sections.length > 0;
  const plan = marksSections ? { ...chosen, ...decide(changes, chosen.marks) } : { ...chosen, marks: {} };
  // Marks decide it then, until the last section is as it was.
  const change = (next: Plan) => setPlan(marksSections ? { ...next, isMaterial: undefined } : next);
  const isComparing = confirmed > 0 && changes === undefined;
  const { data: series, isLoading: isLookingAtDates } = useQuery({
    ...seriesReachQuery(state.item.id, state.sequence),
    enabled: state.item.kind === 'event' && state.item.isLive,
  });
  const reach = series?.reach ?? undefined;
  const undo = useUndoSeriesChange(state.item.id);
  const reason =
    isLoading || isComparing
      ? t(hasNoChanges ? 'studio.sectionsFailed' : isLoading ? 'studio.countingConfirmed' : 'studio.comparingSections')
      : isLookingAtDates
        ? t('series.looking')
        : whyDisabled(plan, state.item, isBlocked, confirmed, marksSections);
  const reasonId = useId();
  const body = useRef<HTMLDivElement>(null);
  const publish = async () => {
    if (focusUnfinishedDate(body.current)) return;
    setPending(true);
    setError(undefined);
    try {
      const { message, changeId } = await publishAsPlanned(session, plan, plan.scope && reach?.[plan.scope]);
      void cache.invalidateQueries({ queryKey: studioKey });
      if (changeId === undefined) showToast(message, { type: 'success' });
      else
        showToast(message, {
          type: 'success',
          duration: 10_000,
          action: {
            label: t('series.undoChange'),
            onPress: () => void undo(changeId).then(session.refresh, session.refresh),
          },
        });
      onClose();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.detail : (failure as Error).message);
      void session.refresh().catch(() => undefined);
    } finally {
      setPending(false);
    }
  };
  const jump = (id: string | null) => {
    onClose();
    // The dialog returns focus when it closes, so focus the component after that.
    setTimeout(() => onJump(id), 0);
  };
  const { isLive } = state.item;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isLive ? t('studio.publishChanges') : t('studio.publishItem')}
      actions={
        <>
          <Button
            variant="primary"
            pending={pending}
            isDisabled={reason !== undefined}
            aria-describedby={reason === undefined ? undefined : reasonId}
            onPress={() => void publish()}
          >
            {actionLabel(plan)}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div ref={body} className={styles.body}>
        {state.conflicts.length > 0 && <p className={styles.blocked}>{t('studio.resolveFirst')}</p>}
        {checks.length > 0 && (
          <section aria-label={t('studio.panelchecks')}>
            <p className={styles.lead}>{blocking.length > 0 ? t('studio.checksBlock') : t('studio.checksWarn')}</p>
            <CheckList checks={checks} state={state} onSelect={jump} />
          </section>
        )}
        <p>{useWhoLabel(state)}</p>
        <NewFiles state={state} />
        {confirmed > 0 && changes && (
          <MaterialChange plan={plan} confirmed={confirmed} changes={changes} onChange={change} />
        )}
        {hasNoChanges && !changes && (
          <Button size="small" onPress={() => void compareAgain()}>
            {t('shared.tryAgain')}
          </Button>
        )}
        <PublishPlan
          plan={plan}
          audience={state.view.fields}
          untilThen={untilThenLabel(state.item)}
          onChange={change}
        />
        {reach && plan.when === 'now' && (
          <SeriesScopeChoice reach={reach} scope={plan.scope} onChange={(scope) => change({ ...plan, scope })} />
        )}
        {state.item.waitingRevision !== null && (
          <p>
            {t(plan.when === 'now' ? 'releases.replacesWaiting' : 'releases.replacesWaitingLater', {
              number: state.item.waitingRevision,
            })}
          </p>
        )}
        {reason !== undefined && (
          <p id={reasonId} role="status">
            {reason}
          </p>
        )}
        {error !== undefined && (
          <p ref={scrollIntoView} role="alert" className={styles.blocked}>
            {error}
          </p>
        )}
        {isLive && state.item.path && <PortalLink href={state.item.path}>{t('studio.seeAsReader')}</PortalLink>}
      </div>
    </Dialog>
  );
}

/** The dialog's buttons may cover the error. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** The item never asked for a confirmation, or the editor may not see who gave it. */
const quietly = { throwOnError: false, retry: false, refetchInterval: false } as const;

const asks = ({ view }: SessionState): boolean =>
  [...walkDraft(view)].some(({ component }) => component.type === 'Confirmation');

/** Lists the new documents that will be published with the item, and those that follow it. */
function NewFiles({ state: { item, view, sequence } }: { state: SessionState }) {
  const hasFiles = [...walkDraft(view)].some(
    ({ component }) => component.type === 'FileList' || component.type === 'Video',
  );
  const { data } = useQuery({ ...newFilesQuery(item.id, sequence), enabled: hasFiles || item.isLive });
  if (!data) return null;
  return (
    <>
      <FileTitles lead={t('studio.filesGoOut', { count: data.items.length })} files={data.items} />
      <FileTitles lead={t('studio.filesFollow', { count: data.attached.length })} files={data.attached} />
    </>
  );
}

function FileTitles({ lead, files }: { lead: string; files: Array<{ documentId: string; title: string }> }) {
  if (files.length === 0) return null;
  return (
    <div>
      <p>{lead}</p>
      <ul className={styles.files}>
        {files.map(({ documentId, title }) => (
          <li key={documentId}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

const isLater = ({ view }: SessionState): boolean =>
  view.fields.publishedAt !== null && Date.parse(view.fields.publishedAt) > Date.now();

function actionLabel({ when }: Plan): string {
  if (when === 'release') return t('releases.addToRelease');
  return when === 'later' ? t('studio.schedule') : t('studio.publishNow');
}

function useWhoLabel({ view }: SessionState): string {
  const { audience, audienceRule } = view.fields;
  const { data } = useQuery(audienceCountQuery({ audience, audienceRule }));
  if (isForEveryone({ audience, audienceRule })) return t('studio.whoEveryone');
  return data ? t('studio.whoSome', { reached: data.reached, total: data.total }) : t('studio.whoCounting');
}
