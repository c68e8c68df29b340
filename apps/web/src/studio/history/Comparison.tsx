import { fieldLabel } from '@portico/kinds/itemForms';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { t, type TextKey } from '../../locale/text.ts';
import { componentLabel, describedAt } from '../componentKinds.ts';
import { compareDrafts, compareWords, type ComponentDifference } from './compareDrafts.ts';
import styles from './HistoryPanel.module.css';
import { textIn, changedSettings, textOf } from './componentText.ts';

/** The differences, component by component, with removed and added words. */
export function Comparison({ before, after }: { before: ItemContent; after: ItemContent }) {
  const { fields, components } = compareDrafts(before, after);
  if (fields.length === 0 && components.length === 0) return <p>{t('studio.noDifference')}</p>;
  return (
    <ul className={styles.differences}>
      {fields.map(({ name, before: old, after: now }) => (
        <li key={name}>
          <p className={styles.what}>{fieldLabel(name)}</p>
          <WordDiff before={textIn(old)} after={textIn(now)} />
        </li>
      ))}
      {components.map((difference, index) => (
        <li key={index}>
          <p className={styles.what}>{differenceLabel(difference)}</p>
          <WordDiff before={textOf(difference.before)} after={textOf(difference.after)} />
          <Settings difference={difference} />
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

/** Changed settings, each with its name. */
function Settings({ difference: { before, after } }: { difference: ComponentDifference }) {
  return changedSettings(before, after).map(({ name, before: old, after: now }) => {
    const { label = name, options } = describedAt((after ?? before)!.type, name);
    const valuesLabel = (values: Array<string | number | boolean>) =>
      values
        .map((value) => {
          if (typeof value === 'boolean') return t(value ? 'studio.settingOn' : 'studio.settingOff');
          return options?.[value] ?? String(value);
        })
        .join(', ');
    return (
      <p key={name} className={styles.words}>
        {label}: {old.length > 0 && <del>{valuesLabel(old)}</del>} {now.length > 0 && <ins>{valuesLabel(now)}</ins>}
      </p>
    );
  });
}

function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className={styles.words}>
      {compareWords(before, after).map(({ kind, text }, index) => {
        if (kind === 'in') return <ins key={index}>{text}</ins>;
        return kind === 'out' ? <del key={index}>{text}</del> : <span key={index}>{text}</span>;
      })}
    </p>
  );
}
