import { useEffect, useEffectEvent, useId, type MouseEvent } from 'react';
import Bell from 'lucide-react/icons/bell';
import X from 'lucide-react/icons/x';
import type { Notification } from '@portico/contracts/notifications';
import { isSafeHref } from '@portico/kinds/safeHref';
import { Button, buttonClass } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { useReducedMotion } from '@portico/ui/useReducedMotion';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import styles from './PopUps.module.css';
import { useIdleTimeout } from './useIdleTimeout.ts';
import { t } from '../../panelText.ts';

/** Source: spec §2, §9. */
export const POP_UP_FADE_MS = 1000;
/** An untouched pop-up disappears after this time and stays unread. Source: decisions/0212. */
export const POP_UP_STAY_MS = 20_000;

export interface PopUpProps {
  notification: Notification;
  /** The number of pop-ups that wait behind this one. */
  others: number;
  isLeaving: boolean;
  onClose: () => void;
  onCloseAll: () => void;
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
  onIdle: () => void;
  /** Called after it has faded out. */
  onFadedOut: () => void;
}

/** A notification over the page: title, description, link and a close button. */
export function PopUp({
  notification: { title, description, link },
  others,
  isLeaving,
  onClose,
  onCloseAll,
  onFollow,
  onIdle,
  onFadedOut,
}: PopUpProps) {
  const id = useId();
  const { renderLink } = useSidebar();
  const fadeMs = useReducedMotion() ? 0 : POP_UP_FADE_MS;
  const idleTimeout = useIdleTimeout(POP_UP_STAY_MS, onIdle);

  const end = useEffectEvent(onFadedOut);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(end, fadeMs);
    return () => clearTimeout(timer);
  }, [isLeaving, fadeMs]);

  return (
    <article
      className={styles.popUp}
      aria-labelledby={id}
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
      {...idleTimeout}
    >
      <span className={styles.icon} aria-hidden="true">
        <Bell />
      </span>
      <div className={styles.words}>
        <p id={id} className={styles.title}>
          {title}
        </p>
        <p className={styles.description}>{description}</p>
        {link !== null &&
          isSafeHref(link) &&
          renderLink({
            href: link,
            className: buttonClass({ variant: 'secondary', size: 'small', className: styles.follow }),
            onClick: onFollow,
            children: (
              <>
                {t('followLink')}
                <VisuallyHidden>: {title}</VisuallyHidden>
              </>
            ),
          })}
        {others > 0 && (
          <div className={styles.more}>
            <span>{t('moreNotifications', { count: others })}</span>
            <Button variant="quiet" size="small" onPress={onCloseAll}>
              {t('closeAllNotifications')}
            </Button>
          </div>
        )}
      </div>
      <IconButton
        label={t('closeNotification')}
        icon={<X aria-hidden="true" />}
        size="small"
        hasTooltip={false}
        aria-describedby={id}
        onPress={onClose}
      />
    </article>
  );
}
