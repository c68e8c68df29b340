import type { ReactNode } from 'react';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Banner.module.css';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: OctagonAlert } as const;

export interface BannerProps {
  tone?: BannerTone;
  children: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  /** Announces the banner when it appears; omit for banners that are present from the start. */
  isLive?: boolean;
}

/** An unobtrusive strip across its container, such as "You are offline". */
export function Banner({ tone = 'info', children, icon, action, onDismiss, isLive = false }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={styles.banner} data-tone={tone} role={isLive ? 'status' : undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <Icon />}
      </span>
      <div className={styles.text}>{children}</div>
      {action}
      {onDismiss && <IconButton size="small" label="Dismiss" icon={<X aria-hidden="true" />} onPress={onDismiss} />}
    </div>
  );
}
