import { MAX_CHANGED_ENTRIES, type DeskEntry, type EntryState } from '@portico/contracts/studio/formsDesk';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { choosableStates, stateTexts } from './entryLabels.ts';
import { colleaguesQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';
import { useEntryChange, type EntryResult } from './useEntryChange.ts';

interface BulkBarProps {
  formId: string;
  selected: ReadonlyMap<string, DeskEntry>;
  onChanged: (outcome: EntryResult[]) => void;
  onClear: () => void;
}

const KEEP = 'Keep';
const NOBODY = 'Nobody';

/** Changes state and assignee of the selected entries together. */
export function BulkBar({ formId, selected, onChanged, onClear }: BulkBarProps) {
  const { data: colleagues } = useQuery(colleaguesQuery());
  const change = useEntryChange(formId);
  const [state, setState] = useState<EntryState | typeof KEEP>(KEEP);
  const [assignee, setAssignee] = useState<string>(KEEP);
  const [pending, setPending] = useState(false);
  const isTooMany = selected.size > MAX_CHANGED_ENTRIES;
  const apply = async () => {
    setPending(true);
    const outcome = await change(
      [...selected.values()].map((entry) => ({
        id: entry.id,
        version: entry.version,
        state: state === KEEP ? entry.state : state,
        assigneeId: assignee === KEEP ? (entry.assignee?.id ?? null) : assignee === NOBODY ? null : assignee,
      })),
    );
    setPending(false);
    if (outcome) onChanged(outcome);
  };
  return (
    <section aria-label={t('formsDesk.bulk')} className={styles.bulk} data-print="hidden">
      <p role="status" className={styles.bulkCount}>
        {isTooMany
          ? t('formsDesk.selectedTooMany', { max: MAX_CHANGED_ENTRIES })
          : t('formsDesk.selected', { count: selected.size })}
      </p>
      <Select<EntryState | typeof KEEP>
        label={t('formsDesk.state')}
        value={state}
        options={[
          { value: KEEP, label: t('formsDesk.keepState') },
          ...choosableStates.map((value) => ({ value, label: t(stateTexts[value]) })),
        ]}
        onChange={setState}
      />
      <Select
        label={t('formsDesk.assignee')}
        value={assignee}
        options={[
          { value: KEEP, label: t('formsDesk.keepAssignee') },
          { value: NOBODY, label: t('formsDesk.nobody') },
          ...(colleagues?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setAssignee}
      />
      <Button
        variant="primary"
        pending={pending}
        isDisabled={isTooMany || (state === KEEP && assignee === KEEP)}
        onPress={() => void apply()}
      >
        {t('formsDesk.apply')}
      </Button>
      <Button onPress={onClear}>{t('formsDesk.clearSelection')}</Button>
    </section>
  );
}
