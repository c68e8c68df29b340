import { t } from '../locale/text.ts';
import { PortalLinkButton } from '../kit/PortalLink.tsx';
import { SignInFrame } from '../sign-in/pages/SignInFrame.tsx';

/** Explains that access is missing and offers a way home. Source: READINGS, pages. */
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
