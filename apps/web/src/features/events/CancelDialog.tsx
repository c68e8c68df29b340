import type { PortalEvent } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';

export interface CancelDialogProps {
  event: PortalEvent;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
}

/** Asks before a cancellation that can't be undone: the place, or the turn on the waiting list, is gone. */
export function CancelDialog({ event, isOpen, onOpenChange, onConfirm }: CancelDialogProps) {
  const isRegistered = event.registrationStatus === 'Registered';
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={isRegistered ? 'Give up your place?' : 'Leave the waiting list?'}
      actions={(
        <>
          <Button onPress={() => onOpenChange(false)}>{isRegistered ? 'Keep my place' : 'Keep waiting'}</Button>
          <Button variant="danger" onPress={onConfirm}>{isRegistered ? 'Cancel registration' : 'Leave the list'}</Button>
        </>
      )}
    >
      <p>{isRegistered ? placeLoss(event) : 'Your turn goes to the next person. If you come back you start at the end of the list, as long as registration is open.'}</p>
    </Dialog>
  );
}

function placeLoss({ registration }: PortalEvent): string {
  const waiting = registration?.waiting ?? 0;
  if (waiting > 0) return `${waiting === 1 ? 'One person is' : `${waiting} people are`} waiting. Your place goes to the first of them, and you may not get another one.`;
  if (registration?.placesLeft === 0) return 'The event is full. Somebody else may take your place before you change your mind.';
  return 'Registration is closed. You could not register again.';
}
