import { Button, type ButtonVariant } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useState, type ReactNode } from 'react';
import { t } from '../locale/text.ts';

interface ConfirmButtonProps {
  label: string;
  /** Names what the button acts on, where several buttons have the same label. */
  ariaLabel?: string;
  variant?: ButtonVariant;
  size?: 'small' | undefined;
  title: string;
  text: ReactNode;
  /** Label of the confirming button; `label` by default. */
  action?: string;
  actionVariant?: ButtonVariant;
  isDisabled?: boolean;
  isActionDisabled?: boolean;
  /** Called before the question; false means that something on the page must be corrected first. */
  isReady?: () => boolean;
  /** Resolves to true on success, which closes the dialog. */
  onConfirm: () => Promise<boolean>;
}

/** A button that asks for confirmation before an action that can't be undone or that many people will notice. */
export function ConfirmButton({
  label,
  ariaLabel,
  variant,
  size,
  title,
  text,
  action = label,
  actionVariant = variant ?? 'primary',
  isDisabled,
  isActionDisabled,
  isReady,
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
      <Button
        size={size}
        variant={variant}
        isDisabled={isDisabled}
        aria-label={ariaLabel}
        onPress={() => setIsAsking(isReady?.() ?? true)}
      >
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
              variant={actionVariant}
              pending={pending}
              isDisabled={isActionDisabled}
              onPress={() => void confirm()}
            >
              {action}
            </Button>
            <Button onPress={() => setIsAsking(false)}>{t('shared.cancel')}</Button>
          </>
        }
      >
        <div>{text}</div>
      </Dialog>
    </>
  );
}
