import { compareWords } from '@portico/authoring/texts/compareWords';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import styles from './WordDiff.module.css';

/** Two versions of a text as one, with its removed and added words marked, for the eye and for screen readers. */
export function WordDiff({
  before,
  after,
  said,
}: {
  before: string;
  after: string;
  /** What screen readers hear before the words. */
  said: { removed: string; added: string };
}) {
  return (
    <p className={styles.words} dir="auto">
      {compareWords(before, after).map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>;
        const Mark = kind === 'in' ? 'ins' : 'del';
        return (
          <Mark key={index}>
            <VisuallyHidden>{kind === 'in' ? said.added : said.removed} </VisuallyHidden>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}
