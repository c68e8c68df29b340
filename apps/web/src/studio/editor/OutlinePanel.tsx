import { countWords } from '@portico/authoring/texts/countWords';
import type { ItemContent, TreeName } from '@portico/contracts/studio/draft';
import { useMemo } from 'react';
import { t } from '../../locale/text.ts';
import { Outline } from '../canvas/Outline.tsx';
import styles from './Editor.module.css';
import { treeLabel } from './trees.ts';
import { useThrottledValue } from '../useThrottledValue.ts';

interface OutlinePanelProps {
  trees: readonly TreeName[];
  draft: ItemContent;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
}

/** The outline of each tree, and how long the item is. */
export function OutlinePanel({ trees, draft, selected, onSelect }: OutlinePanelProps) {
  return (
    <>
      {trees.map((tree) => (
        <section key={tree} className={styles.outlineTree}>
          {trees.length > 1 && <h2 className={styles.panelTitle}>{treeLabel(tree)}</h2>}
          <Outline
            tree={tree}
            label={treeLabel(tree)}
            components={draft.trees[tree]}
            selected={selected}
            onSelect={onSelect}
          />
        </section>
      ))}
      <WordCount draft={draft} />
    </>
  );
}

/** Word count and reading time. */
function WordCount({ draft }: { draft: ItemContent }) {
  const throttledDraft = useThrottledValue(draft);
  const { words, minutes } = useMemo(() => countWords(throttledDraft), [throttledDraft]);
  return (
    <p className={styles.words}>
      {t('studio.words', { count: words })} · {t('studio.readingTime', { count: minutes })}
    </p>
  );
}
