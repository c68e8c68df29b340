import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod/mini';
import { runUntilTestEnds } from './program.ts';

/** Installed by Debian's package `liblemonldap-ng-portal-perl`. */
export const LEMONLDAP_PAGES = '/usr/share/lemonldap-ng/portal/htdocs';
const PROGRAM = `${LEMONLDAP_PAGES}/index.psgi`;
const TEMPLATES = '/usr/share/lemonldap-ng/portal/templates';
const SHIPPED_SETTINGS = '/var/lib/lemonldap-ng/conf/lmConf-1.json';

/** Whether the provider is installed; it also needs Perl's `plackup`. */
export const isLemonldapInstalled = (): boolean => existsSync(PROGRAM) && existsSync(SHIPPED_SETTINGS);

/** A person in the provider's demo directory. The password is the username. */
export const LEMONLDAP_PERSON = { username: 'rtyler', name: 'Rose Tyler', advisorType: 'AdvisorIFA' } as const;

export interface LemonldapParts {
  /** Path of `plackup`. */
  program: string;
  port: number;
  /** The provider's address for browsers and the portal. */
  publicUrl: string;
  portalUrl: string;
  clientId: string;
}

/** Runs LemonLDAP::NG with one client and its demo directory. Returns its issuer. */
export async function startLemonldap(parts: LemonldapParts): Promise<{ issuer: string }> {
  const { program, port, publicUrl } = parts;
  const folder = await mkdtemp(join(tmpdir(), 'portico-lemonldap-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['conf', 'cache', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock'])
    await mkdir(join(folder, name));
  const shipped = z.looseObject({}).parse(JSON.parse(await readFile(SHIPPED_SETTINGS, 'utf8')));
  await writeFile(
    join(folder, 'conf/lmConf-1.json'),
    JSON.stringify({ ...shipped, ...storage(folder), ...provider(parts) }),
  );
  await writeFile(join(folder, 'lemonldap-ng.ini'), settings(folder));
  await runUntilTestEnds(
    program,
    ['--no-default-middleware', '--host', '127.0.0.1', '--port', String(port), PROGRAM],
    `http://127.0.0.1:${port}/`,
    { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
  );
  return { issuer: publicUrl };
}

const settings = (folder: string): string => `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'cache_root' => '${folder}/cache', 'default_expires_in' => 600 }
[portal]
staticPrefix = /static
templateDir = ${TEMPLATES}
languages = en
`;

const storage = (folder: string): object => ({
  globalStorage: 'Apache::Session::File',
  globalStorageOptions: { Directory: `${folder}/sessions`, LockDirectory: `${folder}/sessions/lock` },
  persistentStorage: 'Apache::Session::File',
  persistentStorageOptions: { Directory: `${folder}/psessions`, LockDirectory: `${folder}/psessions/lock` },
  localSessionStorage: 'Cache::FileCache',
  localSessionStorageOptions: { namespace: 'sessions', cache_root: `${folder}/cache`, default_expires_in: 600 },
});

function provider({ publicUrl, portalUrl, clientId }: LemonldapParts): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { advisorType } = LEMONLDAP_PERSON;
  return {
    portal: `${publicUrl}/`,
    domain: new URL(publicUrl).hostname,
    securedCookie: 1,
    authentication: 'Demo',
    userDB: 'Same',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    // Registration and password reset need a mail server.
    portalDisplayRegister: 0,
    registerDB: 'Null',
    portalDisplayResetPassword: 0,
    portalDisplayCertificateResetByMail: 0,
    macros: { advisor_type: `"${advisorType}"` },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: publicUrl,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServiceKeyIdSig: 'first',
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcRPMetaDataOptions: {
      portico: {
        oidcRPMetaDataOptionsClientID: clientId,
        oidcRPMetaDataOptionsPublic: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsRedirectUris: `${portalUrl}/auth/callback ${portalUrl}/auth/silent`,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: `${portalUrl}/logout`,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsIDTokenForceClaims: 1,
        oidcRPMetaDataOptionsAccessTokenJWT: 1,
        oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
      },
    },
    oidcRPMetaDataExportedVars: {
      portico: { name: 'cn', email: 'mail', preferred_username: 'uid', advisor_type: 'advisor_type' },
    },
    oidcRPMetaDataOptionsExtraClaims: { portico: { profile: 'advisor_type' } },
  };
}
