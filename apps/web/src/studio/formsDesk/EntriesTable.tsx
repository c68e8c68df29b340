import type { CallResult } from '@portico/contracts/endpoint';
import type { DeskEntry, listDeskEntries } from '@portico/contracts/studio/formsDesk';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { answerLabel, questionLabel, senderLabel, stateTexts, stateTones, whenLabel } from './entryLabels.ts';
import { DueLabel } from './DueLabel.tsx';
import styles from './formsDesk.module.css';

interface EntriesTableProps {
  list: CallResult<typeof listDeskEntries>;
  /** The rows are still those of the previous filters. */
  isStale: boolean;
  hrefOf: (entryId: string) => string;
  selected: ReadonlyMap<string, DeskEntry>;
  /** No more entries can be selected. */
  isFull: boolean;
  onSelect: (entries: DeskEntry[], isOn: boolean) => void;
}

/** One row for each entry; the chosen questions are columns. A narrow screen scrolls it sideways. */
export function EntriesTable({ list, isStale, hrefOf, selected, isFull, onSelect }: EntriesTableProps) {
  const columns = list.chosen.flatMap((alias) => list.questions.find((question) => question.alias === alias) ?? []);
  const isAllSelected = list.items.every(({ id }) => selected.has(id));
  return (
    <div role="region" aria-label={t('formsDesk.table')} tabIndex={0} className={styles.scroll} aria-busy={isStale}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                className={styles.check}
                checked={isAllSelected}
                disabled={isFull && !isAllSelected}
                aria-label={t('formsDesk.selectAll')}
                onChange={(event) => onSelect(list.items, event.target.checked)}
              />
            </th>
            <th scope="col">{t('formsDesk.sender')}</th>
            <th scope="col">{t('formsDesk.state')}</th>
            <th scope="col">{t('formsDesk.assignee')}</th>
            {columns.map((question) => (
              <th key={question.alias} scope="col">
                {questionLabel(question)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((entry) => {
            const name = senderLabel(entry);
            return (
              <tr key={entry.id}>
                <td>
                  <input
                    type="checkbox"
                    className={styles.check}
                    checked={selected.has(entry.id)}
                    disabled={isFull && !selected.has(entry.id)}
                    aria-label={t('formsDesk.select', { name })}
                    onChange={(event) => onSelect([entry], event.target.checked)}
                  />
                </td>
                <th scope="row">
                  <PortalLink href={hrefOf(entry.id)} className={styles.name}>
                    {name}
                  </PortalLink>
                  {entry.sentBy !== null && (
                    <span className={styles.fact}>{t('formsDesk.sentBy', { name: entry.sentBy })}</span>
                  )}
                  <time dateTime={entry.receivedAt} className={styles.fact}>
                    {whenLabel(entry.receivedAt)}
                  </time>
                  {list.newestVersion > 1 && (
                    <span className={styles.fact}>{t('formsDesk.versionNumber', { version: entry.formVersion })}</span>
                  )}
                  {entry.notes > 0 && (
                    <span className={styles.fact}>{t('formsDesk.noteCount', { count: entry.notes })}</span>
                  )}
                </th>
                <td>
                  <StatusLabel tone={stateTones[entry.state]}>{t(stateTexts[entry.state])}</StatusLabel>
                  <DueLabel entry={entry} />
                </td>
                <td>{entry.assignee?.name ?? ''}</td>
                {columns.map((question) => (
                  <td key={question.alias}>
                    {entry.unasked.includes(question.alias) ? (
                      <span className={styles.count}>{t('formsDesk.notAsked')}</span>
                    ) : (
                      <div dir="auto" className={styles.answer}>
                        {answerLabel(question, entry)}
                      </div>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
