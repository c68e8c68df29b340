import { valueAt } from '@portico/contracts/formRules';
import { EntryField } from './EntryField.tsx';
import type { EntryFieldProps } from './entryFieldProps.ts';
import styles from './EntryPart.module.css';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import type { FormPart } from '../entryAnswers.ts';
import { t } from '../../../locale/text.ts';

interface EntryPartProps {
  part: FormPart;
  /** Counted from 0, among the `of` visible parts. */
  index: number;
  of: number;
  /** Prefix of the field ids. */
  base: string;
  state: EntryState;
  session: EntrySession;
  errorOf: (alias: string) => string | undefined;
  headingLevel: 2 | 3 | 4 | 5 | 6;
  onChange: EntryFieldProps['onChange'];
  onBlur: EntryFieldProps['onBlur'];
}

const none: never[] = [];

/** Fields under one title. */
export function EntryPart({
  part: { title, fields },
  index,
  of,
  base,
  state,
  session,
  errorOf,
  headingLevel,
  onChange,
  onBlur,
}: EntryPartProps) {
  const Title = `h${headingLevel}` as 'h3';
  const inside = fields.map((field) => {
    if (field.type === 'Divider') return <hr key={field.id} className={styles.divider} />;
    const isFile = field.type === 'FileUpload';
    return (
      <EntryField
        key={field.id}
        id={base + field.alias}
        field={field}
        value={valueAt(state.values, field.alias)}
        error={errorOf(field.alias)}
        onChange={onChange}
        onBlur={onBlur}
        files={isFile ? state.files : none}
        uploads={isFile ? state.uploads.filter((upload) => upload.target === field.alias) : none}
        onFiles={session.addFiles}
        onRemoveFile={session.removeFile}
        onCancelUpload={session.uploads.cancel}
        onRetryUpload={session.uploads.retry}
      />
    );
  });
  if (!title) return <div className={styles.part}>{inside}</div>;
  const id = `${base}${title.id}`;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        {of > 1 && <p className={styles.number}>{t('forms.partOf', { part: index + 1, total: of })}</p>}
        <Title id={id} className={styles.title}>
          {title.title}
        </Title>
        {title.description && <p className={styles.description}>{title.description}</p>}
      </div>
      {inside}
    </section>
  );
}
