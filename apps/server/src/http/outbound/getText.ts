import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ACCEPT_NO_ENCODING } from './encoding.ts';

interface Limits {
  headers?: Record<string, string>;
  timeoutMs: number;
  maxBytes: number;
}

/** The headers and the text of a response. Throws for any status but 200, and for a compressed response. */
export async function getText(
  url: string,
  { headers, timeoutMs, maxBytes }: Limits,
): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  const response = await open(url, { ...headers, ...ACCEPT_NO_ENCODING }, AbortSignal.timeout(timeoutMs));
  try {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      throw new Error(`${url} answered with the encoding ${encoding}, which is not accepted`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`${url} answered more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return { headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    response.destroy();
  }
}

function open(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { headers, signal, agent: false }, resolve).on('error', reject).end();
  });
}
