import type { Config } from '../config.ts';
import { getText } from '../http/outbound/getText.ts';
import { discover, discoveryUrl } from '../sign-in/identityProvider.ts';
import { MAX_PROVIDER_BYTES, readKeySet } from '../sign-in/keyStore.ts';
import { reasonOf } from '../errors.ts';
import { describeTokenSettings } from './tokenCheck.ts';
import { compareClocks, networkAdvice, notesOn, type Finding } from './findings.ts';

const TIMEOUT_MS = 5000;

/** Checks the discovery document, the keys for an accepted algorithm, and the provider's clock. */
export async function checkIdentityProvider(config: Config): Promise<Finding[]> {
  const notes = notesOn('identity provider');
  const document = await discover(config).catch((error: unknown) => {
    notes.fail(
      `The discovery document is not usable: ${reasonOf(error)}.`,
      networkAdvice(error, 'Correct OIDC_ISSUER, or set OIDC_DISCOVERY_URL to where the document is.'),
    );
  });
  if (!document) return notes.findings;
  notes.ok(`${document.issuer} serves its discovery document.`);
  try {
    const { keys } = await readKeySet(document.jwks_uri);
    const usable = keys.filter((key) => config.OIDC_ALGORITHMS.some((algorithm) => isKeyFor(algorithm, key)));
    if (usable.length > 0) notes.ok(`${usable.length} of its ${keys.length} keys can verify tokens.`);
    else
      notes.fail(
        `None of its keys is for ${config.OIDC_ALGORITHMS.join(', ')}.`,
        'Set OIDC_ALGORITHMS to the algorithm that the provider signs with, or change it there.',
      );
  } catch (error) {
    notes.fail(
      `Its keys cannot be read: ${reasonOf(error)}.`,
      networkAdvice(error, `Make ${document.jwks_uri} reachable from this machine.`),
    );
  }
  notes.ok(describeTokenSettings(config));
  const askedAt = Date.now();
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_PROVIDER_BYTES };
  const answer = await getText(discoveryUrl(config), limits).catch(() => undefined);
  const date = new Date(answer?.headers.date ?? '');
  if (!Number.isNaN(date.getTime())) compareClocks(notes, 'the identity provider', date, askedAt, Date.now());
  return notes.findings;
}

const isKeyFor = (algorithm: string, key: { kty?: string; alg?: string }): boolean =>
  key.kty === (algorithm.startsWith('ES') ? 'EC' : 'RSA') && (key.alg === undefined || key.alg === algorithm);
