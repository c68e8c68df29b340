import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { SubscriptionSettings } from './SubscriptionSettings.tsx';

/** Opens the addresses under which other programs show the portal's events and news. */
export function CalendarSubscription() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onPress={() => setIsOpen(true)} data-print="hidden"><CalendarSync aria-hidden="true" />{t('events.subscribe')}</Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={t('events.subscribe')}>
        <SubscriptionSettings />
      </Dialog>
    </>
  );
}
