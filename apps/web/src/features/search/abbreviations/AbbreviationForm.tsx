import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './AbbreviationForm.module.css';
import { type AbbreviationProblems, abbreviationProblems } from './abbreviationProblems.ts';
import type { AbbreviationInput } from '../search.queries.ts';

export interface AbbreviationFormProps {
  /** Names the form for screen readers. */
  label: string;
  initial?: AbbreviationInput;
  saveLabel: string;
  /** Resolves to what is wrong by field (perhaps with none of them), or to nothing once it is saved; the form is then emptied. What is typed stays otherwise. */
  onSave: (typed: AbbreviationInput) => Promise<AbbreviationProblems | undefined>;
  onCancel?: (() => void) | undefined;
  /** Between the fields and the buttons. */
  children?: ReactNode;
  hasFocus?: boolean;
}

const empty: AbbreviationInput = { abbreviation: '', meaning: '' };

/** An abbreviation and what it means. */
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

  const change = (changed: Partial<AbbreviationInput>) => {
    setTyped({ ...typed, ...changed });
    // A field that is being mended is not scolded meanwhile.
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in changed))));
  };
  const check = (name: keyof AbbreviationInput) => {
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
              {t('search.cancel')}
            </Button>
          )}
        </div>
      </div>
      {children}
    </form>
  );
}
