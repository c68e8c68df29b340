import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { API_AUDIENCE } from '@portico/dev-identity/configuration';
import { assertDevelopmentUse, startIdentityProvider } from '@portico/dev-identity/identityProvider';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { loadConfig } from '@portico/server/config';
import { prepareDatabase } from '@portico/server/db/prepareDatabase';
import { loadDemoContent } from '../demo/demoContent.ts';
import { demoApplicationAddresses } from '../demo/demoPeople.ts';
import { LockedError, acquireLock } from './lock.ts';
import { waitForFreePort } from './ports.ts';
import { ensureProofKeys } from '../proofs/storedKeys.ts';
import { runStep } from '../progress.ts';
import { root } from '../root.ts';
import type { RunSettings } from '../settings.ts';
import type { Shutdown } from './shutdown.ts';

/** How long to wait for a previous instance that is stopping. */
const PREDECESSOR_MS = 8000;

/**
 * Checks every setting before anything starts, and locks the data folder and the ports against a second instance.
 * Throws with what is wrong and what to do.
 */
export async function claimFolderAndPorts(settings: RunSettings, shutdown: Shutdown): Promise<void> {
  const { dataDir, port, identityPort, issuer, publicUrl } = settings;
  if (!issuer) assertDevelopmentUse({ portalOrigin: publicUrl });
  loadConfig(
    portalEnvironment(settings, {
      databaseUrl: settings.databaseUrl ?? 'postgres://portico_app@embedded',
      ownerUrl: settings.databaseOwnerUrl ?? '',
      issuer: issuer ?? identityIssuer(identityPort),
    }),
  );
  try {
    shutdown.onStop(await acquireLock(join(dataDir, 'running'), { waitMs: PREDECESSOR_MS }));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new Error(
      `Portico is already running on ${shown(dataDir)} (process ${error.owner}). Stop it first, or give this one its own folder and port: PORTICO_DATA_DIR=.data-2 PORT=${port + 10} npm start`,
      { cause: error },
    );
  }
  await waitForFreePort(port, { setting: 'PORT', waitMs: PREDECESSOR_MS });
  if (!issuer) await waitForFreePort(identityPort, { setting: 'DEV_IDP_PORT', waitMs: PREDECESSOR_MS });
  if (settings.catchesMail)
    await waitForFreePort(settings.mailboxPort, { setting: 'DEV_MAILBOX_PORT', waitMs: PREDECESSOR_MS });
}

/**
 * Starts whatever the server needs and the settings don't provide: database with schema and demo content, identity
 * provider and mailbox. Returns the environment for the server. `shutdown` stops everything that was started.
 */
export async function startServices(settings: RunSettings, shutdown: Shutdown): Promise<NodeJS.ProcessEnv> {
  const { dataDir, publicUrl, identityPort, tokenLifetimeSeconds } = settings;
  mkdirSync(dataDir, { recursive: true });
  let { databaseUrl = '', databaseOwnerUrl: ownerUrl = '', issuer = '' } = settings;
  let smtpUrl: string | undefined;

  if (!settings.databaseUrl) {
    await runStep('Database', async (onProgress) => {
      const database = await startEmbeddedDatabase({
        dataDir: join(dataDir, 'postgres'),
        onProgress,
        onRestart: () => process.stderr.write('The database had stopped and was restarted.\n'),
      });
      shutdown.onStop(database.stop);
      databaseUrl = database.applicationUrl;
      ownerUrl = database.url;
      return database.adopted ? 'found running after a crash, adopted' : undefined;
    });
  }
  await runStep('Schema', async (onProgress) => {
    const applied = await prepareDatabase({ ownerUrl, applicationUrl: databaseUrl, onProgress }).catch(
      (cause: Error) => {
        throw new Error(
          `The database at ${new URL(databaseUrl).host} could not be brought up to date: ${cause.message}`,
          { cause },
        );
      },
    );
    return applied.length > 0 ? `${applied.length} migrations applied` : 'up to date';
  });
  if (settings.loadsDemo)
    await runStep('Content', (onProgress) =>
      loadDemoContent(ownerUrl, dataDir, settings.issuer ? undefined : identityIssuer(identityPort), onProgress),
    );
  // Known only to these two processes, and different on every start.
  const accountSecret = settings.issuer
    ? undefined
    : process.env.ACCOUNT_SECRET || randomBytes(32).toString('base64url');
  if (accountSecret !== undefined) {
    await runStep('Sign-in service', async () => {
      const provider = await startIdentityProvider({
        port: identityPort,
        portalOrigin: publicUrl,
        databaseUrl: identityDatabaseUrl(ownerUrl),
        demoMode: true,
        tokenLifetimeSeconds,
        accountService: { url: publicUrl, secret: accountSecret },
        onLog: (line) => process.stderr.write(`sign-in service: ${line}\n`),
      });
      shutdown.onStop(provider.close);
      issuer = provider.issuer;
    });
  }
  if (settings.catchesMail) {
    await runStep('Mailbox', async () => {
      const mailbox = await startMailbox({ folder: join(dataDir, 'mailbox'), port: settings.mailboxPort });
      shutdown.onStop(mailbox.close);
      smtpUrl = mailbox.smtpUrl;
    });
  }
  const proofKeys = process.env.PROOF_KEYS || ensureProofKeys(dataDir, new URL(publicUrl).host);
  return portalEnvironment(settings, { databaseUrl, ownerUrl, issuer, smtpUrl, accountSecret, proofKeys });
}

const identityIssuer = (port: number): string => `http://localhost:${port}`;

function portalEnvironment(
  settings: RunSettings,
  {
    databaseUrl,
    ownerUrl,
    issuer,
    smtpUrl,
    accountSecret,
    proofKeys,
  }: {
    databaseUrl: string;
    ownerUrl: string;
    issuer: string;
    smtpUrl?: string | undefined;
    accountSecret?: string | undefined;
    proofKeys?: string | undefined;
  },
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(accountSecret !== undefined && {
      REMEMBER_BROWSER: process.env.REMEMBER_BROWSER || 'true',
      ACCOUNT_SECRET: accountSecret,
    }),
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    ...(proofKeys !== undefined && { PROOF_KEYS: proofKeys }),
    PORTICO_DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    OIDC_ISSUER: issuer,
    ...(!settings.issuer && {
      OIDC_CLIENT_ID: settings.signInMode === 'implicit' ? 'portal-implicit' : 'portal',
      OIDC_AUDIENCE: API_AUDIENCE,
      DEPARTMENTS_CLAIM: process.env.DEPARTMENTS_CLAIM || 'custom:departments',
      APPLICATION_ADDRESSES: process.env.APPLICATION_ADDRESSES || demoApplicationAddresses(),
    }),
    // In a terminal, the request log would scroll the addresses out of view.
    LOG_LEVEL: process.env.LOG_LEVEL || (process.stdout.isTTY ? 'warn' : 'info'),
  };
}

/** The provider's database is next to the portal's: `portico_identity` for `portico`. */
function identityDatabaseUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname += '_identity';
  return url.href;
}

/** Prints where to go, who can sign in and how to stop. */
export function printWelcome(settings: RunSettings): void {
  const { dataDir, publicUrl, issuer, catchesMail, mailboxPort } = settings;
  const accounts = demoAccounts.map(({ username, label }) => `    ${username.padEnd(12)}${label}`);
  const lines = [
    '',
    `  Portico is ready at ${publicUrl}`,
    '',
    ...(issuer
      ? [`  People sign in at ${issuer}`]
      : [
          `  Sign-in service at http://localhost:${settings.identityPort}`,
          '',
          `  Demo accounts, password "${demoAccounts[0]?.password}"; the one-time code is shown on the sign-in page:`,
          ...accounts,
        ]),
    ...(catchesMail ? ['', `  Mail is not delivered; it is shown at http://localhost:${mailboxPort}`] : []),
    '',
    `  Data is stored in ${shown(dataDir)}; remove that folder to start over. Ctrl-C stops everything.`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The folder as people would type it: relative to the project's folder if it is inside. */
function shown(folder: string): string {
  const path = relative(root, folder);
  return path.startsWith('..') ? folder : path;
}
