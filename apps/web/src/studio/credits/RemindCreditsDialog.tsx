import type { CallInput } from '@portico/contracts/endpoint';
import { remindCredits } from '@portico/contracts/studio/credits';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { problemOf } from './problemOf.ts';
import styles from './credits.module.css';

interface RemindCreditsDialogProps {
  people: number;
  /** How many of them also get an email. */
  byMail: number;
  filters: CallInput<typeof remindCredits>['body']['filters'];
  onSent: () => void;
  onClose: () => void;
}

/** Reminds everyone in the filtered list who lacks something, after saying how many that are. */
export function RemindCreditsDialog({ people, byMail, filters, onSent, onClose }: RemindCreditsDialogProps) {
  const [id] = useState(() => crypto.randomUUID());
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      const answer = await call(remindCredits, { body: { id, people, filters } });
      showToast(t('credits.saidReminded', { count: answer.people }), { type: 'success' });
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setPending(false);
    }
    onSent();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('credits.remindTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} isDisabled={people === 0} onPress={() => void send()}>
            {t('credits.remindSend')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <p role="status">
        {t('credits.remindText', { count: people })}{' '}
        {byMail === 0 ? t('credits.remindNoMail') : t('credits.remindByMail', { count: byMail })}
      </p>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}
