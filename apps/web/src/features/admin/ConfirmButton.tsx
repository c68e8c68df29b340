import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useState } from 'react';
import { t } from '../../locale/text.ts';

interface ConfirmButtonProps {
  /** Also of the button that does it. */
  label: string;
  /** Says what it is about, where several buttons have the same label. */
  ariaLabel?: string;
  title: string;
  text: string;
  /** Whether it worked; the dialog closes then. */
  onConfirm: () => Promise<boolean>;
}

/** A button that asks before it does something that cannot be taken back. */
export function ConfirmButton({ label, ariaLabel = label, title, text, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const isDone = await onConfirm();
    setPending(false);
    if (isDone) setIsAsking(false);
  };
  return (
    <>
      <Button size="small" aria-label={ariaLabel} onPress={() => setIsAsking(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isAsking}
        size="small"
        onOpenChange={setIsAsking}
        title={title}
        actions={
          <>
            <Button variant="danger" pending={pending} onPress={() => void confirm()}>
              {label}
            </Button>
            <Button onPress={() => setIsAsking(false)}>{t('admin.cancel')}</Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}
