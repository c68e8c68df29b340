import type { ComponentOf } from '../../content.ts';
import { RichTextView } from '../../page/RichTextView.tsx';
import styles from './View.module.css';

export function QuoteBlock({ component }: { component: ComponentOf<'Quote'> }) {
  return (
    <figure className={styles.quote}>
      <blockquote className={styles.words}>
        <RichTextView body={component.body} />
      </blockquote>
      {component.attribution && <figcaption className={styles.attribution}>{component.attribution}</figcaption>}
    </figure>
  );
}
