import { use, useState } from 'react';
import { withoutInvisible } from '@portico/kinds/typedText';
import { isSafeHref } from '@portico/kinds/safeHref';
import { Button } from '@portico/ui/Button';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../locale/text.ts';
import { completeHref } from '../text/links/linkCommands.ts';
import { PickersContext } from '../Pickers.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import styles from './fields.module.css';

export function HrefProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  return (
    <AddressField
      label={description.label}
      problem={problemAt(problems, path)}
      href={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  );
}

interface AddressFieldProps {
  label: string;
  problem?: string | undefined;
  href: string;
  onChange: (href: string) => void;
}

/** The address of a link, typed or chosen. An unsafe address stays in the field and is never stored. */
export function AddressField({ label, problem, href, onChange }: AddressFieldProps) {
  const { link: pick } = use(PickersContext);
  const [typed, setTyped] = useState<string>();
  const [hasBlurred, setHasBlurred] = useState(false);
  const text = typed ?? href;
  const isInvalid = text !== '' && !isSafeHref(completeHref(text));
  const choose = async () => {
    const chosen = await pick?.(href === '' ? undefined : href);
    if (chosen === undefined) return;
    setTyped(undefined);
    onChange(chosen);
  };
  return (
    <div className={styles.part}>
      <TextInput
        label={label}
        help={t('studio.textAddressHelp')}
        error={isInvalid && hasBlurred ? t('studio.textAddressWrong') : problem}
        isRequired
        value={text}
        spellCheck={false}
        onChange={(entered) => {
          const next = withoutInvisible(entered);
          setTyped(next);
          setHasBlurred(false);
          if (next === '' || isSafeHref(next)) onChange(next);
        }}
        onBlur={() => {
          setHasBlurred(true);
          if (isInvalid || typed === undefined) return;
          setTyped(undefined);
          onChange(completeHref(text));
        }}
      />
      {pick && (
        <div>
          <Button size="small" onPress={() => void choose()}>
            {t('studio.textChooseLink')}
          </Button>
        </div>
      )}
    </div>
  );
}
