import { Button } from '@portico/ui/Button';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './WatchCard.module.css';

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  document.activeElement.matches('input, textarea, select, [contenteditable="true"]');

interface PresenceCheckProps {
  /** How long the reader has. */
  limit: string;
  onAnswer: () => Promise<void>;
}

/**
 * Asks whether the reader is still there. It takes the focus, and returns it; of people who are typing it doesn't, and
 * is announced instead. Not the button has the focus: a key that was meant for the player is no answer.
 */
export function PresenceCheck({ limit, onAnswer }: PresenceCheckProps) {
  const [isAnnounced] = useState(isTyping);
  const [pending, setPending] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAnnounced) return undefined;
    const before = document.activeElement;
    const shown = panel.current;
    shown?.focus();
    return () => {
      // React has removed the panel by now; a person who moved the focus elsewhere keeps it there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [isAnnounced]);
  const answer = async () => {
    setPending(true);
    await onAnswer();
    setPending(false);
  };
  return (
    <div
      ref={panel}
      role={isAnnounced ? 'alert' : 'group'}
      aria-labelledby="presence-check"
      aria-describedby="presence-check-help"
      tabIndex={-1}
      className={styles.check}
    >
      <p id="presence-check" className={styles.title}>
        {t('watching.check')}
      </p>
      <p id="presence-check-help">{t('watching.checkHelp', { time: limit })}</p>
      <Button variant="primary" pending={pending} onPress={() => void answer()}>
        {t('watching.answer')}
      </Button>
    </div>
  );
}
