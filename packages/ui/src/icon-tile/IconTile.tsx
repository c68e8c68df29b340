import type { ReactNode } from 'react';
import { classes } from '../styles/classes.ts';
import styles from './IconTile.module.css';

/** A square with an icon that shows the kind of a list entry. Hidden from screen readers. */
export function IconTile({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <span className={classes(styles.tile, className)} aria-hidden="true">
      {children}
    </span>
  );
}
