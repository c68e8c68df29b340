import type { ViewOf } from '../../page/view.ts';
import type { Divider } from './shape.ts';
import styles from './View.module.css';

export function DividerView() {
  return <hr className={styles.divider} />;
}

export const view: ViewOf<Divider> = { View: DividerView };
