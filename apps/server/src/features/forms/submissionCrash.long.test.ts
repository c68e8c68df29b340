import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { formFilePath, type EntryReceipt } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { aForm } from '../../testing/aForm.ts';
import { freePort, startChildServer } from '../../testing/processes/childServer.ts';
import { contentMaker } from '../../testing/contentMaker.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';
import { formFileKey } from '../../media/files/files.ts';

/** How often the server is killed. Set `PORTICO_KILLS=100` for a long run; each kill takes a few seconds. */
const KILLS = Math.min(Number(process.env['PORTICO_KILLS'] ?? 3), 200);

test(
  'a server killed during submissions stores each entry once with its files, and a retry gets its answer [R1, R6, U7, B2]',
  async () => {
    const { url, db } = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const folder = await mkdtemp(join(tmpdir(), 'portico-submission-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const form = aForm({
      fields: [
        { type: 'TextField', alias: 'name', label: 'Name' },
        { type: 'FileUpload', alias: 'files', label: 'Files' },
      ],
    });
    await contentMaker(db, { now: new Date() }).resource({ components: [form] });
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const answered = new Map<string, { receipt: EntryReceipt; fileId: string }>();
    let isOver = false;
    let count = 0;

    /** Retries until it gets a response, as a page on a bad connection does. */
    const insist = async <Answer>(path: string, request: RequestInit): Promise<Answer | undefined> => {
      for (;;) {
        // The body of a response can be cut off as well.
        const answer = await fetch(`${address}${path}`, { ...request, method: 'POST' })
          .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer }))
          .catch(() => undefined);
        if (answer && answer.status < 300) return answer.body;
        if (answer && answer.status < 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        if (isOver) return undefined;
        await sleep(20);
      }
    };
    const people = Array.from({ length: 4 }, async (_, person) => {
      const { idToken, accessToken } = await issuer.tokens({ sub: `person-${person}` });
      const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
      while (!isOver) {
        const key = `key-${(count += 1)}`;
        const file = await insist<FormFile>(formFilePath(form.formId), {
          headers: { ...headers, 'x-file-name': 'a.txt', 'x-field': 'files', 'content-type': 'text/plain' },
          body: key.repeat(500),
        });
        const body = file && JSON.stringify({ values: { name: key, files: [file.id] } });
        const receipt =
          body &&
          (await insist<EntryReceipt>(`/forms/api/v1/entries/${form.formId}`, {
            headers: { ...headers, 'idempotency-key': key, 'content-type': 'application/json' },
            body,
          }));
        if (receipt) answered.set(key, { receipt, fileId: file.id });
      }
    });
    for (let round = 0; round < KILLS; round += 1) {
      const server = await startChildServer({
        databaseUrl: url,
        issuer,
        port,
        env: { PORTICO_DATA_DIR: folder, PORTICO_ROLE: 'web', FORM_FILES_PER_PERSON_BYTES: '100000000' },
      });
      const before = answered.size;
      await expect.poll(() => answered.size - before, { interval: 2 }).toBeGreaterThan(10 + (round % 5));
      server.process.kill('SIGKILL');
      await server.ended;
    }
    isOver = true;
    await Promise.all(people);
    const entries = await db.selectFrom('form_entries').selectAll().execute();
    const files = await db.selectFrom('form_files').selectAll().execute();
    const byName = Map.groupBy(entries, ({ values }) => (values as { name: string }).name);
    for (const [key, { receipt }] of answered)
      expect(
        byName.get(key)?.map(({ id }) => id),
        key,
      ).toEqual([receipt.entryId]);
    for (const { id, values } of entries)
      expect(files.filter((file) => file.entry_id === id).map((file) => file.id)).toEqual(
        (values as { files: string[] }).files,
      );
    for (const file of files) expect((await stat(join(folder, 'files', formFileKey(file.id)))).size).toBe(file.bytes);
    const audited = await db.selectFrom('audit_log').select('id').where('action', '=', 'form.submitted').execute();
    expect(audited).toHaveLength(entries.length);
    expect([...byName.values()].every((same) => same.length === 1)).toBe(true);
  },
  60_000 + KILLS * 20_000,
);
