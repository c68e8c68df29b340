import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOGIN_TICKET_PARAMETER } from '@portico/contracts/account';
import type { Interaction, Provider } from 'oidc-provider';
import { demoAccounts, findDemoAccount, type DemoAccount } from './demoAccounts.ts';
import { checkCode, currentCode, secretOfSignIn } from './oneTimeCodes.ts';
import { errorPage } from './pages/errorPage.ts';
import { send } from './pages/sendPage.ts';
import { isPassword, unknownHash } from './passwords.ts';
import type { IsRemembered } from './rememberedBrowser.ts';
import type { IdentityStore } from './store.ts';
import { codePage } from './pages/codePage.ts';
import { signInPage } from './pages/signInPage.ts';

/** After this many failures, each further attempt has to wait. Source: OWASP ASVS 5.0, 6.3.1. */
const FREE_FAILURES = 5;
const WAIT_SECONDS = 30;
const PENDING_SECONDS = 10 * 60;
const BODY_LIMIT_BYTES = 4096;

const wrongPassword = 'The username and password don’t match. Check both and try again.';
const codeErrors = {
  wrong: 'That code is incorrect. Check the six digits and try again.',
  expired: 'That code has expired. Enter the current one.',
  used: 'That code was already used. Wait for the next one.',
};

export interface SignInOptions {
  provider: Provider;
  store: IdentityStore;
  portal: string;
  demoMode: boolean;
  /** Asks the account service, if there is one. */
  isRemembered: IsRemembered | undefined;
}

/**
 * Handles `/interaction/{uid}` and its forms: password, then code, then back to oidc-provider. Progress is stored in
 * the database under the sign-in's id, so a reload or a restart loses nothing.
 */
export function createSignIn({ provider, store, portal, demoMode, isRemembered }: SignInOptions) {
  const pending = store.adapter('PendingSignIn');
  const { secretOf, showSignIn, showCode } = createSignInViews({ store, demoMode });

  /** A code is required unless the sign-in comes from the browser remembered for this account. */
  async function needsCode(account: DemoAccount, { params }: Interaction): Promise<boolean> {
    const ticket = params[LOGIN_TICKET_PARAMETER];
    return !isRemembered || typeof ticket !== 'string' || !(await isRemembered(ticket, account.id));
  }

  return async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    step: string | undefined,
    query: URLSearchParams,
  ) {
    let interaction: Interaction;
    try {
      interaction = await provider.interactionDetails(request, response);
    } catch (error) {
      if ((error as Error).name !== 'SessionNotFound') throw error;
      return send(
        response,
        400,
        errorPage({ code: 'session_not_found', description: 'The sign-in session was not found.', portal }),
      );
    }
    const account = await findPending(interaction.uid);
    if (step === undefined && request.method === 'GET') {
      if (account) return showCode(response, interaction.uid, account);
      return showSignIn(response, 200, interaction.uid, { username: query.get('account') ?? hintOf(interaction) });
    }
    if (request.method !== 'POST') return send(response, 405, errorPage({ code: 'method_not_allowed', portal }));
    const form = await readForm(request);
    if (!form) return send(response, 413, errorPage({ code: 'too_large', portal }));
    if (step === 'password') return checkPassword(request, response, interaction, form);
    if (step === 'code' && account) return checkOneTimeCode(request, response, interaction.uid, account, form);
    if (step === 'restart') await pending.destroy(interaction.uid);
    return redirect(response, `/interaction/${interaction.uid}`);
  };

  async function checkPassword(
    request: IncomingMessage,
    response: ServerResponse,
    interaction: Interaction,
    form: URLSearchParams,
  ) {
    const { uid } = interaction;
    const username = form.get('username') ?? '';
    const account = findDemoAccount(username);
    const key = `password ${account?.id ?? username.trim().toLowerCase()}`;
    const wait = await secondsToWait(store, key);
    if (wait > 0) {
      response.setHeader('Retry-After', String(wait));
      return showSignIn(response, 429, uid, { username, error: `Too many attempts. Try again in ${wait} seconds.` });
    }
    const credentials = account && (await store.findCredentials(account.id));
    const isRight = await isPassword(form.get('password') ?? '', credentials?.passwordHash ?? unknownHash);
    if (!account || !isRight) {
      await store.countFailure(key);
      return showSignIn(response, 401, uid, { username, error: wrongPassword });
    }
    await store.clearFailures(key);
    if (!(await needsCode(account, interaction))) return finish(provider, request, response, account, ['pwd']);
    await pending.upsert(uid, { accountId: account.id }, PENDING_SECONDS);
    return redirect(response, `/interaction/${uid}`);
  }

  async function checkOneTimeCode(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    account: DemoAccount,
    form: URLSearchParams,
  ) {
    const code = (form.get('code') ?? '').replace(/\s/g, '');
    const secret = await secretOf(uid, account);
    const check = checkCode(secret, code);
    const isFresh = check.result === 'accepted' && (await store.claimOnce(`${secret} ${check.step}`, PENDING_SECONDS));
    if (isFresh) {
      await pending.destroy(uid);
      return finish(provider, request, response, account, ['pwd', 'otp']);
    }
    if ((await store.countFailure(`code ${uid}`)) >= FREE_FAILURES) {
      await pending.destroy(uid);
      return showSignIn(response, 401, uid, {
        username: account.username,
        error: 'Too many wrong codes. Enter your password again.',
      });
    }
    return showCode(response, uid, account, codeErrors[check.result === 'accepted' ? 'used' : check.result]);
  }

  async function findPending(uid: string): Promise<DemoAccount | undefined> {
    const record = await pending.find(uid);
    return record && demoAccounts.find(({ id }) => id === record.accountId);
  }
}

async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  account: DemoAccount,
  methods: string[],
): Promise<void> {
  const acr = methods.includes('otp') ? 'mfa' : 'pwd';
  await provider.interactionFinished(request, response, { login: { accountId: account.id, amr: methods, acr } });
}

async function secondsToWait(store: IdentityStore, key: string): Promise<number> {
  const { count, secondsAgo } = await store.findFailures(key);
  return count < FREE_FAILURES ? 0 : Math.ceil(WAIT_SECONDS - secondsAgo);
}

function hintOf(interaction: Interaction): string {
  const hint = interaction.params.login_hint;
  return typeof hint === 'string' ? hint : '';
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}

/** The two pages of a sign-in. In demo mode they show the accounts with their password, and the current code. */
function createSignInViews({ store, demoMode }: { store: IdentityStore; demoMode: boolean }) {
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
