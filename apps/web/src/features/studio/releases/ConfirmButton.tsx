import { Button, type ButtonVariant } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useState, type ReactNode } from 'react';
import { t } from '../../../locale/text.ts';

interface ConfirmButtonProps {
  label: string;
  variant?: ButtonVariant;
  title: string;
  text: ReactNode;
  /** What the button that does it says. */
  action: string;
  isDisabled?: boolean;
  isActionDisabled?: boolean;
  /** True when it worked; the dialog closes then. */
  onConfirm: () => Promise<boolean>;
}

/** A button that asks before it does something that many people will notice. */
export function ConfirmButton({
  label,
  variant,
  title,
  text,
  action,
  isDisabled,
  isActionDisabled,
  onConfirm,
}: ConfirmButtonProps) {
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
      <Button variant={variant} isDisabled={isDisabled} onPress={() => setIsAsking(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isAsking}
        size="small"
        onOpenChange={setIsAsking}
        title={title}
        actions={
          <>
            <Button
              variant={variant ?? 'primary'}
              pending={pending}
              isDisabled={isActionDisabled}
              onPress={() => void confirm()}
            >
              {action}
            </Button>
            <Button onPress={() => setIsAsking(false)}>{t('releases.cancel')}</Button>
          </>
        }
      >
        <div>{text}</div>
      </Dialog>
    </>
  );
}
