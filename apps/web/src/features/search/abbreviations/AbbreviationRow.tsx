import type { Abbreviation } from '@portico/contracts/search';
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
import type { AbbreviationInput } from '../search.queries.ts';
import type { AbbreviationActions } from './useAbbreviations.ts';

export interface AbbreviationRowProps {
  entry: Abbreviation;
  actions: AbbreviationActions;
  /** It is being deleted: the focus has to go somewhere else. */
  onRemove: () => void;
  /** It was deleted elsewhere while it was edited; what was typed is to stay. */
  isGone: boolean;
  onEdit: (isEditing: boolean) => void;
}

/** One abbreviation, changed in its place. When somebody else changed it meanwhile both versions show, and nothing typed is lost. */
export function AbbreviationRow({ entry, actions, onRemove, isGone, onEdit }: AbbreviationRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  /** The version that the edit started from, or that the person has agreed to replace. */
  const [base, setBase] = useState(entry.version);
  const [isOvertaken, setIsOvertaken] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const open = (opens: boolean) => {
    setIsEditing(opens);
    onEdit(opens);
    setBase(entry.version);
    setIsOvertaken(false);
  };
  const save = async (typed: AbbreviationInput): Promise<AbbreviationProblems | undefined> => {
    if (isGone) {
      const problems = await actions.add(typed);
      if (!problems) open(false);
      return problems;
    }
    const outcome = await actions.change(entry.id, base, typed);
    if (outcome.kind === 'refused') return outcome.problems;
    if (outcome.kind === 'saved') {
      open(false);
      return undefined;
    }
    setIsOvertaken(true);
    if (outcome.theirs) setBase(outcome.theirs.version);
    // Nothing is wrong with the fields; what is typed stays in them.
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
            onPress={() => open(true)}
          />
          <IconButton
            label={t('search.delete', { abbreviation: entry.abbreviation })}
            icon={<Trash2 aria-hidden="true" />}
            onPress={() => {
              onRemove();
              void actions.remove(entry);
            }}
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
        saveLabel={t(isGone ? 'search.addAgain' : isOvertaken ? 'search.saveMine' : 'search.save')}
        onSave={save}
        onCancel={() => open(false)}
      >
        {isGone && (
          <Banner tone="warning" isLive>
            {t('search.deletedElsewhere')}
          </Banner>
        )}
        {isOvertaken && !isGone && (
          <Banner
            tone="warning"
            isLive
            action={
              <Button size="small" onPress={() => open(false)}>
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
