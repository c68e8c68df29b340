import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { classes } from '../styles/classes.ts';
import { Spinner } from '../spinner/Spinner.tsx';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

/** Class names that style an element as a button; `variant` defaults to secondary, `size` to medium. */
export function buttonClass(
  { variant = 'secondary', size = 'medium', className }: ButtonStyle,
  isIconOnly = false,
): string {
  return classes(styles.button, styles[variant], styles[size], isIconOnly && styles.iconOnly, className);
}

export interface ButtonProps
  extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled' | 'className'> {
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  isDisabled?: boolean | undefined;
  /** The action is in progress: the button keeps its size and focus, shows a spinner and ignores presses. */
  pending?: boolean | undefined;
  isIconOnly?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  variant,
  size,
  className,
  onPress,
  isDisabled,
  pending = false,
  isIconOnly,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className }, isIconOnly)}
      disabled={isDisabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onPress?.(event);
      }}
    >
      <span className={styles.content}>{children}</span>
      {pending && (
        <span className={styles.pending}>
          <Spinner size="small" label="In progress" />
        </span>
      )}
    </button>
  );
}
