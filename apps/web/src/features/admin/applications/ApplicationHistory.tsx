import {
  undoApplicationChange,
  type ApplicationChange,
  type ApplicationDetail,
} from '@portico/contracts/admin/applications';
import type { AccessLevel } from '@portico/contracts/users';
import { call } from '../../../api/call.ts';
import { ChangeList } from '../../../kit/list/ChangeList.tsx';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { momentLabel } from '../adminLabels.ts';
import { useAdminAction } from '../useAdminAction.ts';
import { groupLabel, levelLabel } from './applicationLabels.ts';

/** What was changed, the latest first, with a way back. */
export function ApplicationHistory({ detail: { application, changes } }: { detail: ApplicationDetail }) {
  const act = useAdminAction();
  const undo = async ({ id }: ApplicationChange) => {
    const params = { application, changeId: String(id) };
    await act(() => call(undoApplicationChange, { params }), t('applications.undone'));
  };
  return (
    <section aria-labelledby="application-history" className={styles.section}>
      <h3 id="application-history">{t('applications.history')}</h3>
      {changes.length === 0 && <p className={rows.facts}>{t('applications.noHistory')}</p>}
      {changes.length > 0 && (
        <ChangeList
          labelledBy="application-history"
          changes={changes}
          labelOf={changeLabel}
          factsOf={whoAndWhen}
          undoLabelOf={(change) => t('applications.undoOf', { change })}
          onUndo={undo}
        />
      )}
    </section>
  );
}

function changeLabel({ kind, person, fact, from, to }: ApplicationChange): string {
  const label = (value: string | null) => {
    if (value === null) return t(kind === 'Address' ? 'applications.asSetting' : 'applications.noLevel');
    return kind === 'Address' ? value : levelLabel(value as AccessLevel);
  };
  const values = { from: label(from), to: label(to) };
  if (kind === 'Address') return t('applications.changedAddress', values);
  return t('applications.changedAccess', { name: person ?? groupLabel(fact ?? ''), ...values });
}

function whoAndWhen({ madeAt, madeBy, undoneAt, undoneBy }: ApplicationChange): string {
  const someone = t('applications.someone');
  return [
    t('applications.changedBy', { name: madeBy ?? someone, moment: momentLabel(madeAt) }),
    undoneAt !== null && t('applications.undoneBy', { name: undoneBy ?? someone, moment: momentLabel(undoneAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
