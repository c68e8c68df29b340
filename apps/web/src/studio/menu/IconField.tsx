import { useId } from 'react';
import { t } from '../../locale/text.ts';
import { EntryIcon } from './EntryIcon.tsx';
import styles from './EntryForm.module.css';
import { menuIcons } from './menuIcons.ts';

interface IconFieldProps {
  /** Name of the entry, whose first letter replaces a missing icon. */
  name: string;
  icon: string | null;
  onChange: (icon: string | null) => void;
}

const addressOf = (icon: string): string => `/icons/${icon}.svg`;

/** One of the portal's icons, the icon that an import set, or none. */
export function IconField({ name, icon, onChange }: IconFieldProps) {
  const group = useId();
  const known = menuIcons.map((each) => ({ address: addressOf(each), label: each.replaceAll('-', ' ') }));
  const own = icon !== null && !known.some(({ address }) => address === icon) ? [{ address: icon, label: icon }] : [];
  const choices = [{ address: null, label: t('menuDesk.noIcon') }, ...known, ...own];
  return (
    <fieldset>
      <legend>{t('menuDesk.icon')}</legend>
      <div className={styles.icons}>
        {choices.map(({ address, label }) => (
          <label key={address ?? ''} className={styles.choice} title={label}>
            <input
              type="radio"
              name={group}
              aria-label={label}
              checked={icon === address}
              onChange={() => onChange(address)}
            />
            <EntryIcon icon={address} name={name} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
