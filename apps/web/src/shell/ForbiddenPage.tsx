import { PortalLinkButton } from './PortalLink.tsx';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';

/** Explains that access is missing and offers a way home. Source: READINGS, pages. */
export function Page() {
  return (
    <SignInFrame title="You don’t have access" actions={<PortalLinkButton href="/" variant="primary" size="large">Go to the dashboard</PortalLinkButton>}>
      <p>Your account may not open this part of the portal. If you need it for your work, ask your administrator for access.</p>
    </SignInFrame>
  );
}
