import type { AnchorHTMLAttributes, Ref } from 'react';
import { buttonClass, type ButtonStyle } from './Button.tsx';
import styles from './Button.module.css';

export interface LinkButtonProps extends ButtonStyle, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> {
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/** A link that looks like a button. It passes on every anchor prop, so that a router can wrap it. */
export function LinkButton({ variant, size, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, className })}>
      <span className={styles.content}>{children}</span>
    </a>
  );
}
