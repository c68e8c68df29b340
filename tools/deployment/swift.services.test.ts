import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openStoreAt } from '@portico/server/media/store/openStore';
import { describeStore } from '@portico/server/testing/storeContract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isSwiftInstalled, startSwift } from './swift.ts';

const isInstalled = isSwiftInstalled();
if (!isInstalled)
  console.warn(
    'Skipping tests, because OpenStack Swift is not installed (Debian: swift-proxy swift-account swift-container swift-object)',
  );

async function openInSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openStoreAt(await startSwift(), folder);
}

describe.runIf(isInstalled)('a bucket of OpenStack Swift', () => {
  describeStore('[OPS-201]', openInSwift);

  test('keeps the stored file when the same key is stored again [OPS-202]', async () => {
    const store = await openInSwift();
    const large = (character: string) => Buffer.alloc(9 * 2 ** 20, character);
    for (const [key, first, second] of [
      ['files/small', Buffer.from('first'), Buffer.from('second')],
      ['files/large', large('1'), large('2')],
    ] as const) {
      await store.put(key, first);
      await store.put(key, second);
      expect((await text((await store.open(key))!.stream)) === first.toString(), key).toBe(true);
    }
  });
});
