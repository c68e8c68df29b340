import { ApiError } from '@portico/client/ApiError';
import type { ComponentOf } from '@portico/kinds/content';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useState, type ReactNode } from 'react';
import { browser } from '../../../sign-in/browser.ts';
import { ConflictChoice } from '../changes/ConflictChoice.tsx';
import { EntryForm, type EntryFormProps } from './EntryForm.tsx';
import styles from './FormEntry.module.css';
import { Receipt } from '../status/Receipt.tsx';
import { isBlank } from '../session/entrySteps.ts';
import { LimitNotice } from './LimitNotice.tsx';
import { useEntrySession } from '../session/useEntrySession.ts';
import { t } from '../../../locale/text.ts';

export interface FormEntryProps {
  component: ComponentOf<'Form'>;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

/** A form on a page with the answers saved so far, or the receipt once it has been sent. */
export function FormEntry({ component, headingLevel }: FormEntryProps) {
  const [session, state] = useEntrySession(component);
  const { title, description } = state.form;
  const below = Math.min(6, headingLevel + 1) as FormEntryProps['headingLevel'];
  const Title = `h${headingLevel}` as 'h2';
  const frame = (inside: ReactNode) => (
    <section className={styles.form} aria-label={title} data-block>
      <div className={styles.head}>
        <Title className={styles.title}>{title}</Title>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {inside}
    </section>
  );
  switch (state.phase) {
    case 'loading':
      return frame(
        <SkeletonGroup label={t('forms.loadingForm', { title })} className={styles.placeholder}>
          {component.fields.slice(0, 4).map((field) => (
            <Skeleton key={field.id} shape="box" height="4rem" />
          ))}
        </SkeletonGroup>,
      );
    case 'failed':
      return frame(<FormFailed error={state.error} onRetry={session.load} />);
    case 'userChanged':
      return frame(
        <ErrorState
          size="compact"
          headingLevel={3}
          title={t('forms.userChanged')}
          description={t('forms.userChangedNote')}
          onRetry={() => browser.reload()}
        />,
      );
    case 'sent':
      return frame(
        state.receipt && (
          <Receipt
            receipt={state.receipt}
            form={state.form}
            files={state.files}
            headingLevel={below}
            onAgain={state.limits?.isOnce ? undefined : session.startAnother}
          />
        ),
      );
    case 'conflict':
    case 'editing':
      return frame(<Answers session={session} state={state} headingLevel={below} />);
  }
}

/** The fields, or the choice between what is in them and what another device has saved. */
function Answers(props: Omit<EntryFormProps, 'onFieldFocus' | 'isTryOut'>) {
  const [isInField, setIsInField] = useState(false);
  const { conflict, limits, correction } = props.state;
  if (limits && limits.refusal !== null && !correction && isBlank(props.state)) return <LimitNotice limits={limits} />;
  // Replacing a field in which somebody types would lose the next keys, so the choice waits until the fields are left.
  return conflict && !isInField ? (
    <ConflictChoice {...props} conflict={conflict} />
  ) : (
    <EntryForm {...props} onFieldFocus={setIsInField} />
  );
}

function FormFailed({ error, onRetry }: { error: unknown; onRetry: () => Promise<void> }) {
  const [isRetrying, setIsRetrying] = useState(false);
  const retry = async () => {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  };
  if (error instanceof ApiError && error.status === 404) {
    return <p className={styles.description}>{t('forms.closed')}</p>;
  }
  if (error instanceof ApiError && error.status === 403)
    return <p className={styles.description}>{t('forms.onlyThemselves')}</p>;
  return (
    <ErrorState
      size="compact"
      headingLevel={3}
      title={t('forms.formNotLoaded')}
      onRetry={() => void retry()}
      isRetrying={isRetrying}
      requestId={error instanceof ApiError ? error.requestId : undefined}
    />
  );
}
