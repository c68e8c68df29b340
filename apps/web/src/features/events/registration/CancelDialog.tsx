import type { PortalEvent } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { t } from '../../../locale/text.ts';

export interface CancelDialogProps {
  event: PortalEvent;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
}

/** Confirms a cancellation that can't be undone because the reader loses their spot or their waiting list position. */
export function CancelDialog({ event, isOpen, onOpenChange, onConfirm }: CancelDialogProps) {
  const isRegistered = event.registrationStatus === 'Registered';
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
      title={isRegistered ? t('events.cancelQuestion') : t('events.leaveList')}
      actions={
        <>
          <Button onPress={() => onOpenChange(false)}>
            {isRegistered ? t('events.keepRegistration') : t('events.keepWaiting')}
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            {isRegistered ? t('events.cancelRegistration') : t('events.leaveTheList')}
          </Button>
        </>
      }
    >
      <p>{isRegistered ? spotLoss(event) : t('events.turnLoss')}</p>
    </Dialog>
  );
}

function spotLoss({ registration }: PortalEvent): string {
  const waiting = registration?.waiting ?? 0;
  if (waiting > 0) return t('events.spotLoss', { count: waiting });
  if (registration?.spotsLeft === 0) return t('events.fullLoss');
  return t('events.closedLoss');
}
