import { z } from 'zod/mini';
import { PortalError } from '../../errors.ts';
import { REJECTED } from '../process/guardedProcess.ts';

const Rejection = z.object({
  code: z.enum(['unsupported_media_type', 'payload_too_large', 'invalid_input']),
  message: z.string(),
});

let last: Promise<unknown> = Promise.resolve();

/** Pictures are processed one at a time, because each takes a CPU and up to several hundred megabytes of memory. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

/** Why a process that works on a picture failed: `payload_too_large` if it took too much. `output` is what it wrote. */
export function failureOf(code: number | 'Crashed', output: Buffer): Error {
  if (code === 'Crashed')
    return new PortalError('payload_too_large', 'This picture is too large to process. Please upload a smaller one.');
  if (code !== REJECTED) return new Error(`processing a picture ended with code ${code}`);
  const rejection = z.parse(Rejection, JSON.parse(output.toString('utf8')));
  return new PortalError(rejection.code, rejection.message);
}
