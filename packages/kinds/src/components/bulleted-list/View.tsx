import type { ComponentOf, ListItem } from '../../content.ts';
import { InlineView } from '../../page/RichTextView.tsx';
import styles from './View.module.css';

function List({
  items,
  isOrdered,
  start,
}: {
  items: readonly ListItem[];
  isOrdered: boolean;
  start?: number | undefined;
}) {
  const entries = items.map((item, position) => (
    // List entries are identified by their position and never move.
    <li key={position} className={styles.item}>
      <div dir="auto">
        <InlineView text={item.content} />
      </div>
      {item.items && item.items.length > 0 && <List items={item.items} isOrdered={item.ordered === true} />}
    </li>
  ));
  return isOrdered ? (
    <ol className={styles.ordered} start={start}>
      {entries}
    </ol>
  ) : (
    <ul className={styles.bulleted}>{entries}</ul>
  );
}

export function BulletedListBlock({ component }: { component: ComponentOf<'BulletedList'> }) {
  return <List items={component.items} isOrdered={component.ordered} start={component.start} />;
}
