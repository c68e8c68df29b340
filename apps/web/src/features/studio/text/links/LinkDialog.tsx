import { useContext, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { isSafeHref } from '@portico/contracts/safeHref';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../../../locale/text.ts';
import { completeHref } from './linkCommands.ts';
import { PickersContext } from '../Pickers.ts';
import styles from './LinkDialog.module.css';

export interface LinkDialogProps {
  /** The address that the words have now; undefined when they are no link yet. */
  href: string | undefined;
  /** With the new address; empty to remove the link. */
  onApply: (href: string) => void;
  onClose: () => void;
}

/**
 * Asks for the address of a link: typed, or chosen with the link picker. An address that is not allowed is not taken.
 */
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
  const [isWrong, setIsWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Before the dialog looks for its first control, which is the one that closes it.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const address = completeHref(typed);
    if (address !== '' && isSafeHref(address)) onApply(address);
    else setIsWrong(true);
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
        error={isWrong ? t('studio.textAddressWrong') : undefined}
        inputRef={input}
        onChange={(value) => {
          setTyped(value);
          setIsWrong(false);
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
