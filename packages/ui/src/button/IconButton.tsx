import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Tooltip } from '../tooltip/Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'isIconOnly' | 'children'> {
  /** Name of the action; shown as a tooltip too unless `hasTooltip` is false. */
  label: string;
  icon: ReactNode;
  hasTooltip?: boolean;
  /** For things on the icon, such as a count. */
  children?: ReactNode;
}

/** A quiet square button that shows only an icon. */
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
