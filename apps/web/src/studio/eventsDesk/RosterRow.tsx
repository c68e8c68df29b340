import type { RosterPerson } from '@portico/contracts/studio/eventsDesk';
import { ActionMenu, type MenuAction } from '@portico/ui/ActionMenu';
import { classes } from '@portico/ui/classes';
import { StatusLabel, type StatusTone } from '@portico/ui/StatusLabel';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { factsOf, statusLabel } from './deskLabels.ts';
import styles from './eventsDesk.module.css';

interface RosterRowProps {
  person: RosterPerson;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  actions: readonly MenuAction[];
}

const tones: Record<RosterPerson['status'], StatusTone> = {
  Registered: 'accent',
  Waiting: 'warning',
  Canceled: 'neutral',
  None: 'neutral',
};

/** One person: how they stand with the event, since when, and whether they were there. */
export function RosterRow({ person, isSelected, onSelect, actions }: RosterRowProps) {
  const { name, status, attendance, isDisabled } = person;
  return (
    <div className={styles.person}>
      <input
        type="checkbox"
        className={styles.check}
        checked={isSelected}
        aria-label={t('desk.select', { name })}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <div className={styles.who}>
        <p className={rows.title}>{name}</p>
        <p className={rows.facts}>{factsOf(person).join(' · ')}</p>
      </div>
      <div className={classes(rows.labels, styles.labels)}>
        {isDisabled && <StatusLabel>{t('desk.disabled')}</StatusLabel>}
        {attendance && (
          <StatusLabel tone={attendance.isHere ? 'info' : 'neutral'}>
            {t(attendance.isHere ? 'desk.wasHere' : 'desk.wasNotHere')}
          </StatusLabel>
        )}
        <StatusLabel tone={tones[status]}>{statusLabel(person)}</StatusLabel>
      </div>
      <div className={styles.actions}>
        {actions.length > 0 && <ActionMenu label={t('desk.actionsFor', { name })} actions={actions} />}
      </div>
    </div>
  );
}
