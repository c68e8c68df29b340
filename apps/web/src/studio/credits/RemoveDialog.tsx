import { deleteCreditNeed, type StoredNeed } from '@portico/contracts/studio/credits';
import { topicLabel } from '@portico/kinds/credits';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import styles from './credits.module.css';
import { problemOf } from './problemOf.ts';

interface RemoveDialogProps {
  stored: StoredNeed;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a line of the table is removed. */
export function RemoveDialog({ stored, onRemoved, onClose }: RemoveDialogProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    setPending(true);
    try {
      await call(deleteCreditNeed, { params: { needId: stored.id }, query: { version: String(stored.version) } });
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setPending(false);
    }
    onRemoved();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="small"
      title={t('credits.needRemoveTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void remove()}>
            {t('credits.needRemove')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <p>{t('credits.needRemoveText', { topic: topicLabel(stored.need) })}</p>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}
