import type { Form } from '@portico/kinds/formFields';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from '@portico/ui/classes';
import { EntryValues } from '../EntryValues.tsx';
import styles from './EntryOutcome.module.css';
import panel from './StatusPanel.module.css';

export interface EntryOutcomeProps {
  title: string;
  message: string;
  form: Form;
  values: FormValues;
  files: FormFile[];
  headingLevel: 2 | 3 | 4 | 5 | 6;
  /** Buttons and links. */
  children: ReactNode;
}

/** What became of a finished entry, with its answers. Takes the focus. */
export function EntryOutcome({ title, message, form, values, files, headingLevel, children }: EntryOutcomeProps) {
  const Title = `h${headingLevel}` as 'h3';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.receipt}>
      <div className={classes(panel.panel, styles.head)} data-tone="success">
        <CircleCheck className={styles.icon} aria-hidden="true" />
        <div>
          <Title ref={heading} tabIndex={-1} className={panel.title}>
            {title}
          </Title>
          <p>{message}</p>
        </div>
      </div>
      <EntryValues form={form} values={values} files={files} />
      <div className={panel.actions} data-print="hidden">
        {children}
      </div>
    </div>
  );
}
