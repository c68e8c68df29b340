import { ED25519_COSIGNATURE } from '@portico/contracts/proofs/signedNote';
import { assertPublicKey } from './proofKeys.ts';
import { httpUrl, list } from './settingParsers.ts';

/** Who signs checkpoints of the log of proofs, too. Source: c2sp.org/tlog-witness. */
export interface ProofWitness {
  /** The public key in the notation of Go's verifier keys. */
  key: string;
  /** Where its `add-checkpoint` is. */
  url: string;
}

/** A public key and an address, with a space between them. */
export function parseProofWitness(value: string): ProofWitness {
  const [key = '', url = '', ...rest] = list(value);
  if (rest.length > 0 || url === '')
    throw new Error('must be the public key of a witness and its address, with a space between them');
  assertPublicKey(key, ED25519_COSIGNATURE);
  return { key, url: httpUrl(url) };
}
