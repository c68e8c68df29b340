import { ApiError } from '@portico/client/ApiError';
import { closeNotificationBanner, closeNotificationBannerPreview, type Home } from '@portico/contracts/home';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { homeQuery } from './home.queries.ts';

/**
 * Closes the banner immediately. If the server rejects that, the banner is restored and a toast gives the reason. In a
 * preview, the banner is hidden only on this page.
 */
export function useCloseBanner(isPreview: boolean): {
  isHidden: boolean;
  close: (notificationBannerId: string) => Promise<void>;
} {
  const cache = useQueryClient();
  const [isHidden, setHidden] = useState(false);
  const { queryKey } = homeQuery();
  const show = (notificationBanner: Home['notificationBanner']) => {
    if (isPreview) setHidden(notificationBanner === null);
    else cache.setQueryData<Home>(queryKey, (home) => home && { ...home, notificationBanner });
  };
  // Not a mutation: the first page would have to load the library's mutation code just for this.
  const close = async (notificationBannerId: string) => {
    if (!isPreview) await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<Home>(queryKey)?.notificationBanner ?? null;
    show(null);
    // The focused Close button has been removed.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    try {
      await call(isPreview ? closeNotificationBannerPreview : closeNotificationBanner, {
        params: { notificationBannerId },
      });
    } catch (error) {
      if (isPreview) setHidden(false);
      else show(before);
      showToast(
        t('dashboard.bannerNotClosed', {
          reason: error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'),
        }),
        { type: 'error' },
      );
    }
  };
  return { isHidden, close };
}
