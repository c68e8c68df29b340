import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './AbbreviationForm.module.css';
import { type AbbreviationProblems, abbreviationProblems } from './abbreviationProblems.ts';
import type { NewAbbreviation } from '../search.queries.ts';

export interface AbbreviationFormProps {
  /** Accessible name of the form. */
  label: string;
  initial?: NewAbbreviation;
  saveLabel: string;
  /**
   * Resolves to undefined after saving, which clears the form, or to problems by field. Even an empty object keeps the
   * typed text.
   */
  onSave: (typed: NewAbbreviation) => Promise<AbbreviationProblems | undefined>;
  onCancel?: (() => void) | undefined;
  /** Shown between the fields and the buttons. */
  children?: ReactNode;
  hasFocus?: boolean;
}

const empty: NewAbbreviation = { abbreviation: '', meaning: '' };

/** Fields for an abbreviation and its meaning. */
export function AbbreviationForm({
  label,
  initial = empty,
  saveLabel,
  onSave,
  onCancel,
  children,
  hasFocus = false,
}: AbbreviationFormProps) {
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<AbbreviationProblems>({});
  const [isSaving, setIsSaving] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) first.current?.focus();
  }, [hasFocus]);

  const change = (changed: Partial<NewAbbreviation>) => {
    setTyped({ ...typed, ...changed });
    // Hide a field's error while the editor fixes it.
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in changed))));
  };
  const check = (name: keyof NewAbbreviation) => {
    const problem = typed[name] === '' ? undefined : abbreviationProblems(typed)?.[name];
    if (problem !== undefined) setProblems({ ...problems, [name]: problem });
  };
  const show = (found: AbbreviationProblems) => {
    setProblems(found);
    if (found.abbreviation !== undefined) first.current?.focus();
    else if (found.meaning !== undefined) second.current?.focus();
  };
  const save = async () => {
    const found = abbreviationProblems(typed);
    if (found) return show(found);
    setIsSaving(true);
    try {
      const refused = await onSave({ abbreviation: typed.abbreviation.trim(), meaning: typed.meaning.trim() });
      if (refused) return show(refused);
      setTyped(empty);
      first.current?.focus();
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <form
      aria-label={label}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.();
      }}
    >
      <div className={styles.fields}>
        <TextField
          label={t('search.abbreviation')}
          value={typed.abbreviation}
          error={problems.abbreviation}
          isRequired
          inputRef={first}
          onChange={(abbreviation) => change({ abbreviation })}
          onBlur={() => check('abbreviation')}
        />
        <TextField
          label={t('search.meaning')}
          value={typed.meaning}
          error={problems.meaning}
          isRequired
          inputRef={second}
          onChange={(meaning) => change({ meaning })}
          onBlur={() => check('meaning')}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" pending={isSaving}>
            {saveLabel}
          </Button>
          {onCancel && (
            <Button variant="quiet" onPress={onCancel}>
              {t('shared.cancel')}
            </Button>
          )}
        </div>
      </div>
      {children}
    </form>
  );
}
