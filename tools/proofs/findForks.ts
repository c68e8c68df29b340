import type { VerifiedReceipt } from '@portico/contracts/proofs/receipts';
import { areEqual } from '@portico/contracts/proofs/bytes';
import { createDb, createPool } from '@portico/server/db/pool';
import { readSize, rootAt } from '@portico/server/proofs/tree.queries';
import { withPortalDatabase } from '../operate/portalDatabase.ts';

const STATEMENT_TIMEOUT_MS = 60_000;

/** Adds a fault to each receipt whose checkpoint is not a beginning of the log in the portal's database. */
export function findForks(receipts: VerifiedReceipt[]): Promise<void> {
  return withPortalDatabase({}, async ({ applicationUrl }) => {
    const db = createDb(
      createPool({ url: applicationUrl, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    );
    try {
      const size = await readSize(db);
      for (const receipt of receipts) {
        const { checkpoint } = receipt;
        if (receipt.faults.length > 0 || !checkpoint) continue;
        if (checkpoint.size > size)
          receipt.faults.push({
            kind: 'Fork',
            text: `The log was cut: ${checkpoint.size} records were signed, and the portal has ${size}.`,
          });
        else if (!areEqual(await rootAt(db, checkpoint.size), checkpoint.root))
          receipt.faults.push({
            kind: 'Fork',
            text: `The log was forked: the first ${checkpoint.size} records of the portal are not those that were signed.`,
          });
      }
    } finally {
      await db.destroy();
    }
  });
}
