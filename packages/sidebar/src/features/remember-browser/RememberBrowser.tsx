import { useEffect, useEffectEvent } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { REMEMBERED_BROWSER_DAYS } from '@portico/contracts/account';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useSidebar } from '../../SidebarContext.ts';
import { remember, rememberOfferQuery } from './rememberBrowser.queries.ts';
import { writeRememberedCookie } from './rememberedCookie.ts';
import { useCalmMoment } from './useCalmMoment.ts';
import { t } from '../../panelText.ts';

export interface RememberBrowserProps {
  /** Something else is open, or the page is for writing. */
  isHeldBack: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * Checks once, on start, whether this browser is remembered, and if so renews that. Otherwise offers to remember it in
 * a calm moment after something was read, unless the user chose "Not Now". Closing the dialog with Escape decides
 * nothing. Source: spec §2, §4.
 */
export default function RememberBrowser({ isHeldBack, onOpenChange }: RememberBrowserProps) {
  const {
    services: { account },
    report,
  } = useSidebar();
  const cache = useQueryClient();
  const { data, error } = useQuery(rememberOfferQuery(account));
  const isCalm = useCalmMoment(isHeldBack);
  const isOpen = !isHeldBack && (isCalm || data?.wasShown === true) && (data?.isOffered ?? false);

  useEffect(() => report(error), [report, error]);
  const notifyOpen = useEffectEvent(onOpenChange);
  useEffect(() => notifyOpen(isOpen), [isOpen]);

  // In the cache, so that a sidebar remounted for another width shows the same as before.
  const { queryKey } = rememberOfferQuery(account);
  const rememberShown = useEffectEvent(() => cache.setQueryData(queryKey, { isOffered: true, wasShown: true }));
  useEffect(() => {
    if (isOpen) rememberShown();
  }, [isOpen]);
  const close = () => void cache.setQueryData(queryKey, { isOffered: false });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      isDismissable={false}
      isWithoutClose
      title={t('rememberTitle')}
      actions={
        <>
          <Button
            variant="primary"
            onPress={() => {
              close();
              remember(account).catch(report);
            }}
          >
            {t('rememberBrowser')}
          </Button>
          <Button
            onPress={() => {
              writeRememberedCookie(false);
              close();
            }}
          >
            {t('notNow')}
          </Button>
        </>
      }
    >
      <p>{t('rememberReason', { days: REMEMBERED_BROWSER_DAYS })}</p>
    </Dialog>
  );
}
