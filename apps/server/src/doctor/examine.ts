import { checkBackups } from './backupCheck.ts';
import { checkCertificates } from './certificateCheck.ts';
import { checkDatabase } from './databaseCheck.ts';
import { checkEmbedding } from './embeddingCheck.ts';
import { checkFileStore } from './fileStoreCheck.ts';
import type { Finding } from './findings.ts';
import { checkIdentityProvider } from './identityProviderCheck.ts';
import { checkMail } from './mailCheck.ts';
import { checkPush } from './pushCheck.ts';
import { checkScanner } from './scannerCheck.ts';
import { checkReplicas } from './replicaCheck.ts';
import { checkPublicAddress } from './publicAddressCheck.ts';
import { checkRuntime } from './runtimeCheck.ts';
import { checkSettings } from './settingsCheck.ts';
import { checkWorkers } from './workersCheck.ts';

/**
 * Checks everything that a portal with these settings needs. `isRunning` adds what only a running portal has: its
 * workers and its public address.
 */
export async function examine(env: Record<string, string | undefined>, isRunning: boolean): Promise<Finding[]> {
  const { config, findings } = checkSettings(env);
  if (!config) return findings;
  const checks = [
    checkDatabase,
    checkReplicas,
    checkIdentityProvider,
    checkFileStore,
    checkScanner,
    checkBackups,
    checkMail,
    checkPush,
    checkEmbedding,
    checkCertificates,
  ];
  if (isRunning) checks.push(checkWorkers, checkPublicAddress);
  return [...findings, ...checkRuntime(config), ...(await Promise.all(checks.map((check) => check(config)))).flat()];
}
