import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fromBase64, toBase64 } from '@portico/contracts/proofs/bytes';
import { isConsistent } from '@portico/contracts/proofs/merkleTree';
import {
  cosignedText,
  ED25519_COSIGNATURE,
  isSignedBy,
  KEY_BYTES,
  keyIdOf,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Checkpoint,
} from '@portico/contracts/proofs/signedNote';
import { onTestFinished } from 'vitest';

const NAME = 'witness.example.com/w1';

/** A witness that knows one log, as c2sp.org/tlog-witness describes it. */
export async function startWitness(logKey: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  const id = await keyIdOf(NAME, raw, ED25519_COSIGNATURE);
  const log = (await parseVerifier(logKey))!;
  const witness = {
    /** What the setting has as its key. */
    key: `${NAME}+${Buffer.from(id).toString('hex')}+${toBase64(Buffer.concat([Buffer.of(ED25519_COSIGNATURE), raw]))}`,
    seen: undefined as Checkpoint | undefined,
    /** Answers instead of the witness, if it is set. */
    answer: undefined as { status: number; text: string } | undefined,
    calls: 0,
    url: '',
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
  const cosign = (noteText: string): string => {
    const seconds = 1_800_000_000;
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signature = sign(null, Buffer.from(cosignedText(noteText, seconds)), privateKey);
    return `— ${NAME} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  };
  const addCheckpoint = async (body: string): Promise<{ status: number; text: string }> => {
    const gap = body.indexOf('\n\n');
    const [old = '', ...hashes] = body.slice(0, gap).split('\n');
    const note = parseNote(body.slice(gap + 2));
    const head = note && parseCheckpoint(note.text);
    if (!note || !head || !/^old \d+$/.test(old)) return { status: 400, text: '' };
    if (head.origin !== log.name) return { status: 404, text: '' };
    const own = note.signatures.find(({ keyId }) => keyId === log.keyId);
    if (!own || !(await isSignedBy(log, note.text, own.signature))) return { status: 403, text: '' };
    const oldSize = Number(old.slice('old '.length));
    const { seen } = witness;
    if (oldSize > head.size) return { status: 400, text: '' };
    if (oldSize !== (seen?.size ?? 0)) return { status: 409, text: `${seen?.size ?? 0}\n` };
    const path = hashes.map((hash) => fromBase64(hash)!);
    if (seen && !(await isConsistent(seen, head, path))) return { status: 422, text: '' };
    witness.seen = head;
    return { status: 200, text: cosign(note.text) };
  };
  const server = createServer((request, response) => {
    void (async () => {
      witness.calls += 1;
      const body = await text(request);
      const isCall = request.method === 'POST' && request.url === '/w/add-checkpoint';
      const answer = witness.answer ?? (isCall ? await addCheckpoint(body) : { status: 404, text: '' });
      response.writeHead(answer.status).end(answer.text);
    })();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  witness.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`;
  return witness;
}
