import { t } from '../locale/text.ts';
import { PortalLinkButton } from '../kit/PortalLink.tsx';
import { SignInFrame } from '../kit/SignInFrame.tsx';

/** Explains that the reader has no access, and links to the dashboard. Source: READINGS, pages. */
export function Page() {
  return (
    <SignInFrame
      title={t('shared.noAccess')}
      actions={
        <PortalLinkButton href="/" variant="primary" size="large">
          {t('shared.toDashboard')}
        </PortalLinkButton>
      }
    >
      <p>{t('shared.noAccessReason')}</p>
    </SignInFrame>
  );
}
