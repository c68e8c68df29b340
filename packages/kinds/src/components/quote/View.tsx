import { RichTextView } from '../../page/RichTextView.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Quote } from './shape.ts';
import styles from './View.module.css';

export function QuoteView({ component }: { component: Quote }) {
  return (
    <figure className={styles.quote}>
      <blockquote className={styles.words}>
        <RichTextView body={component.body} />
      </blockquote>
      {component.attribution && <figcaption className={styles.attribution}>{component.attribution}</figcaption>}
    </figure>
  );
}

export const view: ViewOf<Quote> = { View: QuoteView };
