import { Spinner } from '@portico/ui/Spinner';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SignInButton } from './SignInButton.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { endSession, type Ending } from './signOut.ts';

/** Ends the session, goes to the provider's logout, and on the way back says what happened. Source: spec §4. */
export function Page() {
  const cache = useQueryClient();
  const [ending, setEnding] = useState<Ending>();

  useEffect(() => {
    cache.clear();
    setEnding(endSession());
  }, [cache]);

  if (!ending) return <SignInFrame title="Signing you out"><Spinner label="Signing you out" /></SignInFrame>;
  if (ending.by === 'server') {
    return (
      <SignInFrame title="Your session has ended" actions={<SignInButton returnPath={ending.returnPath}>Sign in again</SignInButton>}>
        <p>Sign in again to go on. You come back to the page where you were.</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="You have signed out" actions={<SignInButton returnPath="/">Sign in</SignInButton>}>
      <p>On a shared computer, close this browser too.</p>
    </SignInFrame>
  );
}
