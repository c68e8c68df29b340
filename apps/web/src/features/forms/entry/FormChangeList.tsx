import type { Form } from '@portico/contracts/formFields';
import type { FormFile, FormValues } from '@portico/contracts/forms';
import styles from './FormChangeList.module.css';
import { formChanges } from '../session/formChanges.ts';

/** What is different between two versions of a form, one sentence each, and which answers have no place in the later one. */
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
  if (changes.length === 0) return <p>No question has changed, only what stands around them.</p>;
  return (
    <ul className={styles.changes}>
      {changes.map(({ what, lost }, place) => (
        <li key={place}>
          {what}
          {lost !== undefined && (
            <span className={styles.lost}>
              {' '}
              Your answer does not fit any more: <q>{lost}</q>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
