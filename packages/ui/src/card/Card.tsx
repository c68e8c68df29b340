import type { HTMLAttributes } from 'react';
import { classes } from '../styles/classes.ts';
import styles from './Card.module.css';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'article' | 'section' | 'div' | 'li' | undefined;
  /** `none` for cards that begin with a picture. */
  padding?: 'none' | 'normal' | 'large' | undefined;
  /** The whole card answers the pointer; give its one link `cardLinkClass`. */
  isInteractive?: boolean | undefined;
}

/** Put on a link inside an interactive card: its target then covers the whole card, its name stays the link's text. */
export const cardLinkClass = styles.link ?? '';

/** A raised sheet of paper. */
export function Card({
  as: Element = 'div',
  padding = 'normal',
  isInteractive = false,
  className,
  ...rest
}: CardProps) {
  return (
    <Element
      {...rest}
      className={classes(styles.card, styles[padding], isInteractive && styles.interactive, className)}
    />
  );
}
