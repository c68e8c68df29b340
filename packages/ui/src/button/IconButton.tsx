import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Tooltip } from '../tooltip/Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'isIconOnly' | 'children'> {
  /** Name of the action; also shown as a tooltip unless `hasTooltip` is false. */
  label: string;
  icon: ReactNode;
  hasTooltip?: boolean;
  /** Shown on top of the icon, such as a count. */
  children?: ReactNode;
}

/** A quiet, square, icon-only button. */
export function IconButton({ label, icon, hasTooltip = true, children, variant = 'quiet', ...rest }: IconButtonProps) {
  const button = (
    <Button {...rest} variant={variant} isIconOnly aria-label={label}>
      {icon}
      {children}
    </Button>
  );
  return hasTooltip ? (
    <Tooltip text={label} isLabel>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
