import type { Form } from '@portico/kinds/formFields';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import styles from './FormChangeList.module.css';
import { formChanges } from '../session/formChanges.ts';
import { t } from '../../../locale/text.ts';

/** Lists what differs between two versions of a form, and the answers that do not fit the later one. */
export function FormChangeList({
  before,
  after,
  values,
  files,
}: {
  before: Form;
  after: Form;
  values: FormValues;
  files: readonly FormFile[];
}) {
  const changes = formChanges(before, after, values, files);
  if (changes.length === 0) return <p>{t('forms.onlyWordingChanged')}</p>;
  return (
    <ul className={styles.changes}>
      {changes.map(({ what, lost }, index) => (
        <li key={index}>
          {what}
          {lost !== undefined && (
            <span className={styles.lost}>
              {' '}
              {t('forms.answerLostInVersion')} <q>{lost}</q>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
