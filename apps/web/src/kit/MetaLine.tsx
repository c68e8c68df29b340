import type { ReactNode } from 'react';
import styles from './MetaLine.module.css';

/** Short facts about an item on one line, each an element of its own, with dots between them: "Mar 9, 2026 · Compliance". */
export function MetaLine({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>;
}
