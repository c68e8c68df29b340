import type { ServerResponse } from 'node:http';
import { demoAccounts, type DemoAccount } from './demoAccounts.ts';
import { currentCode, secretOfSignIn } from './oneTimeCodes.ts';
import { codePage } from './pages/codePage.ts';
import { send } from './pages/sendPage.ts';
import { signInPage } from './pages/signInPage.ts';
import type { IdentityStore } from './store.ts';

/** The two pages of a sign-in. In demo mode they show the accounts with their password, and the current code. */
export function createSignInViews({ store, demoMode }: { store: IdentityStore; demoMode: boolean }) {
  async function secretOf(uid: string, account: DemoAccount): Promise<string> {
    const credentials = await store.findCredentials(account.id);
    if (!credentials) throw new Error(`The account ${account.id} has no credentials.`);
    return demoMode ? secretOfSignIn(credentials.totpSecret, uid) : credentials.totpSecret;
  }

  function showSignIn(
    response: ServerResponse,
    status: number,
    uid: string,
    shown: { username: string; error?: string },
  ): void {
    const demo = demoMode ? { accounts: demoAccounts, password: demoAccounts[0]?.password } : { accounts: [] };
    send(response, status, signInPage({ uid, ...shown, ...demo }));
  }

  async function showCode(response: ServerResponse, uid: string, account: DemoAccount, error?: string): Promise<void> {
    const code = demoMode ? currentCode(await secretOf(uid, account)) : undefined;
    send(response, error ? 401 : 200, codePage({ uid, username: account.username, error, code }));
  }

  return { secretOf, showSignIn, showCode };
}
