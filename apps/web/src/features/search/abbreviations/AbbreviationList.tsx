import type { Abbreviation } from '@portico/contracts/search';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { useNavigate, useSearch } from '@tanstack/react-router';
import SpellCheck from 'lucide-react/icons/spell-check';
import { useEffect, useRef, useState } from 'react';
import { ListSearch } from '../../../kit/list/ListSearch.tsx';
import page from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { firstOf } from '../../../routing/listFilters.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import counted from '../CountedList.module.css';
import { AbbreviationForm } from './AbbreviationForm.tsx';
import { AbbreviationHistory } from './AbbreviationHistory.tsx';
import { AbbreviationRow } from './AbbreviationRow.tsx';
import { AbbreviationUsesDialog } from './AbbreviationUsesDialog.tsx';
import { MergeAbbreviationDialog } from './MergeAbbreviationDialog.tsx';
import { type AbbreviationActions, useAbbreviations } from './useAbbreviations.ts';

/** Thousands of rows with their buttons would delay every key. */
const ROWS_AT_ONCE = 50;

const matches = (entry: Abbreviation, text: string) =>
  [entry.abbreviation, entry.meaning].some((word) => word.toLowerCase().includes(text.toLowerCase()));

/** Every abbreviation of the search, found by its letters or its meaning, with a form for another one. */
export function AbbreviationList({ known }: { known: Abbreviation[] }) {
  const text = firstOf(useSearch({ strict: false }), 'text');
  const navigate = useNavigate();
  const actions = useAbbreviations();
  /** Entries being edited. They stay visible if another editor deletes them. */
  const [edited, setEdited] = useState<Abbreviation[]>([]);
  /** What was added here. It stays visible wherever its place in the list is. */
  const [added, setAdded] = useState<string[]>([]);
  const [merged, setMerged] = useState<Abbreviation>();
  const [used, setUsed] = useState<Abbreviation>();
  const add: AbbreviationActions['add'] = async (typed) => {
    const problems = await actions.add(typed);
    if (!problems) setAdded((before) => [...before, typed.abbreviation]);
    return problems;
  };
  const found = known.filter((entry) => matches(entry, text));
  const isKept = ({ id, abbreviation }: Abbreviation) =>
    added.includes(abbreviation) || edited.some((entry) => entry.id === id);
  return (
    <>
      <section aria-labelledby="new-abbreviation" className={page.panel}>
        <h2 id="new-abbreviation" className={page.subtitle}>
          {t('search.addOne')}
        </h2>
        <AbbreviationForm label={t('search.newAbbreviation')} saveLabel={t('search.add')} onSave={add} />
      </section>
      <section aria-labelledby="abbreviation-list" className={page.section}>
        <h2 id="abbreviation-list" className={page.subtitle}>
          {t('search.inList')}{' '}
          <span className={counted.total} aria-live="polite">
            {text === ''
              ? counts(known.length)
              : t('abbreviations.ofAll', { count: counts(found.length), all: counts(known.length) })}
          </span>
        </h2>
        <ListSearch
          label={t('abbreviations.find')}
          text={text}
          onChange={(changed) =>
            void navigate({
              to: `/search/abbreviations${stringifySearch({ text: changed.text || undefined })}`,
              replace: true,
              resetScroll: false,
            })
          }
        />
        <Rows
          entries={found}
          kept={[...known.filter(isKept), ...edited.filter((entry) => !known.some(({ id }) => id === entry.id))]}
          isDeleted={(entry) => !known.includes(entry)}
          mayMerge={(entry) => known.some(({ meaning }) => meaning !== entry.meaning)}
          isFiltered={text !== ''}
          actions={actions}
          onMerge={setMerged}
          onUses={setUsed}
          onEdit={(entry, isEditing) =>
            setEdited((before) => [...before.filter(({ id }) => id !== entry.id), ...(isEditing ? [entry] : [])])
          }
        />
      </section>
      <AbbreviationHistory />
      {merged && (
        <MergeAbbreviationDialog
          entry={merged}
          others={known.filter(({ meaning }) => meaning !== merged.meaning)}
          onClose={() => setMerged(undefined)}
        />
      )}
      {used && <AbbreviationUsesDialog entry={used} onClose={() => setUsed(undefined)} />}
    </>
  );
}

const counts = (count: number) => count.toLocaleString('en-US');

interface RowsProps {
  entries: Abbreviation[];
  /** Shown whether or not they are among the first ones. */
  kept: Abbreviation[];
  isDeleted: (entry: Abbreviation) => boolean;
  mayMerge: (entry: Abbreviation) => boolean;
  isFiltered: boolean;
  actions: AbbreviationActions;
  onMerge: (entry: Abbreviation) => void;
  onUses: (entry: Abbreviation) => void;
  onEdit: (entry: Abbreviation, isEditing: boolean) => void;
}

/** The first rows, and a button that shows more. */
function Rows({ entries, kept, isDeleted, mayMerge, isFiltered, actions, onMerge, onUses, onEdit }: RowsProps) {
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const list = useRef<HTMLUListElement>(null);
  const isFirst = useRef(true);
  const shown = [...new Set([...entries.slice(0, limit), ...kept])].sort((a, b) =>
    a.abbreviation.localeCompare(b.abbreviation, 'en'),
  );
  useEffect(() => {
    if (!isFirst.current) list.current?.children[limit - ROWS_AT_ONCE]?.querySelector('button')?.focus();
    isFirst.current = false;
  }, [limit]);
  if (shown.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        icon={<SpellCheck />}
        title={t(isFiltered ? 'abbreviations.noneFound' : 'search.noAbbreviations')}
        description={isFiltered ? t('abbreviations.noneFoundAdvice') : t('search.addFirst')}
      />
    );
  const focusNeighbor = (index: number) => {
    const rows = list.current?.children;
    (rows?.[index + 1] ?? rows?.[index - 1])?.querySelector('button')?.focus();
  };
  return (
    <>
      <ul ref={list} className={counted.list}>
        {shown.map((entry, index) => (
          <AbbreviationRow
            key={entry.id}
            entry={entry}
            actions={actions}
            isDeleted={isDeleted(entry)}
            onMerge={mayMerge(entry) ? () => onMerge(entry) : undefined}
            onUses={() => onUses(entry)}
            onRemove={() => focusNeighbor(index)}
            onEdit={(isEditing) => onEdit(entry, isEditing)}
          />
        ))}
      </ul>
      {entries.length > limit && (
        <div>
          <Button onPress={() => setLimit(limit + ROWS_AT_ONCE)}>
            {t('abbreviations.more', { count: counts(entries.length - limit) })}
          </Button>
        </div>
      )}
    </>
  );
}
