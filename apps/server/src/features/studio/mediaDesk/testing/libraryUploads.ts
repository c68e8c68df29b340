import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { ImageRef } from '@portico/kinds/media';
import type { TestPortal } from '../../../../testing/testPortal.ts';

/** Uploads as an editor; `edda` by default. */
export function libraryUploads(portal: () => Pick<TestPortal, 'as' | 'portal'>) {
  async function upload(path: string, bytes: Buffer, fileName: string, name: string) {
    const headers = {
      ...(await portal().as(name).headers()),
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(fileName),
    };
    const answer = await portal().portal.inject({ method: 'POST', url: path, payload: bytes, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  }
  return {
    /** A picture of its own color. */
    async picture(fileName: string, name = 'edda'): Promise<ImageRef> {
      const background = `#${randomBytes(3).toString('hex')}`;
      const bytes = await sharp({ create: { width: 700, height: 90, channels: 3, background } })
        .png()
        .toBuffer();
      return (await upload(studioPicturesPath, bytes, fileName, name)).json<ImageRef>();
    },
    async file(fileName: string, text: string, name = 'edda'): Promise<StudioFile> {
      return (await upload(studioFilesPath, Buffer.from(text), fileName, name)).json<StudioFile>();
    },
  };
}
