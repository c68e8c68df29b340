import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface Checked {
  bytes: number;
  sha256: string;
}

export async function measure(source: Readable): Promise<Checked> {
  const measured = measuring();
  for await (const chunk of measured.through(source)) void chunk;
  return measured.result();
}

export function measuring() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: (): Checked => ({ bytes, sha256: hash.digest('hex') }),
  };
}
