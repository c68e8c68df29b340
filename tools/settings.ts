import { resolve } from 'node:path';
import { DAY_S, HOUR_S } from '@portico/contracts/durations';
import { root } from './root.ts';

/**
 * The environment's settings for running on this machine, for `npm start` and `npm run dev`. The server reads its own.
 */
export interface RunSettings {
  port: number;
  identityPort: number;
  /** Port of the pages that show caught mail. */
  mailboxPort: number;
  publicUrl: string;
  dataDir: string;
  /** Address of an external database; the embedded one is started if it is not set. */
  databaseUrl: string | undefined;
  /** The same database as the owner of its tables; `databaseUrl` unless another role is named. */
  databaseOwnerUrl: string | undefined;
  /** Address of an external identity provider; the development one is started if it is not set. */
  issuer: string | undefined;
  /** Whether to start the mailbox that catches mail: no mail server is set, and the portal is only used locally. */
  catchesMail: boolean;
  signInMode: 'code' | 'implicit';
  tokenLifetimeSeconds: number;
  /** Whether to fill a database without content with the demo collection. */
  loadsDemo: boolean;
}

/** Throws with the name of an invalid setting. */
export function readRunSettings(env: NodeJS.ProcessEnv): RunSettings {
  const port = wholeNumber(env, 'PORT', 3000, 65_535);
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    port,
    identityPort: wholeNumber(env, 'DEV_IDP_PORT', port + 1, 65_535),
    mailboxPort: wholeNumber(env, 'DEV_MAILBOX_PORT', port + 3, 65_535),
    publicUrl,
    dataDir: resolve(root, env.PORTICO_DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || env.DATABASE_URL || undefined,
    issuer: env.OIDC_ISSUER || undefined,
    catchesMail:
      !env.SMTP_URL &&
      env.NODE_ENV !== 'production' &&
      ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(publicUrl)?.hostname ?? ''),
    signInMode: env.SIGN_IN_MODE === 'implicit' ? 'implicit' : 'code',
    tokenLifetimeSeconds: wholeNumber(env, 'DEV_TOKEN_SECONDS', HOUR_S, DAY_S),
    loadsDemo: trueOrFalse(env, 'DEMO_CONTENT', true),
  };
}

function trueOrFalse(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim() || String(fallback);
  if (text !== 'true' && text !== 'false') throw new Error(`${name} must be "true" or "false", not "${text}".`);
  return text === 'true';
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const text = env[name]?.trim() || String(fallback);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new Error(`${name} must be a whole number from 1 to ${most}, not "${text}".`);
  return value;
}
