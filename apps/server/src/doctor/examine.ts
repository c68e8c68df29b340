import { checkAuthorities } from './authoritiesCheck.ts';
import { checkBackups } from './backupCheck.ts';
import { checkCertificates } from './certificateCheck.ts';
import { checkDatabase } from './databaseCheck.ts';
import { checkEmbedding } from './embeddingCheck.ts';
import { checkFileStore } from './fileStoreCheck.ts';
import type { Finding } from './findings.ts';
import { checkIdentityProvider } from './identityProviderCheck.ts';
import { checkMail } from './mailCheck.ts';
import { checkPush } from './pushCheck.ts';
import { checkProofs } from './proofsCheck.ts';
import { checkScanner } from './scannerCheck.ts';
import { checkReplicas } from './replicaCheck.ts';
import { checkPublicAddress } from './publicAddressCheck.ts';
import { checkRuntime } from './runtimeCheck.ts';
import { checkSandbox } from './sandboxCheck.ts';
import { checkSettings } from './settingsCheck.ts';
import { checkTokens } from './tokenCheck.ts';
import { checkWorkers } from './workersCheck.ts';

export interface ExamineOptions {
  /** The systemd units whose sandbox is checked, as names or files; the installed ones if absent. */
  units?: readonly string[] | undefined;
  /** The tokens of a sign-in, to be tried. */
  tokens?: string | undefined;
}

/**
 * Checks everything that a portal with these settings needs. `isRunning` adds what only a running portal has: its
 * workers and its public address.
 */
export async function examine(
  env: Record<string, string | undefined>,
  isRunning: boolean,
  { units, tokens }: ExamineOptions = {},
): Promise<Finding[]> {
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
    checkProofs,
    checkCertificates,
  ];
  if (isRunning) checks.push(checkWorkers, checkPublicAddress);
  const found = await Promise.all([
    checkAuthorities(env),
    ...checks.map((check) => check(config)),
    ...(tokens === undefined ? [] : [checkTokens(config, tokens)]),
  ]);
  return [...findings, ...checkRuntime(config), ...checkSandbox(config, env, units), ...found.flat()];
}
