import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { askApi } from '../../support/askApi.ts';
import { ports, readyAddress } from '../../support/ports.ts';
import { signIn } from '../../support/signIn.ts';
import { expect, test } from '../../support/test.ts';

const root = resolve(import.meta.dirname, '../../..');
const portal = `http://localhost:${ports.killed}`;
/** From the first ready process until an open page shows the truth. */
const LIMIT_MS = 10_000;
const START_LIMIT_MS = 240_000;

/** Starts the portal that this journey kills. Its database outlives it, and the next start finds it. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'start'], {
    cwd: root,
    // A separate process group, so that the kill ends all of it.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(ports.killed),
      DEV_IDP_PORT: String(ports.killed + 1),
      PORTICO_DATA_DIR: join(process.env['PORTICO_E2E_DATA']!, String(ports.killed)),
      DEMO_CONTENT: 'false',
      LOG_LEVEL: 'warn',
      MAX_EVENT_LOOP_DELAY_MS: '60000',
    },
  });
  const isReady = () =>
    fetch(readyAddress(ports.killed)).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isReady, { timeout: START_LIMIT_MS, intervals: [100] }).toBe(200);
  return child;
}

async function publish(editor: BrowserContext, header: string): Promise<void> {
  const send = async <Result>(path: string, method: 'GET' | 'POST', data?: object): Promise<Result> => {
    const answer = await askApi(editor, `${portal}/api/v1/studio/items${path}`, { method, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Result;
  };
  const id = randomUUID();
  const { sequence: base } = await send<{ sequence: number }>('', 'POST', { id, kind: 'news' });
  await send(`/${id}/changes`, 'POST', {
    clientId: randomUUID(),
    batchId: randomUUID(),
    base,
    changes: [{ do: 'field', name: 'header', value: header }],
  });
  const { version, sequence } = await send<{ version: number; sequence: number }>(`/${id}`, 'GET');
  await send(`/${id}/publish`, 'POST', { version, sequence, notifyBy: ['Notice'] });
}

test('an open list of news shows what was published right before the portal was killed, and its notice once [OPS-255, JOB-007]', async ({
  browser,
}) => {
  test.setTimeout(2 * START_LIMIT_MS);
  let running = await start();
  try {
    const [editor, reader] = [
      await browser.newContext({ baseURL: portal }),
      await browser.newContext({ baseURL: portal }),
    ];
    const writing = await editor.newPage();
    await writing.goto('/');
    await signIn(writing, 'editor');
    const page = await reader.newPage();
    await page.goto('/news');
    await signIn(page, 'corporate');
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    const headers = ['Fee schedule for Q3', 'Rollover deadline moved', 'Form W-9, new edition'];
    const listTitles = async () => {
      const notices = (await (await askApi(reader, `${portal}/api/v1/notifications`)).json()) as Array<{
        title: string;
      }>;
      return notices.map(({ title }) => title).filter((title) => headers.includes(title));
    };
    for (const header of headers) {
      await publish(editor, header);
      process.kill(-running.pid!, 'SIGKILL');
      await once(running, 'exit');
      running = await start();
      await expect(page.getByRole('main').getByRole('article').filter({ hasText: header })).toBeVisible({
        timeout: LIMIT_MS,
      });
      await expect.poll(listTitles, { timeout: LIMIT_MS, intervals: [200] }).toContain(header);
    }
    expect((await listTitles()).toSorted()).toEqual(headers.toSorted());
    await editor.close();
    await reader.close();
  } finally {
    process.kill(-running.pid!, 'SIGTERM');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  }
});
