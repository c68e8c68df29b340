import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiToken } from '@portico/contracts/admin/tokens';
import { createWebhook } from '@portico/contracts/admin/webhooks';
import { setMaintenanceNotice } from '@portico/contracts/maintenance';
import { startStudioThread } from '@portico/contracts/studio/comments';
import { createRelease } from '@portico/contracts/studio/releases';
import { holdStudioItem } from '@portico/contracts/studio/retention';
import { createTask } from '@portico/contracts/todo/todo';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

/** A zero-width space, a word joiner, a Hangul filler and a soft hyphen. */
const INVISIBLE = '\u200b\u2060\u3164\u00ad';

test('a text that nobody can see is refused wherever a text has to be written, and with a letter it is not [STUDIO-370]', async () => {
  const portal = await testPortal();
  const [admin, edda] = [portal.as('adam'), portal.as('edda')];
  const itemId = await studioActions(() => edda).write('Wire cutoff moves');
  const from = portal.clock.now.toISOString();
  const doors: Record<string, (text: string, how: 'call' | 'fail') => Promise<unknown>> = {
    release: (name, how) => edda[how](createRelease, { body: { id: randomUUID(), name, goesLiveAt: null } }),
    comment: (text, how) =>
      edda[how](startStudioThread, {
        params: { itemId },
        body: { threadId: randomUUID(), componentId: null, id: randomUUID(), text, mentions: [] },
      }),
    hold: (reason, how) => admin[how](holdStudioItem, { params: { itemId }, body: { reason } }),
    notice: (text, how) => admin[how](setMaintenanceNotice, { body: { text, from, until: null } }),
    webhook: (name, how) =>
      admin[how](createWebhook, {
        body: { name, url: 'https://hooks.portico.test/news', events: ['item.published'] },
      }),
    token: (name, how) => admin[how](createApiToken, { body: { name, scopes: ['read:news'], expiresInDays: 7 } }),
    task: (title, how) => edda[how](createTask, { body: { title } }),
  };
  for (const [name, write] of Object.entries(doors)) {
    expect(await write(INVISIBLE, 'fail'), name).toMatchObject({ status: 400 });
    await write('A', 'call');
  }
});
