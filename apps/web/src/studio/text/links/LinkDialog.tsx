import { useContext, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { isSafeHref } from '@portico/kinds/safeHref';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../../locale/text.ts';
import { completeHref } from './linkCommands.ts';
import { PickersContext } from '../../Pickers.ts';
import styles from './LinkDialog.module.css';

export interface LinkDialogProps {
  /** The current address; undefined if the text is not a link yet. */
  href: string | undefined;
  /** Called with the new address, or an empty string to remove the link. */
  onApply: (href: string) => void;
  onClose: () => void;
}

/** Prompts for the address of a link, typed or chosen with the link picker. Rejects an address that is not allowed. */
export function LinkDialog(props: LinkDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={props.href === undefined ? t('studio.textAddLink') : t('studio.textEditLink')}
      size="small"
    >
      <LinkForm {...props} />
    </Dialog>
  );
}

function LinkForm({ href, onApply }: LinkDialogProps) {
  const { link: pick } = useContext(PickersContext);
  const [typed, setTyped] = useState(href ?? '');
  const [isInvalid, setIsInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Runs before the dialog focuses its first control, which is its close button.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const address = completeHref(typed);
    if (address !== '' && isSafeHref(address)) onApply(address);
    else setIsInvalid(true);
  };
  const choose = async () => {
    const chosen = await pick?.(href);
    if (chosen !== undefined) onApply(chosen);
  };
  return (
    <form className={styles.form} onSubmit={apply} noValidate>
      <TextField
        label={t('studio.textAddress')}
        help={t('studio.textAddressHelp')}
        value={typed}
        maxLength={2048}
        error={isInvalid ? t('studio.textAddressWrong') : undefined}
        inputRef={input}
        onChange={(value) => {
          setTyped(value);
          setIsInvalid(false);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {t('studio.textApplyLink')}
        </Button>
        {pick && <Button onPress={() => void choose()}>{t('studio.textChooseLink')}</Button>}
        {href !== undefined && (
          <Button variant="quiet" onPress={() => onApply('')}>
            {t('studio.textRemoveLink')}
          </Button>
        )}
      </div>
    </form>
  );
}
