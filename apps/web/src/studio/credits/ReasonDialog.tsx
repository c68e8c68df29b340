import { MAX_CLAIM_REASON } from '@portico/contracts/creditClaimLimits';
import type { PersonClaim } from '@portico/contracts/studio/creditClaims';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { readPersonal, personalStorage, writePersonal } from '../../sign-in/personalStorage.ts';
import styles from './credits.module.css';
import { problemOf } from './problemOf.ts';

interface ReasonDialogProps {
  claim: PersonClaim;
  decision: 'Returned' | 'Rejected';
  /** Throws if it fails. */
  onSend: (reason: string) => Promise<void>;
  onSettled: () => void;
  onClose: () => void;
}

/** Asks why credits are returned or rejected. This browser keeps what is typed until it is sent. */
export function ReasonDialog({ claim, decision, onSend, onSettled, onClose }: ReasonDialogProps) {
  const storageName = `claim-reason.${claim.id}`;
  const { name } = claim.person;
  const [reason, setReason] = useState(() => {
    const kept = readPersonal(storageName);
    return typeof kept === 'string' ? kept : '';
  });
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const wrong =
    reason.trim() === ''
      ? t('credits.claimReasonWrong')
      : reason.length > MAX_CLAIM_REASON
        ? t('credits.claimReasonLong', { max: String(MAX_CLAIM_REASON) })
        : undefined;
  const send = async () => {
    setIsChecked(true);
    if (wrong !== undefined) return;
    setPending(true);
    setProblem(undefined);
    try {
      await onSend(reason);
      personalStorage.remove(storageName);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setPending(false);
    }
    onSettled();
  };
  const isReturn = decision === 'Returned';
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isReturn ? t('credits.claimReturnTitle', { name }) : t('credits.claimRejectTitle', { name })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void send()}>
            {isReturn ? t('credits.claimReturnSend') : t('credits.claimRejectSend')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label={isReturn ? t('credits.claimReason') : t('credits.claimReasonRejected')}
          help={t('credits.claimReasonHelp', { name })}
          value={reason}
          count={{ typed: reason.length, max: MAX_CLAIM_REASON }}
          error={isChecked ? wrong : undefined}
          onChange={(typed) => {
            setReason(typed);
            writePersonal(storageName, typed);
          }}
        />
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
