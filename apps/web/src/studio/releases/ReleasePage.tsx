import {
  deleteRelease,
  publishRelease,
  type Release,
  undoRelease,
  updateRelease,
} from '@portico/contracts/studio/releases';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { studioKey } from '../studio.queries.ts';
import { ConfirmButton } from '../../kit/ConfirmButton.tsx';
import { ReleaseItems } from './ReleaseItems.tsx';
import { ReleasePreview } from './ReleasePreview.tsx';
import { ReleaseFields } from './ReleaseFields.tsx';
import { releaseQuery, type Act } from './releases.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';
import { dateLabel } from './ReleasesPage.tsx';
import { StudioNav } from '../StudioNav.tsx';
import { reasonOf } from '../reasonOf.ts';
import { releaseStateLabel } from './releaseLabels.ts';

/** One release: its date, its items, a preview of the portal, and its actions. */
export function Page() {
  const { releaseId = '' } = useParams({ strict: false });
  const cache = useQueryClient();
  const { data: release } = useQuery(releaseQuery(releaseId));
  const act: Act = async (send, successMessage) => {
    try {
      const changed = await send();
      if (changed) cache.setQueryData(releaseQuery(releaseId).queryKey, changed);
      showToast(successMessage, { type: 'success' });
      return true;
    } catch (error) {
      showToast(reasonOf(error), { type: 'error', duration: 10_000 });
      return false;
    } finally {
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  if (!release) return <Skeleton shape="box" height="20rem" />;
  const isOpen = release.releasedAt === null;
  return (
    <div className={styles.page}>
      <PageHeading title={release.name} />
      <StudioNav current="/studio/releases" />
      <div className={rows.tools}>
        <StatusLabel tone={release.state === 'Live' ? 'accent' : 'neutral'}>
          {releaseStateLabel(release.state)}
        </StatusLabel>
        <p className={rows.facts}>{dateLabel(release)}</p>
      </div>
      <Actions key={release.version} release={release} act={act} />
      {isOpen && <Settings key={`settings ${release.version}`} release={release} act={act} />}
      <ReleaseItems release={release} act={act} />
      {isOpen && release.items.length > 0 && <ReleasePreview release={release} />}
    </div>
  );
}

function Actions({ release, act }: { release: Release; act: Act }) {
  const navigate = useNavigate();
  const { id, name, version, state, itemCount } = release;
  const params = { releaseId: id };
  if (state === 'Undone') return null;
  if (state === 'Live')
    return (
      <div className={rows.tools}>
        <ConfirmButton
          label={t('releases.undo')}
          title={t('releases.undoTitle')}
          text={<UndoConsequence release={release} />}
          action={t('releases.undoNow')}
          onConfirm={() =>
            act(() => call(undoRelease, { params, body: { version } }), t('releases.saidUndone', { name }))
          }
        />
      </div>
    );
  const remove = async () => {
    const isDeleted = await act(() => call(deleteRelease, { params }), t('releases.saidDeleted'));
    if (isDeleted) await navigate({ to: '/studio/releases' });
    return isDeleted;
  };
  return (
    <div className={rows.tools}>
      <ConfirmButton
        variant="primary"
        label={t('releases.goLive')}
        title={t('releases.goLiveTitle')}
        text={t('releases.goLiveSure', { count: itemCount })}
        action={t('releases.goLive')}
        isDisabled={itemCount === 0}
        onConfirm={() =>
          act(() => call(publishRelease, { params, body: { version } }), t('releases.saidLive', { name }))
        }
      />
      <ConfirmButton
        label={t('releases.delete')}
        title={t('releases.deleteTitle')}
        text={t('releases.deleteSure')}
        action={t('releases.deleteNow')}
        onConfirm={remove}
      />
    </div>
  );
}

/** What undoing a release does, with the scheduled versions it cancels. */
function UndoConsequence({ release }: { release: Release }) {
  const canceled = release.items.filter(({ newerWaiting }) => newerWaiting !== null);
  return (
    <>
      <p>{t('releases.undoSure')}</p>
      {canceled.length > 0 && (
        <>
          <p className={styles.problem}>{t('releases.undoCallsOff', { count: canceled.length })}</p>
          <ul className={styles.calledOff}>
            {canceled.map(({ itemId, title }) => (
              <li key={itemId}>{title === '' ? t('releases.otherDepartment') : title}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Settings({ release, act }: { release: Release; act: Act }) {
  const [name, setName] = useState(release.name);
  const [goesLiveAt, setGoesLiveAt] = useState(release.goesLiveAt);
  const [pending, setPending] = useState(false);
  const isChanged = name.trim() !== release.name || goesLiveAt !== release.goesLiveAt;
  const save = async () => {
    setPending(true);
    const body = { version: release.version, name: name.trim(), goesLiveAt };
    await act(() => call(updateRelease, { params: { releaseId: release.id }, body }), t('releases.saidSaved'));
    setPending(false);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && hasVisibleText(name)) void save();
      }}
    >
      <ReleaseFields name={name} onName={setName} goesLiveAt={goesLiveAt} onDate={setGoesLiveAt} />
      <div className={rows.tools}>
        <Button type="submit" pending={pending} isDisabled={!isChanged || !hasVisibleText(name)}>
          {t('releases.save')}
        </Button>
      </div>
    </form>
  );
}
