import { fieldLabel } from '@portico/kinds/itemForms';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { WordDiff } from '../../kit/WordDiff.tsx';
import words from '../../kit/WordDiff.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import { componentLabel, describedAt } from '../componentKinds.ts';
import { compareDrafts, type ComponentDifference } from './compareDrafts.ts';
import styles from './HistoryPanel.module.css';
import { textIn, changedSettings, textOf } from './componentText.ts';

/** What screen readers hear before removed and added words. */
export const wordsSaid = () => ({ removed: t('studio.wordsRemoved'), added: t('studio.wordsAdded') });

/** The differences, component by component, with removed and added words. */
export function Comparison({ before, after }: { before: ItemContent; after: ItemContent }) {
  const { fields, components } = compareDrafts(before, after);
  if (fields.length === 0 && components.length === 0) return <p>{t('studio.noDifference')}</p>;
  return (
    <ul className={styles.differences}>
      {fields.map(({ name, before: old, after: now }) => (
        <li key={name}>
          <p className={styles.what}>{fieldLabel(name)}</p>
          <WordDiff before={textIn(old)} after={textIn(now)} said={wordsSaid()} />
        </li>
      ))}
      {components.map((difference, index) => (
        <li key={index}>
          <p className={styles.what}>{differenceLabel(difference)}</p>
          <WordDiff before={textOf(difference.before)} after={textOf(difference.after)} said={wordsSaid()} />
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

/** The settings that differ in components of both versions. */
export function SettingDifferences({ before, after }: { before: ItemContent; after: ItemContent }) {
  return compareDrafts(before, after)
    .components.filter(({ kind }) => kind === 'changed')
    .map((difference, index) => <Settings key={index} difference={difference} />);
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
      <p key={name} className={words.words}>
        {label}: {old.length > 0 && <del>{valuesLabel(old)}</del>} {now.length > 0 && <ins>{valuesLabel(now)}</ins>}
      </p>
    );
  });
}
