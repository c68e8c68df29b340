import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import { ED25519, isKeyName, KEY_BYTES, KEY_ID_BYTES } from '@portico/contracts/proofs/signedNote';
import { list } from './settingParsers.ts';

/** The keys of the log of proofs. */
export interface ProofKeys {
  /** The name of the log, which all keys have. */
  origin: string;
  signer: KeyObject;
  /** Public keys in the notation of Go's verifier keys; that of the signer first. */
  verifiers: string[];
}

/** What comes before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER_PREFIX = {
  private: Buffer.from('302e020100300506032b657004220420', 'hex'),
  public: Buffer.from('302a300506032b6570032100', 'hex'),
};

/** A key in Go's notation, `PRIVATE+KEY+name+id+key` or `name+id+key`. */
function parseKey(text: string): { name: string; publicKey: Buffer; signer: KeyObject | undefined } {
  const [, isPrivate, name = '', id = '', encoded = ''] =
    /^(PRIVATE\+KEY\+)?([^+]+)\+([\da-f]{8})\+([\w+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (!isKeyName(name) || bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519)
    throw new Error('must list Ed25519 keys in the notation that `proof:key` prints');
  const key = bytes.subarray(1);
  const signer = isPrivate === undefined ? undefined : privateKey(key);
  const publicKey = signer ? rawPublicKey(signer) : key;
  assertId({ name, publicKey, id, algorithm: ED25519 });
  return { name, publicKey, signer };
}

/** Throws unless it is `name+id+key` with a key of this algorithm. */
export function assertPublicKey(text: string, algorithm: number): void {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([\da-f]{8})\+([\w+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (!isKeyName(name) || bytes.length !== 1 + KEY_BYTES || bytes[0] !== algorithm)
    throw new Error('must have a key in the notation `name+id+key`, for Ed25519 cosignatures');
  assertId({ name, publicKey: bytes.subarray(1), id, algorithm });
}

interface NamedKey {
  name: string;
  publicKey: Uint8Array;
  id: string;
  algorithm: number;
}

function assertId({ name, publicKey, id, algorithm }: NamedKey): void {
  if (keyId(name, publicKey, algorithm) !== id)
    throw new Error(`has a key of ${name} whose id ${id} does not fit: it was changed`);
}

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([DER_PREFIX.private, seed]), format: 'der', type: 'pkcs8' });

const rawPublicKey = (signer: KeyObject): Buffer =>
  createPublicKey(signer).export({ format: 'der', type: 'spki' }).subarray(DER_PREFIX.public.length);

const keyId = (name: string, publicKey: Uint8Array, algorithm = ED25519): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(algorithm), publicKey]), 'buffer')
    .subarray(0, KEY_ID_BYTES)
    .toString('hex');

const notation = (name: string, publicKey: Uint8Array, key: Uint8Array): string =>
  `${name}+${keyId(name, publicKey)}+${Buffer.concat([Buffer.of(ED25519), key]).toString('base64')}`;

/** The first key signs; older ones, private or public, remain so that what they signed still verifies. */
export function parseProofKeys(value: string): ProofKeys {
  const keys = list(value).map(parseKey);
  const [first] = keys;
  if (!first?.signer) throw new Error('must begin with a private key');
  if (keys.some(({ name }) => name !== first.name)) throw new Error('must have one name in all its keys');
  return {
    origin: first.name,
    signer: first.signer,
    verifiers: keys.map(({ name, publicKey }) => notation(name, publicKey, publicKey)),
  };
}

/** A new key for the log with this name, from 32 random bytes. */
export function formatProofKey(origin: string, seed: Uint8Array): string {
  if (!isKeyName(origin))
    throw new Error('The name of a log has no spaces and no plus sign, such as portal.example.com/proofs.');
  return `PRIVATE+KEY+${notation(origin, rawPublicKey(privateKey(seed)), seed)}`;
}
