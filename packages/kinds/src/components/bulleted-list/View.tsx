import type { ListItem } from '../../base/parts.ts';
import { InlineView } from '../../page/RichTextView.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { BulletedList } from './shape.ts';
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

export function BulletedListView({ component }: { component: BulletedList }) {
  return <List items={component.items} isOrdered={component.ordered} start={component.start} />;
}

export const view: ViewOf<BulletedList> = { View: BulletedListView };
