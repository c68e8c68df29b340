import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { browser } from '../sign-in/browser.ts';
import styles from './LanguageSwitch.module.css';
import { chosenLocale, saveLocale, locales } from '../locale/locales.ts';
import { t } from '../locale/text.ts';

/** The language of the portal. Another one begins with a load of the page, texts and all. Source: spec §4. */
export function LanguageSwitch() {
  const chosen = chosenLocale();
  return (
    <div className={styles.row}>
      <span aria-hidden="true" className={styles.label}>
        {t('shared.language')}
      </span>
      <SegmentedControl
        label={t('shared.language')}
        value={chosen.code}
        onChange={(code) => {
          const wanted = locales.find((locale) => locale.code === code) ?? chosen;
          saveLocale(wanted);
          if (wanted !== chosen) browser.reload();
        }}
        options={locales.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  );
}
