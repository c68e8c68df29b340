import { Button } from '@portico/ui/Button';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '../../../locale/text.ts';
import { FilesAreHere } from '../FormFileLink.tsx';
import { createEntrySession } from '../session/entrySession.ts';
import { tryOutPlace } from '../session/tryOutPlace.ts';
import { EntryOutcome } from '../status/EntryOutcome.tsx';
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
          <EntryOutcome
            title={t('forms.tryOutComplete')}
            message={t('forms.tryOutNotSent')}
            form={state.form}
            values={state.receipt.values}
            files={state.files}
            headingLevel={below}
          >
            <Button variant="quiet" onPress={session.startAnother}>
              {t('forms.fillInAgain')}
            </Button>
          </EntryOutcome>
        )}
      </section>
    </FilesAreHere>
  );
}
