import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { onTestFinished } from 'vitest';

/** A mailbox for the running test and the folder of its mail; without a mailbox if mail goes to another server. */
export async function testMailbox(smtpUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = smtpUrl === undefined ? await startMailbox({ folder, port: 0 }) : undefined;
  onTestFinished(async () => {
    await mailbox?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, mailbox };
}
