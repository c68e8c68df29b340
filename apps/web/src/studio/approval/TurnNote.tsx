import type { ItemFacts } from '../session/sessionState.ts';
import styles from '../Note.module.css';
import { turnSentence } from './reviewTexts.ts';

/** Whose turn it is with an item in review. Renders nothing while nobody waits. */
export function TurnNote({ item }: { item: ItemFacts }) {
  const sentence = turnSentence(item);
  return sentence === undefined ? null : (
    <p role="status" className={styles.waiting}>
      {sentence}
    </p>
  );
}
