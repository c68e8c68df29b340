import { initialValues } from '@portico/contracts/formValidation';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { differingAliases } from '../entryAnswers.ts';
import { t } from '../../../locale/text.ts';

const UNDO_MS = 10_000;

/** Clears the form after a confirmation, and offers to undo it. */
export function DiscardButton({ session, state }: { session: EntrySession; state: EntryState }) {
  const [isAsking, setIsAsking] = useState(false);
  const isEmpty =
    differingAliases(state.values, initialValues(state.form)).length === 0 && state.saving.kind === 'none';
  const discard = async () => {
    setIsAsking(false);
    try {
      const undo = await session.discard();
      showToast(t('forms.discarded'), { duration: UNDO_MS, action: { label: t('shared.undo'), onPress: undo } });
    } catch {
      showToast(t('forms.notDiscarded'), { type: 'error' });
    }
  };
  if (isEmpty) return null;
  return (
    <>
      <Button variant="quiet" onPress={() => setIsAsking(true)} aria-haspopup="dialog">
        {t('forms.discard')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('forms.discardQuestion')}
        size="small"
        actions={
          <>
            <Button variant="danger" onPress={() => void discard()}>
              {t('forms.discard')}
            </Button>
            <Button variant="quiet" onPress={() => setIsAsking(false)}>
              {t('forms.keepAnswers')}
            </Button>
          </>
        }
      >
        <p>{t('forms.discardConsequence')}</p>
      </Dialog>
    </>
  );
}
