import type { Dependencies } from '../../dependencies.ts';
import { PortalError } from '../../errors.ts';
import { BrokenLogError } from '../../proofs/checkpoints.ts';

/** What needs a signature of the log. Throws `unavailable`, and logs why, if the log is broken. */
export function orUnavailable<Result>(logger: Dependencies['logger'], signed: Promise<Result>): Promise<Result> {
  return signed.catch((error: unknown) => {
    if (!(error instanceof BrokenLogError)) throw error;
    logger.error({ err: error }, 'the log of proofs is broken');
    throw new PortalError('unavailable', 'Receipts can’t be made at the moment.', { cause: error });
  });
}
