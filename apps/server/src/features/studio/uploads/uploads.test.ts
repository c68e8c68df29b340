import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getDocument } from '@portico/contracts/documents';
import { imageUrl } from '@portico/kinds/mediaUrls';
import type { ImageRef } from '@portico/kinds/media';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change } from '@portico/contracts/studio/draft';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { sweepFiles } from '../../../media/unused/sweepFiles.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';

const portal = sharedPortal();

async function upload(path: string, bytes: Buffer, fileName: string, person = 'edda') {
  const headers = await portal().as(person).headers();
  return portal().portal.inject({
    method: 'POST',
    url: path,
    payload: bytes,
    headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(fileName) },
  });
}

const painted = (width: number) =>
  sharp({ create: { width, height: 90, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();

describe('uploads in the studio', () => {
  test('store a picture, which its editor can see immediately [STUDIO-013]', async () => {
    const answer = await upload(studioPicturesPath, await painted(700), 'Team at lunch.png');
    expect(answer.statusCode, answer.body).toBe(200);
    const picture = answer.json<ImageRef>();
    expect(picture).toMatchObject({ alt: '', width: 700, height: 90 });
    const { authorization = '', 'id-token': idToken } = await portal().as('edda').headers();
    const cookie = `access_token=${authorization.replace('Bearer ', '')}; id_token=${idToken}`;
    const shown = await portal().portal.inject({ url: imageUrl(picture, 320), headers: { cookie } });
    expect(shown.statusCode).toBe(200);
  });

  test('store the file of a document, which readers get once it is published [STUDIO-013]', async () => {
    const answer = await upload(studioFilesPath, Buffer.from('Fees of 2027'), 'Fees 2027.txt');
    expect(answer.statusCode, answer.body).toBe(200);
    const file = answer.json<StudioFile>();
    expect(file).toMatchObject({ fileName: 'Fees 2027.txt', format: 'TXT', bytes: 12 });
    const edda = portal().as('edda');
    const { id: itemId } = await edda.call(createStudioItem, { body: { id: randomUUID(), kind: 'document' } });
    const changes: Change[] = [
      { do: 'field', name: 'header', value: 'Fee schedule' },
      { do: 'field', name: 'file', value: file },
    ];
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes };
    await edda.call(changeStudioItem, { params: { itemId }, body });
    const { version, sequence } = await edda.call(getStudioItem, { params: { itemId } });
    await edda.call(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    const document = await portal()
      .as('ana')
      .call(getDocument, { params: { documentId: itemId }, query: {} });
    expect(document).toMatchObject({ header: 'Fee schedule', format: 'TXT', bytes: 12 });
  });

  test('keep a file that only a draft refers to, and sweep one that nothing refers to', async () => {
    const [used, unused] = await Promise.all(
      ['used', 'unused'].map(async (name) =>
        (await upload(studioFilesPath, Buffer.from(name), `${name}.txt`)).json<StudioFile>(),
      ),
    );
    const edda = portal().as('edda');
    const { id: itemId } = await edda.call(createStudioItem, { body: { id: randomUUID(), kind: 'document' } });
    const changes: Change[] = [{ do: 'field', name: 'file', value: used! }];
    await edda.call(changeStudioItem, {
      params: { itemId },
      body: { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes },
    });
    const { db, parts, clock } = portal();
    await sweepFiles({}, { ...parts, now: () => new Date(clock.now.getTime() + 40 * DAY_MS) });
    const left = await db.selectFrom('files').select('id').where('id', 'in', [used!.fileId, unused!.fileId]).execute();
    expect(left.map(({ id }) => id)).toEqual([used!.fileId]);
  });

  test.each([
    ['a file that is not a picture', studioPicturesPath, Buffer.from('<svg onload=alert(1)>'), 'x.svg', 415],
    ['a program', studioFilesPath, Buffer.from('MZ\u0000'), 'setup.exe', 415],
    ['a picture that is too large', studioPicturesPath, Buffer.alloc(25 * 1024 * 1024 + 1), 'big.png', 413],
  ])('reject %s', async (_, path, bytes, name, status) => {
    expect((await upload(path, bytes, name)).statusCode).toBe(status);
  });

  test('do not exist for members', async () => {
    for (const path of [studioPicturesPath, studioFilesPath])
      expect((await upload(path, await painted(40), 'a.png', 'ana')).statusCode).toBe(404);
  });
});
