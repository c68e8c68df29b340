import { deskEntryPath, type listAssignedEntries } from '@portico/contracts/studio/formsDesk';
import type { CallResult } from '@portico/contracts/endpoint';
import { StatusLabel } from '@portico/ui/StatusLabel';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { DueLabel } from './DueLabel.tsx';
import { stateTexts, stateTones, whenLabel } from './entryLabels.ts';
import styles from './formsDesk.module.css';

type Assigned = CallResult<typeof listAssignedEntries>['items'][number];

/** Entries of all forms that wait for the signed-in person, overdue ones first; nothing without any. */
export function AssignedEntries({ list }: { list: CallResult<typeof listAssignedEntries> }) {
  const { items, total, page, pageSize } = list;
  if (total === 0) return null;
  const last = Math.ceil(total / pageSize);
  const hrefOf = (other: number) => (other === 1 ? '/studio/forms' : `/studio/forms?assigned=${other}`);
  return (
    <section aria-labelledby="assigned" className={styles.fields}>
      <h2 id="assigned" className={styles.subtitle}>
        {t('formsDesk.assignedToYou')} <span className={styles.count}>{total.toLocaleString('en-US')}</span>
      </h2>
      <ul className={rows.rows}>
        {items.map((entry) => (
          <li key={entry.id}>
            <AssignedEntry entry={entry} />
          </li>
        ))}
      </ul>
      {last > 1 && (
        <nav aria-label={t('formsDesk.assignedPages')} className={styles.tools}>
          {page > 1 && <PortalLinkButton href={hrefOf(page - 1)}>{t('formsDesk.previousPage')}</PortalLinkButton>}
          {page < last && <PortalLinkButton href={hrefOf(page + 1)}>{t('formsDesk.nextPage')}</PortalLinkButton>}
        </nav>
      )}
    </section>
  );
}

function AssignedEntry({ entry }: { entry: Assigned }) {
  const { id, formId, title, sender, state, receivedAt } = entry;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={deskEntryPath(formId, id)} className={rows.title}>
          {t('formsDesk.assignedEntry', { name: sender || t('formsDesk.nameless'), title })}
        </PortalLink>
        <p className={rows.facts}>
          <time dateTime={receivedAt}>{whenLabel(receivedAt)}</time>
        </p>
      </div>
      <div className={rows.labels}>
        <StatusLabel tone={stateTones[state]}>{t(stateTexts[state])}</StatusLabel>
        <DueLabel entry={entry} />
      </div>
    </div>
  );
}
