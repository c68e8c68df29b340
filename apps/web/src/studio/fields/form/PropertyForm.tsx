import { useCallback, useMemo, useState } from 'react';
import type { ContentComponent } from '@portico/kinds/content';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { t } from '../../../locale/text.ts';
import { PickersContext, type Pickers } from '../../Pickers.ts';
import { componentLabel, propertiesOf } from '../../componentKinds.ts';
import { modelOf } from '../fieldModel.ts';
import { FormContext, type Problem } from '../formContext.ts';
import { Properties } from './Property.tsx';
import styles from '../fields.module.css';

export interface PropertyFormProps {
  component: ContentComponent;
  /** Called with the whole component, which can be incomplete while it is being edited. */
  onChange: (next: ContentComponent) => void;
  /** Problems by path, such as `images.0.title`. Each is shown at its control, the rest above the form. */
  problems?: readonly Problem[];
  pickers: Pickers;
  /** The session holds the undo history of texts, too. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** A form for all properties of one component, generated from its schema and its description. */
export function PropertyForm({
  component,
  onChange,
  problems = NO_PROBLEMS,
  pickers,
  onUndo,
  onRedo,
}: PropertyFormProps) {
  const [message, setMessage] = useState('');
  const { type, id } = component;
  const names = propertiesOf(type);
  // A trailing space makes a repeated message a change, so that screen readers announce it again.
  const say = useCallback((text: string) => setMessage((before) => (before === text ? `${text}\u00a0` : text)), []);
  const context = useMemo(() => ({ problems, say, onUndo, onRedo }), [problems, say, onUndo, onRedo]);
  const otherProblems = problems.filter(({ path }) => {
    const name = path.split('.')[0] ?? '';
    return !Object.hasOwn(names, name) || names[name]?.isHidden === true;
  });
  return (
    <PickersContext value={pickers}>
      <FormContext value={context}>
        <div role="group" aria-label={t('studio.fieldForm', { kind: componentLabel(type) })} className={styles.form}>
          {otherProblems.length > 0 && (
            <ul className={styles.problems}>
              {otherProblems.map((problem) => (
                <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
              ))}
            </ul>
          )}
          {Object.keys(names).length === 0 && <p className={styles.help}>{t('studio.fieldNothing')}</p>}
          <Properties
            // The key resets the text fields when another component is selected.
            key={id}
            models={modelOf(type)}
            descriptions={names}
            values={component}
            onChange={onChange}
            path=""
          />
          <VisuallyHidden role="status">{message}</VisuallyHidden>
        </div>
      </FormContext>
    </PickersContext>
  );
}
