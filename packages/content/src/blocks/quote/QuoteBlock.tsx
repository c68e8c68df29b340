import type { ComponentOf } from '@portico/contracts/content';
import { RichTextView } from '../../RichTextView.tsx';
import styles from './QuoteBlock.module.css';

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
