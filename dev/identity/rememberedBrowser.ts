import { redeemLoginTicket } from '@portico/contracts/account';

export interface AccountService {
  /** The portal's origin. */
  url: string;
  /** The portal's ACCOUNT_SECRET. */
  secret: string;
}

/** True if the ticket of a sign-in comes from the browser remembered for this subject. */
export type IsRemembered = (loginTicket: string, subject: string) => Promise<boolean>;

const TIMEOUT_MS = 3000;

/** Asks the portal, once per ticket. Any failure means no: the code is required. */
export function askAccountService({ url, secret }: AccountService, onLog: (line: string) => void): IsRemembered {
  return async (loginTicket, subject) => {
    try {
      const answer = await fetch(url + redeemLoginTicket.path, {
        method: redeemLoginTicket.method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ loginTicket, subject }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`it responded with ${answer.status}`);
      const { isRemembered } = (await answer.json()) as { isRemembered?: unknown };
      return isRemembered === true;
    } catch (error) {
      onLog(`remembered browser: the portal could not be asked (${(error as Error).message})`);
      return false;
    }
  };
}
