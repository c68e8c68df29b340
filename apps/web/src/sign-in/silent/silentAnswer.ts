import { signInPaths } from '@portico/contracts/portalSettings';

/** The message from /auth/silent to the portal that framed it. */
export interface SilentAnswer {
  type: 'portico-silent-answer';
  /** The full address, including the provider's answer. */
  address: string;
}

/** True only for a message of our own silent page. Source: TRUST H8. */
export function isSilentAnswer(
  message: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  frame: Window | null,
): message is MessageEvent<SilentAnswer> {
  if (message.origin !== location.origin || frame === null || message.source !== frame) return false;
  const data = message.data as Partial<SilentAnswer> | null;
  return (
    data?.type === 'portico-silent-answer' &&
    typeof data.address === 'string' &&
    data.address.startsWith(location.origin + signInPaths.silent)
  );
}
