import type { ChangedSince } from '@portico/contracts/duties';
import { eventDateLabel } from '../../dates/dateLabels.ts';
import { WordDiff } from '../../kit/WordDiff.tsx';
import { t } from '../../locale/text.ts';
import { changeLabel } from './changeLabel.ts';
import styles from './ChangedSections.module.css';

/** The sections that changed since the reader confirmed, with the old and the new words. */
export function ChangedSections({ changed }: { changed: ChangedSince }) {
  const { revision, confirmedAt, sections, small } = changed;
  const said = { removed: t('duties.wordsRemoved'), added: t('duties.wordsAdded') };
  return (
    <section className={styles.changed} aria-label={t('duties.changedTitle')}>
      <h2 className={styles.title}>{t('duties.changedTitle')}</h2>
      <p className={styles.note}>
        {t('duties.changedLead', { count: sections.length, number: revision, day: eventDateLabel(confirmedAt) })}
      </p>
      {sections.map((section, index) => (
        // Headings can repeat.
        <div key={index} className={styles.section}>
          <h3 className={styles.heading} dir="auto">
            {section.heading}
          </h3>
          <p className={styles.note}>{changeLabel(section)}</p>
          {section.before !== section.after && <WordDiff before={section.before} after={section.after} said={said} />}
          {section.change === 'Moved' && <p className={styles.same}>{section.after}</p>}
        </div>
      ))}
      {small.length > 0 && (
        <p className={styles.note}>{t('duties.smallChanges', { names: [...new Set(small)].join(', ') })}</p>
      )}
    </section>
  );
}
