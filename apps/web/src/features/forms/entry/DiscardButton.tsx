import { startValues } from '@portico/contracts/formValidation';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { differingAliases } from '../session/entryAnswers.ts';

const UNDO_MS = 10_000;

/** Empties the form, after a question and with a way back. */
export function DiscardButton({ session, state }: { session: EntrySession; state: EntryState }) {
  const [isAsking, setIsAsking] = useState(false);
  const isEmpty = differingAliases(state.values, startValues(state.form)).length === 0 && state.saving.kind === 'none';
  const discard = async () => {
    setIsAsking(false);
    try {
      const undo = await session.discard();
      showToast('Your answers were discarded.', { duration: UNDO_MS, action: { label: 'Undo', onPress: undo } });
    } catch {
      showToast('Your answers could not be discarded. Try again in a moment.', { type: 'error' });
    }
  };
  if (isEmpty) return null;
  return (
    <>
      <Button variant="quiet" onPress={() => setIsAsking(true)} aria-haspopup="dialog">
        Discard
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Discard your answers?"
        size="small"
        actions={
          <>
            <Button variant="danger" onPress={() => void discard()}>
              Discard
            </Button>
            <Button variant="quiet" onPress={() => setIsAsking(false)}>
              Keep them
            </Button>
          </>
        }
      >
        <p>Everything that you have filled in goes, on all your devices.</p>
      </Dialog>
    </>
  );
}
