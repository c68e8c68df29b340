import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ACCEPT_NO_ENCODING } from '../../http/outbound/encoding.ts';

const TIMEOUT_MS = 10_000;
/** Far more than the signatures of a witness. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface WitnessAnswer {
  status: number;
  text: string;
}

/** Sends a checkpoint to a witness. Throws if there is no answer. Source: c2sp.org/tlog-witness. */
export async function callWitness(url: string, body: string): Promise<WitnessAnswer> {
  const response = await open(`${url}/add-checkpoint`, body);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    response.destroy();
  }
}

function open(url: string, body: string): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...ACCEPT_NO_ENCODING,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS), agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}
