import type { StudioListItem, StudioSummary } from '@portico/contracts/studio/studio';
import { ActionMenu, type MenuAction } from '@portico/ui/ActionMenu';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { itemKindLabel, stateLabel, stateTone } from '../kinds.ts';
import { whenLabel } from '../releases/releaseLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../StudioPage.module.css';

interface StudioRowProps {
  item: StudioListItem;
  isSelected: boolean;
  /** Absent for people who can't do anything with a selection. */
  onSelect?: ((isSelected: boolean) => void) | undefined;
  /** Actions in the menu of the item. */
  actions: readonly MenuAction[];
}

function waitingLabel({ waitingRevision, goesLiveAt, releaseName }: StudioSummary): string | undefined {
  if (waitingRevision === null) return undefined;
  if (releaseName !== null) return t('releases.inRelease', { name: releaseName });
  return goesLiveAt === null ? undefined : t('releases.scheduledFor', { when: whenLabel(goesLiveAt) });
}

/** Whose turn it is with an item in review. */
function turnLabel({ state, reviewPurpose, allowed }: StudioListItem): string | undefined {
  if (state === 'InReview') return t(allowed.includes('approve') ? 'studio.rowApprove' : 'studio.rowWaitForApproval');
  if (state !== 'Approved') return undefined;
  if (reviewPurpose === 'Archive')
    return t(allowed.includes('archive') ? 'studio.rowArchive' : 'studio.rowWaitForArchiving');
  return t(allowed.includes('publish') ? 'studio.rowPublish' : 'studio.rowWaitForPublishing');
}

/** One item: its title and kind, its state, and who changed it last. */
export function StudioRow({ item, isSelected, onSelect, actions }: StudioRowProps) {
  const { id, kind, title, state, isLive, hasChanges, updatedAt, updatedBy } = item;
  const turn = turnLabel(item);
  const name = title || t('studio.untitled');
  return (
    <div className={styles.row}>
      {onSelect && (
        <input
          type="checkbox"
          className={styles.check}
          checked={isSelected}
          aria-label={t('releases.select', { name })}
          onChange={(event) => onSelect(event.target.checked)}
        />
      )}
      <div className={styles.what}>
        <PortalLink href={`/studio/${id}`} className={rows.title}>
          {name}
        </PortalLink>
        <p className={rows.facts}>
          {itemKindLabel(kind)} ·{' '}
          {t('studio.updatedBy', {
            name: updatedBy ?? t('studio.import'),
            day: newsDateLabel(updatedAt),
            time: timeLabel(updatedAt),
          })}
          {turn !== undefined && <> · {turn}</>}
          {item.hasNoWords && <> · {t('studio.rowHasNoWords')}</>}
        </p>
      </div>
      <div className={styles.states}>
        {isLive && (state === 'InReview' || state === 'Approved') && (
          <StatusLabel>{stateLabel('Published')}</StatusLabel>
        )}
        {waitingLabel(item) !== undefined && <StatusLabel tone="info">{waitingLabel(item)}</StatusLabel>}
        {hasChanges && state !== 'Draft' && <StatusLabel tone="warning">{t('studio.changed')}</StatusLabel>}
        <StatusLabel tone={stateTone(state)}>{stateLabel(state)}</StatusLabel>
      </div>
      {actions.length > 0 && (
        <div className={styles.actions}>
          <ActionMenu label={t('studio.actionsFor', { name })} actions={actions} />
        </div>
      )}
    </div>
  );
}
