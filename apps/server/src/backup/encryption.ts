import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

/** Encrypts streams in the age format, each for all recipients. Throws if a recipient is invalid. */
export function encryptTo(recipients: readonly string[]): (source: Readable) => Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return (source) => throughWeb(source, (bytes) => encrypter.encrypt(bytes));
}

/** Decrypts such streams. They are authenticated chunk by chunk: an altered stream ends with an error. */
export function decryptWith(identities: readonly string[]): (source: Readable) => Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return (source) =>
    throughWeb(source, async (bytes) => {
      try {
        return await decrypter.decrypt(bytes);
      } catch (cause) {
        throw new Error('None of the given keys opens it, or its beginning is damaged', { cause });
      }
    });
}

type Bytes = Parameters<Decrypter['decrypt']>[0] extends infer Input ? Extract<Input, { getReader: unknown }> : never;

async function throughWeb(source: Readable, change: (bytes: Bytes) => Promise<Bytes>): Promise<Readable> {
  const web = Readable.toWeb(source) as ReadableStream & Bytes;
  try {
    return Readable.fromWeb((await change(web)) as Bytes & ReadableStream);
  } catch (error) {
    source.destroy();
    throw error;
  }
}

/**
 * The identities in a key file as written by `age-keygen`. Throws an Error that describes the problem without the keys.
 */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Error(`The key file ${file} cannot be read: ${cause.message}`, { cause });
  });
  const identities = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length === 0 || !identities.every((line) => /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/.test(line)))
    throw new Error(
      `The key file ${file} must have lines that begin with AGE-SECRET-KEY-1, as age-keygen writes them.`,
    );
  try {
    decryptWith(identities);
  } catch (cause) {
    throw new Error(`The key file ${file} has a key that is not valid.`, { cause });
  }
  return identities;
}

/** Their public parts, as in BACKUP_RECIPIENTS. */
export const recipientsOf = (identities: readonly string[]): Promise<string[]> =>
  Promise.all(identities.map((identity) => identityToRecipient(identity)));
