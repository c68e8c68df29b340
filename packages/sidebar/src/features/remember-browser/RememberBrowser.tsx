import { useEffect, useEffectEvent } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { REMEMBERED_BROWSER_DAYS } from '@portico/contracts/account';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useSidebar } from '../../SidebarContext.ts';
import { remember, rememberOfferQuery } from './rememberBrowser.queries.ts';
import { writeRememberedCookie } from './rememberedCookie.ts';
import { t } from '../../text.ts';

/**
 * Asks once, at start, whether this browser is remembered, and asserts it again when it is. When it is not, it offers to
 * remember it, unless the person said "Not Now". Closing the dialog in another way decides nothing. Source: spec §2, §4.
 */
export default function RememberBrowser({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const {
    services: { account },
    report,
  } = useSidebar();
  const cache = useQueryClient();
  const { data, error } = useQuery(rememberOfferQuery(account));
  const isOpen = data?.isOffered ?? false;

  useEffect(() => report(error), [report, error]);
  const tellOpen = useEffectEvent(onOpenChange);
  useEffect(() => tellOpen(isOpen), [isOpen]);

  // In the cache, so that the sidebar that another width brings does not offer it again.
  const close = () => void cache.setQueryData(rememberOfferQuery(account).queryKey, { isOffered: false });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      isDismissable={false}
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
