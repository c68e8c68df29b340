import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { chosenLocale, saveLocale, type Locale } from '../../locale/locales.ts';
import { t } from '../../locale/text.ts';
import { browser } from '../../sign-in/browser.ts';
import styles from './LanguageChoice.module.css';

/** A choice of languages. Choosing another one reloads the page with its texts. */
export default function LanguageChoice({ choices }: { choices: readonly Locale[] }) {
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
          const selected = choices.find((locale) => locale.code === code) ?? chosen;
          saveLocale(selected);
          if (selected !== chosen) browser.reload();
        }}
        options={choices.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  );
}
