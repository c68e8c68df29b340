import type { CallResult } from '@portico/contracts/endpoint';
import {
  MAX_ANSWER_FILTERS,
  MAX_DESK_QUESTIONS,
  type DeskEntrySort,
  type listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { Button } from '@portico/ui/Button';
import { Checkbox, CheckboxGroup } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import rows from '../../kit/list/Rows.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import { answerOptions, questionLabel } from './entryLabels.ts';
import { colleaguesQuery, type DeskQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

type Entries = CallResult<typeof listDeskEntries>;

const sorts: Record<Exclude<DeskEntrySort, 'Answer'>, TextKey> = {
  Newest: 'formsDesk.sortNewest',
  Oldest: 'formsDesk.sortOldest',
  Due: 'formsDesk.sortDue',
  Name: 'formsDesk.sortName',
  Changed: 'formsDesk.sortChanged',
};

interface EntryFiltersProps {
  list: Entries;
  query: DeskQuery;
  onChange: (next: Partial<DeskQuery>) => void;
}

/** What the table shows, in which order, and which questions are its columns. */
export function EntryFilters({ list, query, onChange }: EntryFiltersProps) {
  const { data: colleagues } = useQuery(colleaguesQuery());
  const [question, setQuestion] = useState('');
  const [isChoosing, setIsChoosing] = useState(false);
  const asked = list.questions.filter((each) => answerOptions(each).length > 0);
  const options = asked.find(({ alias }) => alias === question);
  const answers = [query.answer ?? []].flat();
  const columns = list.questions.filter(({ alias }) => list.chosen.includes(alias));
  const sortValue = query.sort === 'Answer' ? `Answer:${query.by}` : (query.sort ?? 'Newest');
  return (
    <div className={rows.filters} data-print="hidden">
      <ListSearch
        label={t('formsDesk.findEntries')}
        text={query.text ?? ''}
        onChange={({ text }) => onChange({ text: text || undefined })}
      />
      <Select
        label={t('formsDesk.assigned')}
        value={query.assigned ?? ''}
        options={[
          { value: '', label: t('formsDesk.anyone') },
          { value: 'Me', label: t('formsDesk.me') },
          { value: 'Nobody', label: t('formsDesk.nobody') },
          ...(colleagues?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(assigned) => onChange({ assigned: assigned || undefined })}
      />
      {(list.limits.daysToDo !== null || query.due) && (
        <Checkbox
          label={t('formsDesk.onlyOverdue', { count: list.overdue })}
          isChecked={query.due === 'Overdue'}
          onChange={(isOn) => onChange({ due: isOn ? 'Overdue' : undefined })}
        />
      )}
      {list.newestVersion > 1 && (
        <Select
          label={t('formsDesk.versionColumn')}
          value={query.version ?? ''}
          options={[
            { value: '', label: t('formsDesk.anyVersion') },
            ...Array.from({ length: list.newestVersion }, (_, index) => list.newestVersion - index).map((version) => ({
              value: String(version),
              label: t('formsDesk.versionNumber', { version }),
            })),
          ]}
          onChange={(version) => onChange({ version: version || undefined })}
        />
      )}
      {asked.length > 0 && answers.length < MAX_ANSWER_FILTERS && (
        <>
          <Select
            label={t('formsDesk.filterQuestion')}
            value={question}
            options={[
              { value: '', label: t('formsDesk.anyAnswer') },
              ...asked.map((each) => ({ value: each.alias, label: questionLabel(each) })),
            ]}
            onChange={setQuestion}
          />
          {options && (
            <Select
              label={t('formsDesk.filterValue')}
              value=""
              options={[{ value: '', label: t('formsDesk.choose') }, ...answerOptions(options)]}
              onChange={(value) => {
                onChange({ answer: [...new Set([...answers, `${question}:${value}`])] });
                setQuestion('');
              }}
            />
          )}
        </>
      )}
      <Select
        label={t('formsDesk.sort')}
        value={sortValue}
        options={[
          ...Object.entries(sorts).map(([value, key]) => ({ value, label: t(key) })),
          ...columns.map(({ alias, label }) => ({
            value: `Answer:${alias}`,
            label: t('formsDesk.sortAnswer', { label }),
          })),
        ]}
        onChange={(value) => {
          const [sort, by] = value.split(':') as [DeskEntrySort, string | undefined];
          onChange({ sort: sort === 'Newest' ? undefined : sort, by });
        }}
      />
      <Button onPress={() => setIsChoosing(true)}>{t('formsDesk.columns')}</Button>
      {isChoosing && (
        <ColumnsDialog
          list={list}
          onChoose={(questions) => {
            onChange({ questions: questions.length > 0 ? questions : undefined });
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}

function ColumnsDialog({
  list,
  onChoose,
  onClose,
}: {
  list: Entries;
  onChoose: (questions: string[]) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<string[]>(list.chosen);
  const isTooMany = chosen.length > MAX_DESK_QUESTIONS;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('formsDesk.columnsTitle')}
      actions={
        <>
          <Button variant="primary" isDisabled={isTooMany} onPress={() => onChoose(chosen)}>
            {t('formsDesk.apply')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        <CheckboxGroup
          label={t('formsDesk.columnsTitle')}
          help={t('formsDesk.columnsHelp', { max: MAX_DESK_QUESTIONS })}
          error={isTooMany ? t('formsDesk.columnsTooMany', { max: MAX_DESK_QUESTIONS }) : undefined}
          options={list.questions.map((question) => ({ value: question.alias, label: questionLabel(question) }))}
          values={chosen}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  );
}
