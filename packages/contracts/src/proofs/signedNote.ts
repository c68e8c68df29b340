import { fromBase64, joinBytes, sha256, toBase64, toHex, utf8, type Bytes } from './bytes.ts';
import { HASH_BYTES } from './merkleTree.ts';

/*
 * Signed notes and checkpoints, and cosignatures of witnesses. Source: c2sp.org/signed-note, c2sp.org/tlog-checkpoint,
 * c2sp.org/tlog-cosignature.
 */

/** The byte that identifies Ed25519 in keys and key ids. */
export const ED25519 = 1;
/** The same for the Ed25519 keys of witnesses, whose signatures have a time. */
export const ED25519_COSIGNATURE = 4;
export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** More than any note that we make or accept, so that a hostile one takes no time. */
const MAX_SIGNATURES = 100;

/** A public key, as the notes name it. */
export interface Verifier {
  name: string;
  /** Hexadecimal. */
  keyId: string;
  key: Bytes;
  /** Whether it is the key of a witness, not of a log. */
  isWitness: boolean;
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
export const keyIdOf = async (name: string, key: Uint8Array, algorithm = ED25519): Promise<Bytes> =>
  (await sha256(joinBytes(utf8(`${name}\n`), Uint8Array.of(algorithm), key))).slice(0, KEY_ID_BYTES);

/**
 * Reads `name+id+key`, the notation of Go's verifier keys. Returns undefined if it is not one for Ed25519, of a log or
 * a witness.
 */
export async function parseVerifier(text: string): Promise<Verifier | undefined> {
  const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([\da-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = fromBase64(encoded);
  const algorithm = bytes?.[0];
  const isWitness = algorithm === ED25519_COSIGNATURE;
  if (!isKeyName(name) || bytes?.length !== 1 + KEY_BYTES || (algorithm !== ED25519 && !isWitness)) return undefined;
  const key = bytes.slice(1);
  return toHex(await keyIdOf(name, key, algorithm)) === keyId ? { name, keyId, key, isWitness } : undefined;
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

/** What a witness signs: that it saw the note at a time, in seconds since 1970. */
export const cosignedText = (text: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${text}`;

/** When a witness made a signature, in seconds since 1970; undefined if it is none. */
export function cosignedAt(signature: Bytes): number | undefined {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  return seconds <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seconds) : undefined;
}

/** Whether the key made the signature. Rejects where the browser does not know Ed25519. */
export async function isSignedBy({ key, isWitness }: Verifier, text: string, signature: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  const seconds = cosignedAt(signature);
  const [signed, bytes] =
    isWitness && seconds !== undefined
      ? [cosignedText(text, seconds), signature.slice(TIME_BYTES)]
      : [text, isWitness ? signature.slice(0, 0) : signature];
  return bytes.length === SIGNATURE_BYTES && crypto.subtle.verify('Ed25519', imported, bytes, utf8(signed));
}
