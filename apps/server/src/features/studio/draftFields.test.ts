import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { ImageRef } from '@portico/kinds/media';
import type { Change, FieldName, StudioFile, StudioKind } from '@portico/contracts/studio/draft';
import {
  archiveStudioItem,
  getStudioRevision,
  studioFilesPath,
  studioPicturesPath,
} from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { draftFieldCases, fieldRows } from '@portico/testing/draftFieldCases';
import { studioActions } from '../../testing/studioActions.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { write, publish, open } = studioActions(edda);
const set = (name: string, value: unknown) => ({ do: 'field', name, value }) as Change;
let file: StudioFile;
let image: ImageRef;

async function upload<Uploaded>(url: string, payload: Buffer, name: string): Promise<Uploaded> {
  const headers = { ...(await edda().headers()), 'x-file-name': name, 'content-type': 'application/octet-stream' };
  return (await portal().portal.inject({ method: 'POST', url, payload, headers })).json<Uploaded>();
}

beforeAll(async () => {
  // An audience without anyone can't be published.
  await portal().as('ana').call(getCurrentUser, {});
  file = await upload(studioFilesPath, Buffer.from('Rates'), 'rates.txt');
  const picture = sharp({ create: { width: 700, height: 90, channels: 3, background: '#2a6' } });
  image = await upload(studioPicturesPath, await picture.png().toBuffer(), 'desk.png');
});

const needed: Partial<Record<StudioKind, FieldName[]>> = {
  event: ['startsAt', 'endsAt'],
  document: ['file'],
  page: ['path'],
};
function valueOf(name: FieldName): unknown {
  if (name === 'file') return file;
  return name === 'image' ? image : draftFieldCases[name].value;
}

test.each(fieldRows())(
  'the field $name of a $kind is in the draft, in the published revision and in the draft after it [STUDIO-365]',
  async ({ name, kind }) => {
    const value = valueOf(name);
    const changes = (needed[kind] ?? []).map((one) => set(one, valueOf(one)));
    const itemId = await write('A title', [...changes, set(name, value)], kind);
    expect((await open(itemId)).draft.fields, 'draft').toMatchObject({ [name]: value });
    const published = await publish(itemId);
    expect(published.draft.fields, 'draft after it').toMatchObject({ [name]: value });
    const number = String(published.publishedRevision!);
    const revision = await edda().call(getStudioRevision, { params: { itemId, number } });
    expect(revision.draft.fields, 'revision').toMatchObject({ [name]: value });
    // Frees the address of a page for the next one.
    await edda().call(archiveStudioItem, { params: { itemId }, body: { version: published.version } });
  },
);
