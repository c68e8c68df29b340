import { useCallback, useMemo, useState } from 'react';
import type { ContentComponent } from '@portico/contracts/content';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { t } from '../../../locale/text.ts';
import { PickersContext, type Pickers } from '../text/Pickers.ts';
import { kindLabel, propertiesOf } from './descriptions.ts';
import { modelOf } from './fieldModel.ts';
import { FormContext, type Problem, type Values } from './formContext.ts';
import { Properties } from './Property.tsx';
import styles from './fields.module.css';

export interface PropertyFormProps {
  component: ContentComponent;
  /** Called with the whole component. It may lack what is still to be written. */
  onChange: (next: ContentComponent) => void;
  /** What is wrong, by place: `images.0.title`. Each is said at its control, the rest above the form. */
  problems?: readonly Problem[];
  pickers: Pickers;
  /** The session keeps the history of texts too. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** All properties of one component, made from its schema and its description. */
export function PropertyForm({
  component,
  onChange,
  problems = NO_PROBLEMS,
  pickers,
  onUndo,
  onRedo,
}: PropertyFormProps) {
  const [message, setMessage] = useState('');
  const { type, id, ...values } = component;
  const names = propertiesOf(type);
  // Two announcements of the same words are two changes for a screen reader.
  const announce = useCallback(
    (words: string) => setMessage((before) => (before === words ? `${words}\u00a0` : words)),
    [],
  );
  const surroundings = useMemo(() => ({ problems, announce, onUndo, onRedo }), [problems, announce, onUndo, onRedo]);
  const ofAll = problems.filter(({ path }) => {
    const name = path.split('.')[0] ?? '';
    return !Object.hasOwn(names, name) || names[name]?.isHidden === true;
  });
  return (
    <PickersContext value={pickers}>
      <FormContext value={surroundings}>
        <div role="group" aria-label={t('studio.fieldForm', { kind: t(kindLabel(type)) })} className={styles.form}>
          {ofAll.length > 0 && (
            <ul className={styles.problems}>
              {ofAll.map((problem) => (
                <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
              ))}
            </ul>
          )}
          {Object.keys(names).length === 0 && <p className={styles.help}>{t('studio.fieldNothing')}</p>}
          <Properties
            // Another component starts with its own texts in its fields.
            key={id}
            models={modelOf(type)}
            descriptions={names}
            values={values}
            onChange={(next: Values) => onChange({ ...next, id, type } as unknown as ContentComponent)}
            path=""
          />
          <VisuallyHidden role="status">{message}</VisuallyHidden>
        </div>
      </FormContext>
    </PickersContext>
  );
}
