import type { ReactNode } from 'react';
import styles from './MetaLine.module.css';

/** Short facts about an item on one line, one element each, separated by dots: "Mar 9, 2026 · Compliance". */
export function MetaLine({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>;
}
