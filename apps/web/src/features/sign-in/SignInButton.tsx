import { Button } from '@portico/ui/Button';
import { useState } from 'react';
import { startSignIn } from '../../sign-in/signIn.ts';

/** Goes to the identity provider and returns to `returnPath`. Errors go to the boundary around it. */
export function SignInButton({ children, returnPath }: { children: string; returnPath: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  if (failure) throw failure.error;
  return (
    <Button
      variant="primary"
      size="large"
      pending={isLeaving}
      onPress={() => {
        setIsLeaving(true);
        startSignIn(returnPath).catch((error: unknown) => setFailure({ error }));
      }}
    >
      {children}
    </Button>
  );
}
