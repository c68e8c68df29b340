import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { browser } from '../sign-in/browser.ts';
import styles from './LanguageSwitch.module.css';
import { chosenLocale, saveLocale, locales, type Locale } from '../locale/locales.ts';
import { t } from '../locale/text.ts';

/**
 * The language of the portal; nothing while there is only one. Another one begins with a load of the page, texts and
 * all. Source: spec §4.
 */
export function LanguageSwitch({ choices = locales }: { choices?: readonly Locale[] }) {
  const chosen = chosenLocale();
  if (choices.length === 1) return null;
  return (
    <div className={styles.row}>
      <span aria-hidden="true" className={styles.label}>
        {t('shared.language')}
      </span>
      <SegmentedControl
        label={t('shared.language')}
        value={chosen.code}
        onChange={(code) => {
          const selected = choices.find((locale) => locale.code === code) ?? chosen;
          saveLocale(selected);
          if (selected !== chosen) browser.reload();
        }}
        options={choices.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  );
}
