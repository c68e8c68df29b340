import CircleCheck from 'lucide-react/icons/circle-check';
import { Button } from '@portico/ui/Button';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '@portico/ui/classes';
import { t } from '../../../locale/text.ts';
import { EntryValues } from '../EntryValues.tsx';
import { FilesAreHere } from '../FormFileLink.tsx';
import { createEntrySession } from '../session/entrySession.ts';
import type { EntryState } from '../session/entryState.ts';
import { tryOutPlace } from '../session/tryOutPlace.ts';
import panel from '../status/StatusPanel.module.css';
import receipt from '../status/Receipt.module.css';
import { EntryForm } from './EntryForm.tsx';
import type { FormEntryProps } from './FormEntry.tsx';
import styles from './FormEntry.module.css';

/** A form in a preview: filled out and checked like on its page, but nothing is stored or sent. */
export default function FormTryOut({ component, headingLevel }: FormEntryProps) {
  const [session] = useState(() => createEntrySession(component, tryOutPlace(component)));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => void session.load(), [session]);
  const { title, description } = component;
  const below = Math.min(6, headingLevel + 1) as FormEntryProps['headingLevel'];
  const Title = `h${headingLevel}` as 'h2';
  return (
    <FilesAreHere value>
      <section className={styles.form} aria-label={title} data-block>
        <div className={styles.head}>
          <Title className={styles.title}>{title}</Title>
          {description && <p className={styles.description}>{description}</p>}
          <p className={styles.description}>{t('forms.tryOutNote')}</p>
        </div>
        {state.phase === 'editing' && (
          <EntryForm session={session} state={state} headingLevel={below} onFieldFocus={() => undefined} isTryOut />
        )}
        {state.phase === 'sent' && state.receipt && (
          <Complete state={state} values={state.receipt.values} headingLevel={below} onAgain={session.startAnother} />
        )}
      </section>
    </FilesAreHere>
  );
}

interface CompleteProps {
  state: EntryState;
  values: EntryState['values'];
  headingLevel: FormEntryProps['headingLevel'];
  onAgain: () => void;
}

function Complete({ state: { form, files }, values, headingLevel, onAgain }: CompleteProps) {
  const Title = `h${headingLevel}` as 'h3';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={receipt.receipt}>
      <div className={classes(panel.panel, receipt.head)} data-tone="success">
        <CircleCheck className={receipt.icon} aria-hidden="true" />
        <div>
          <Title ref={title} tabIndex={-1} className={panel.title}>
            {t('forms.tryOutComplete')}
          </Title>
          <p>{t('forms.tryOutNotSent')}</p>
        </div>
      </div>
      <EntryValues form={form} values={values} files={files} />
      <div className={panel.actions}>
        <Button variant="quiet" onPress={onAgain}>
          {t('forms.fillInAgain')}
        </Button>
      </div>
    </div>
  );
}
