import type { Form } from '@portico/kinds/formFields';
import { valueAt } from '@portico/contracts/formRules';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import { visibleFields, type ValueField } from '@portico/contracts/formValidation';
import styles from './EntryValues.module.css';
import { fileFact, FormFileLink } from './FormFileLink.tsx';
import { valueLabel } from './entryAnswers.ts';
import { t } from '../../locale/text.ts';

/** Questions with their answers, without the questions that were hidden. */
export function EntryValues({ form, values, files }: { form: Form; values: FormValues; files: readonly FormFile[] }) {
  return (
    <dl className={styles.values}>
      {visibleFields(form, values).map((field) => (
        <div key={field.id} className={styles.pair}>
          <dt className={styles.label}>{field.label}</dt>
          <dd className={styles.value}>
            <Value field={field} values={values} files={files} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, values, files }: { field: ValueField; values: FormValues; files: readonly FormFile[] }) {
  const value = valueAt(values, field.alias);
  if (field.type === 'FileUpload' && Array.isArray(value) && value.length > 0) {
    return (
      <ul className={styles.files}>
        {value.map((id) => {
          const file = files.find((candidate) => candidate.id === id);
          return (
            <li key={id}>
              <FormFileLink id={id} file={file} />
              {file && <span className={styles.fact}> {fileFact(file)}</span>}
            </li>
          );
        })}
      </ul>
    );
  }
  return valueLabel(field, value, files) ?? <span className={styles.empty}>{t('forms.notAnswered')}</span>;
}
