import { Button, type ButtonStyle } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import { useState } from 'react';
import { t } from '../../../locale/text.ts';
import { SubscriptionSettings } from './SubscriptionSettings.tsx';

/** Opens the addresses that calendar apps and feed readers use for the portal's events and news. */
export function CalendarSubscription({
  children = t('events.subscribe'),
  ...look
}: ButtonStyle & { children?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onPress={() => setIsOpen(true)} data-print="hidden">
        <CalendarSync aria-hidden="true" />
        {children}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={t('events.subscribe')}>
        <SubscriptionSettings />
      </Dialog>
    </>
  );
}
