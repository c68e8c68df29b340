import type { Draft } from '@portico/contracts/studio/draft';
import { t, type TextKey } from '../../../locale/text.ts';
import { fieldLabel } from '../checks/checks.ts';
import { componentLabel } from '../kinds.ts';
import { compareDrafts, compareWords, type ComponentDifference } from './compareDrafts.ts';
import styles from './HistoryPanel.module.css';
import { allWords } from './words.ts';

/** What is different, component by component, with the words that were taken out and put in. */
export function Comparison({ before, after }: { before: Draft; after: Draft }) {
  const { fields, components } = compareDrafts(before, after);
  if (fields.length === 0 && components.length === 0) return <p>{t('studio.noDifference')}</p>;
  return (
    <ul className={styles.differences}>
      {fields.map(({ name, before: old, after: now }) => (
        <li key={name}>
          <p className={styles.what}>{fieldLabel(name)}</p>
          <Words before={allWords(old)} after={allWords(now)} />
        </li>
      ))}
      {components.map((difference, index) => (
        <li key={index}>
          <p className={styles.what}>{differenceLabel(difference)}</p>
          <Words before={allWords(difference.before)} after={allWords(difference.after)} />
        </li>
      ))}
    </ul>
  );
}

const labels: Record<ComponentDifference['kind'], TextKey> = {
  added: 'studio.difference_added',
  removed: 'studio.difference_removed',
  changed: 'studio.difference_changed',
  moved: 'studio.difference_moved',
};

function differenceLabel({ kind, before, after }: ComponentDifference): string {
  return t(labels[kind], { kind: componentLabel((after ?? before)!.type) });
}

function Words({ before, after }: { before: string; after: string }) {
  return (
    <p className={styles.words}>
      {compareWords(before, after).map(({ kind, text }, index) => {
        if (kind === 'in') return <ins key={index}>{text}</ins>;
        return kind === 'out' ? <del key={index}>{text}</del> : <span key={index}>{text}</span>;
      })}
    </p>
  );
}
