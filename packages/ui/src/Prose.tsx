import type { HTMLAttributes } from 'react';
import { classes } from './classes.ts';
import styles from './Prose.module.css';

/** A column of text at a measure of 68 characters, at reading size. */
export function Prose({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classes(styles.prose, className)} />;
}
