import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Text } from 'react-aria-components/Text';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { Button } from '../button/Button.tsx';
import { closeToast, toastQueue } from './toastQueue.ts';
import type { ToastType } from './toasts.ts';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import styles from './ToastList.module.css';

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info } as const;
const typeLabels: Record<ToastType, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
};

/** Moves the focus to the newest message from anywhere, because it is the last stop of the Tab key on a page. */
const KEY = 'F8';

export default function ToastList() {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== KEY || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const button = region.current?.querySelector('button');
      if (!button) return;
      event.preventDefault();
      button.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <AriaToastRegion ref={region} queue={toastQueue} className={styles.region ?? ''} aria-label="Messages">
      {({ toast }) => {
        const { type, message, action, otherAction, id } = toast.content;
        const Icon = icons[type];
        return (
          <AriaToast toast={toast} className={styles.toast ?? ''} data-type={type}>
            <Icon className={styles.icon} aria-hidden="true" />
            <ToastContent id={id} className={styles.content ?? ''}>
              <VisuallyHidden>{typeLabels[type]}: </VisuallyHidden>
              <Text slot="title">{message}</Text>
              {action && <VisuallyHidden> {`Press ${KEY} to reach “${action.label}”.`}</VisuallyHidden>}
            </ToastContent>
            <span className={styles.actions}>
              {[action, otherAction].map(
                (each) =>
                  each && (
                    <Button
                      key={each.label}
                      variant="quiet"
                      size="small"
                      aria-keyshortcuts={each === action && toast === toastQueue.visibleToasts[0] ? KEY : undefined}
                      onPress={() => {
                        each.onPress();
                        closeToast(id);
                      }}
                    >
                      {each.label}
                    </Button>
                  ),
              )}
            </span>
            <AriaButton slot="close" className={styles.close ?? ''} aria-label="Close message">
              <X aria-hidden="true" />
            </AriaButton>
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
