import { fromBase64, joinBytes, sha256, toBase64, toHex, utf8, type Bytes } from './bytes.ts';
import { HASH_BYTES } from './merkleTree.ts';

/* Signed notes and checkpoints. Source: c2sp.org/signed-note, c2sp.org/tlog-checkpoint. */

/** The byte that identifies Ed25519 in keys and key ids. */
export const ED25519 = 1;
export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** More than any note that we make or accept, so that a hostile one takes no time. */
const MAX_SIGNATURES = 100;

/** A public key, as the notes name it. */
export interface Verifier {
  name: string;
  /** Hexadecimal. */
  keyId: string;
  key: Bytes;
}

export interface SignedNote {
  /** What was signed, with its last newline. */
  text: string;
  signatures: Array<{ name: string; keyId: string; signature: Bytes }>;
}

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
}

export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}]/u.test(name);

/** The first bytes of the hash of a name and its public key. */
export const keyIdOf = async (name: string, key: Uint8Array): Promise<Bytes> =>
  (await sha256(joinBytes(utf8(`${name}\n`), Uint8Array.of(ED25519), key))).slice(0, KEY_ID_BYTES);

/** Reads `name+id+key`, the notation of Go's verifier keys. Returns undefined if it is not one for Ed25519. */
export async function parseVerifier(text: string): Promise<Verifier | undefined> {
  const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([\da-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) return undefined;
  const key = bytes.slice(1);
  return toHex(await keyIdOf(name, key)) === keyId ? { name, keyId, key } : undefined;
}

/** Takes a note apart, without verifying anything. Returns undefined if it is none. */
export function parseNote(note: string): SignedNote | undefined {
  const gap = note.lastIndexOf('\n\n');
  const lines = note.slice(gap + 2).split('\n');
  if (gap < 0 || lines.pop() !== '' || lines.length === 0 || /[\0-\x09\x0b-\x1f]/.test(note)) return undefined;
  const signatures = lines.slice(0, MAX_SIGNATURES).map((line) => {
    const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/u.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    return !isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES
      ? undefined
      : { name, keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)), signature: bytes.slice(KEY_ID_BYTES) };
  });
  if (lines.length > MAX_SIGNATURES || signatures.includes(undefined)) return undefined;
  return { text: note.slice(0, gap + 1), signatures: signatures as SignedNote['signatures'] };
}

/** `7` without leading zeros, as far as numbers are exact. */
export const parseCount = (text: string | undefined): number | undefined =>
  text !== undefined && /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : undefined;

export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size, root = '', ...rest] = text.split('\n');
  const count = parseCount(size);
  const bytes = fromBase64(root);
  const isWhole = rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '');
  if (origin === '' || count === undefined || bytes?.length !== HASH_BYTES || !isWhole) return undefined;
  return { origin, size: count, root: bytes };
}

export const checkpointText = ({ origin, size, root }: Omit<Checkpoint, 'root'> & { root: Uint8Array }): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Whether the key made the signature. Rejects where the browser does not know Ed25519. */
export async function isSignedBy({ key }: Verifier, text: string, signature: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return signature.length === SIGNATURE_BYTES && crypto.subtle.verify('Ed25519', imported, signature, utf8(text));
}
