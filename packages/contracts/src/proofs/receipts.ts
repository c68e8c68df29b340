import { areEqual, fromBase64, toBase64, utf8, type Bytes } from './bytes.ts';
import { HASH_BYTES, inclusionRanges, leafHash, rangesOfPath, rememberHashes } from './merkleTree.ts';
import { RECEIPT_EXTENSION } from './receiptUrl.ts';
import {
  cosignedAt,
  isSignedBy,
  parseCheckpoint,
  parseCount,
  parseNote,
  type Checkpoint,
  type SignedNote,
  type Verifier,
} from './signedNote.ts';

/*
 * Receipts: the text files with which a record proves that it is in the log of proofs. The record is the extra data.
 * Source: c2sp.org/tlog-proof.
 */

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

/** What is wrong with a receipt; each has its own sentence. */
export type FaultKind =
  | 'NotAReceipt'
  | 'UnknownKey'
  | 'BadSignature'
  | 'BadWitness'
  | 'OutsideTree'
  | 'WrongPathLength'
  | 'WrongNumber'
  | 'NotInTree'
  | 'Fork'
  | 'BackDated';

export interface Fault {
  kind: FaultKind;
  /** A sentence. */
  text: string;
}

/** What a receipt proves if it has no faults. */
export interface VerifiedReceipt {
  name: string;
  faults: Fault[];
  /** The record as it was hashed; undefined if the file is no receipt. */
  record: string | undefined;
  /** Counted from 0. */
  number: number | undefined;
  /** What was signed: the log, its size and its root. */
  checkpoint: Checkpoint | undefined;
  /** The trusted witnesses that have signed it, too. */
  witnesses: Witnessed[];
  /** Who else has signed it, with keys that nobody named. */
  unknownSigners: string[];
}

export interface Witnessed {
  name: string;
  /** When it saw the log like that, by its own clock. */
  at: Date;
}

/** Whose signatures a checkpoint has. */
interface Signers extends Pick<VerifiedReceipt, 'witnesses' | 'unknownSigners'> {
  faults: Fault[];
}

interface Receipt {
  record: Bytes;
  number: number;
  path: Bytes[];
  note: string;
}

export function formatReceipt({
  record,
  number,
  path,
  note,
}: {
  record: string;
  number: number;
  path: Uint8Array[];
  note: string;
}): string {
  return [FIRST_LINE, `extra ${toBase64(utf8(record))}`, `index ${number}`, ...path.map(toBase64), '', note].join('\n');
}

/** Throws an Error whose message names the line that is wrong. */
function parseReceipt(text: string): Receipt {
  const gap = text.indexOf('\n\n');
  const lines = text.slice(0, Math.max(gap, 0)).split('\n');
  if (lines[0] !== FIRST_LINE) throw new Error(`its first line is not “${FIRST_LINE}”`);
  const record = lines[1]?.startsWith('extra ') ? fromBase64(lines[1].slice('extra '.length)) : undefined;
  if (!record) throw new Error('its second line is not “extra” with the record in base64');
  const number = lines[2]?.startsWith('index ') ? parseCount(lines[2].slice('index '.length)) : undefined;
  if (number === undefined) throw new Error('its third line is not “index” with a whole number');
  const path = lines.slice(3).map((line, at) => {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) throw new Error(`its line ${at + 4} is not a hash of 32 bytes in base64`);
    return hash;
  });
  return { record, number, path, note: text.slice(gap + 2) };
}

/**
 * Verifies receipts, alone and against each other: that each record is in the log that a trusted key signed, and that
 * all of them are in one log. Rejects where the browser does not know Ed25519.
 */
export async function verifyReceipts(
  files: Iterable<{ name: string; text: string }> | AsyncIterable<{ name: string; text: string }>,
  verifiers: Verifier[],
): Promise<VerifiedReceipt[]> {
  const together = new Together(verifiers);
  const results: VerifiedReceipt[] = [];
  for await (const file of files) results.push(await together.verify(file));
  together.findBackDated(results);
  return results;
}

class Together {
  readonly #verifiers: Verifier[];
  /** By origin and range, what receipts say is the hash of these leaves. */
  readonly #ranges = new Map<string, { hash: Uint8Array; name: string }>();
  readonly #hashOf = rememberHashes();
  /** Many receipts have the same checkpoint. */
  readonly #signers = new Map<string, Promise<Signers>>();

  constructor(verifiers: Verifier[]) {
    this.#verifiers = verifiers;
  }

  async verify({ name, text }: { name: string; text: string }): Promise<VerifiedReceipt> {
    const result: VerifiedReceipt = {
      name,
      faults: [],
      record: undefined,
      number: undefined,
      checkpoint: undefined,
      witnesses: [],
      unknownSigners: [],
    };
    const fail = (kind: FaultKind, sentence: string): VerifiedReceipt => {
      result.faults.push({ kind, text: sentence });
      return result;
    };
    let receipt: Receipt;
    try {
      receipt = parseReceipt(text);
      result.record = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(receipt.record);
    } catch (error) {
      return fail(
        'NotAReceipt',
        error instanceof TypeError
          ? 'This is not a whole receipt: its record is not text in UTF-8.'
          : `This is not a whole receipt: ${(error as Error).message}.`,
      );
    }
    const note = parseNote(receipt.note);
    const checkpoint = note && parseCheckpoint(note.text);
    if (!note || !checkpoint)
      return fail('NotAReceipt', 'This is not a whole receipt: it does not end with a signed checkpoint.');
    const { number, path } = receipt;
    const { faults, witnesses, unknownSigners } = await this.#signersOf(note, checkpoint, receipt.note);
    Object.assign(result, { number, checkpoint, witnesses, unknownSigners });
    result.faults.push(...faults);
    if (number >= checkpoint.size)
      return fail(
        'OutsideTree',
        `The receipt is for number ${number}, but the signed log has only ${checkpoint.size} records, counted from 0.`,
      );
    const length = inclusionRanges(number, checkpoint.size).length;
    if (path.length !== length)
      return fail(
        'WrongPathLength',
        `The path has ${path.length} hashes, but that of number ${number} among ${checkpoint.size} records has ${length}.`,
      );
    const own = fieldsOf(result.record).number;
    if (typeof own === 'number' && own !== number)
      return fail('WrongNumber', `The record says that it is number ${own}, but the receipt is for number ${number}.`);
    const leaf = await leafHash(receipt.record);
    const ranges = await rangesOfPath(leaf, { index: number, size: checkpoint.size, path }, this.#hashOf);
    if (!areEqual(ranges.at(-1)!.hash, checkpoint.root))
      return fail(
        'NotInTree',
        'The record is not in the signed log: the record, its path or the root of the log was changed.',
      );
    if (faults.length === 0) this.#compare(result, checkpoint, ranges);
    return result;
  }

  #signersOf(note: SignedNote, { origin }: Checkpoint, text: string): Promise<Signers> {
    let found = this.#signers.get(text);
    found ??= this.#checkSigners(note, origin);
    this.#signers.set(text, found);
    return found;
  }

  async #checkSigners({ text, signatures }: SignedNote, origin: string): Promise<Signers> {
    const isTrusted = ({ name, isWitness }: Verifier) => isWitness || name === origin;
    const signed = signatures.map(({ name, keyId, signature }) => ({
      name,
      keyId,
      signature,
      verifier: this.#verifiers.find((one) => isTrusted(one) && one.name === name && one.keyId === keyId),
    }));
    const signers: Signers = { faults: [], witnesses: [], unknownSigners: [] };
    const nameOf = ({ name, keyId }: { name: string; keyId: string }) => `${name}+${keyId}`;
    for (const { verifier, signature, ...signer } of signed) {
      if (!verifier) {
        if (signer.name !== origin) signers.unknownSigners.push(nameOf(signer));
        continue;
      }
      if (await isSignedBy(verifier, text, signature)) {
        if (verifier.isWitness)
          signers.witnesses.push({ name: signer.name, at: new Date(cosignedAt(signature)! * 1000) });
      } else
        signers.faults.push({
          kind: verifier.isWitness ? 'BadWitness' : 'BadSignature',
          text: `The signature of the ${verifier.isWitness ? 'witness' : 'key'} ${nameOf(signer)} is wrong: the checkpoint or the signature was changed.`,
        });
    }
    if (!signed.some(({ verifier }) => verifier?.isWitness === false))
      signers.faults.push({
        kind: 'UnknownKey',
        text: `No key that you trust signed the log ${origin}. It is signed with the key ${[...new Set(signatures.map(nameOf))].join(', ')}.`,
      });
    return signers;
  }

  /** Two receipts that give one hash of the same leaves differently come from two logs that the same key signed. */
  #compare(
    result: VerifiedReceipt,
    { origin }: Checkpoint,
    ranges: Array<{ start: number; end: number; hash: Uint8Array }>,
  ): void {
    for (const { start, end, hash } of ranges) {
      const range = `${origin} ${start} ${end}`;
      const known = this.#ranges.get(range);
      if (!known) this.#ranges.set(range, { hash, name: result.name });
      else if (!areEqual(known.hash, hash)) {
        const which = end - start === 1 ? `record ${start}` : `records ${start} to ${end - 1}`;
        result.faults.push({
          kind: 'Fork',
          text: `The log was forked: this receipt and ${known.name} are both signed, but differ in ${which}.`,
        });
        return;
      }
    }
  }

  /** A log gives times in the order of its numbers, so an earlier time after a later one was made up. */
  findBackDated(results: VerifiedReceipt[]): void {
    const byLog = Map.groupBy(
      results.filter(({ faults }) => faults.length === 0),
      ({ checkpoint }) => checkpoint!.origin,
    );
    for (const group of byLog.values()) {
      let last: VerifiedReceipt | undefined;
      for (const one of group.sort((a, b) => a.number! - b.number!)) {
        const at = fieldsOf(one.record).recordedAt;
        const before = fieldsOf(last?.record).recordedAt;
        if (typeof at === 'string' && typeof before === 'string' && at < before)
          one.faults.push({
            kind: 'BackDated',
            text: `The record is back-dated: its time ${at} is before that of number ${last!.number}, ${before}.`,
          });
        else last = one;
      }
    }
  }
}

/** The fields of a record that its receipt is checked against; none if it is not JSON. */
export function fieldsOf(record: string | undefined): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(record ?? '');
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What to say about the witnesses of receipts without faults. */
export function witnessSentence(receipts: VerifiedReceipt[]): string {
  const counts = new Map<string, number>();
  for (const { witnesses } of receipts)
    for (const name of new Set(witnesses.map((one) => one.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const others = new Set(receipts.flatMap(({ unknownSigners }) => unknownSigners));
  const unknown =
    others.size === 0
      ? ''
      : ` To know whether ${[...others].join(', ')} is a witness, add its public key, which it gives you itself.`;
  if (counts.size === 0)
    return `No witness that you trust has signed: that the log shows everybody the same records is vouched for by its operator alone.${unknown}`;
  const signed = [...counts].map(([name, count]) =>
    count === receipts.length
      ? `The witness ${name} has signed the log, too.`
      : `The witness ${name} has signed the log of ${count} of ${receipts.length}; the others have none.`,
  );
  return `${signed.join(' ')}${unknown}`;
}

export const receiptName = (number: number): string => `receipt-${number}${RECEIPT_EXTENSION}`;
