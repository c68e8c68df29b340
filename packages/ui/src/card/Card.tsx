import type { HTMLAttributes } from 'react';
import { classes } from '../styles/classes.ts';
import styles from './Card.module.css';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'article' | 'section' | 'div' | 'li' | undefined;
  /** `none` for cards that start with a picture. */
  padding?: 'none' | 'normal' | 'large' | undefined;
  /** The whole card is clickable; give its only link the class `cardLinkClass`. */
  isInteractive?: boolean | undefined;
}

/**
 * Class for the link in an interactive card: its click target covers the whole card, while its name remains its own
 * text.
 */
export const cardLinkClass = styles.link ?? '';

/** A raised surface. */
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
