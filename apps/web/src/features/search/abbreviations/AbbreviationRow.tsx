import type { Abbreviation } from '@portico/contracts/search';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { richText } from '../../../locale/richText.ts';
import { t } from '../../../locale/text.ts';
import { AbbreviationForm } from './AbbreviationForm.tsx';
import type { AbbreviationProblems } from './abbreviationProblems.ts';
import styles from './AbbreviationRow.module.css';
import type { NewAbbreviation } from '../search.queries.ts';
import type { AbbreviationActions } from './useAbbreviations.ts';

export interface AbbreviationRowProps {
  entry: Abbreviation;
  actions: AbbreviationActions;
  /** Called before this row is deleted, to move focus elsewhere. */
  onRemove: () => void;
  /** Another editor deleted the entry during this edit. The typed text stays. */
  isDeleted: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Undefined without another one to choose from. */
  onMerge: (() => void) | undefined;
  onUses: () => void;
}

/**
 * One abbreviation, edited in place. On a conflict with another editor, it shows both versions and keeps the typed
 * text.
 */
export function AbbreviationRow({
  entry,
  actions,
  onRemove,
  isDeleted,
  onEdit,
  onMerge,
  onUses,
}: AbbreviationRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  /** The version that the edit started from, or the newer one that saving again would replace. */
  const [base, setBase] = useState(entry.version);
  const [hasConflict, setHasConflict] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const setOpen = (isOpen: boolean) => {
    setIsEditing(isOpen);
    onEdit(isOpen);
    setBase(entry.version);
    setHasConflict(false);
  };
  const save = async (typed: NewAbbreviation): Promise<AbbreviationProblems | undefined> => {
    if (isDeleted) {
      const problems = await actions.add(typed);
      if (!problems) setOpen(false);
      return problems;
    }
    const outcome = await actions.change(entry.id, base, typed);
    if (outcome.kind === 'rejected') return outcome.problems;
    if (outcome.kind === 'saved') {
      setOpen(false);
      return undefined;
    }
    setHasConflict(true);
    if (outcome.theirs) setBase(outcome.theirs.version);
    // The fields are valid; an empty object keeps the typed text.
    return {};
  };

  if (!isEditing) {
    return (
      <li className={styles.row}>
        <span className={styles.abbreviation}>{entry.abbreviation}</span>
        <span className={styles.meaning}>{entry.meaning}</span>
        <span className={styles.buttons}>
          <IconButton
            ref={edit}
            label={t('search.edit', { abbreviation: entry.abbreviation })}
            icon={<Pencil aria-hidden="true" />}
            onPress={() => setOpen(true)}
          />
          <IconButton
            label={t('search.delete', { abbreviation: entry.abbreviation })}
            icon={<Trash2 aria-hidden="true" />}
            onPress={() => {
              onRemove();
              void actions.remove(entry);
            }}
          />
          <ActionMenu
            label={t('abbreviations.actionsOf', { abbreviation: entry.abbreviation })}
            size="small"
            actions={[
              { label: t('abbreviations.uses'), onAction: onUses },
              ...(onMerge ? [{ label: t('abbreviations.merge'), onAction: onMerge }] : []),
            ]}
          />
        </span>
      </li>
    );
  }
  return (
    <li className={styles.row} data-editing>
      <AbbreviationForm
        label={t('search.edit', { abbreviation: entry.abbreviation })}
        initial={{ abbreviation: entry.abbreviation, meaning: entry.meaning }}
        hasFocus
        saveLabel={t(isDeleted ? 'search.addAgain' : hasConflict ? 'search.saveMine' : 'search.save')}
        onSave={save}
        onCancel={() => setOpen(false)}
      >
        {isDeleted && (
          <Banner tone="warning" isLive>
            {t('search.deletedElsewhere')}
          </Banner>
        )}
        {hasConflict && !isDeleted && (
          <Banner
            tone="warning"
            isLive
            action={
              <Button size="small" onPress={() => setOpen(false)}>
                {t('search.keepTheirs')}
              </Button>
            }
          >
            {richText('search.changedElsewhere', {
              abbreviation: <strong>{entry.abbreviation}</strong>,
              meaning: entry.meaning,
            })}
          </Banner>
        )}
      </AbbreviationForm>
    </li>
  );
}
