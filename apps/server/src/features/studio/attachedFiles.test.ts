import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getDocument } from '@portico/contracts/documents';
import { searchPortal } from '@portico/contracts/search';
import type { AdvisorType } from '@portico/kinds/advisorType';
import type { Change } from '@portico/contracts/studio/draft';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { extendStudioItem, restoreStudioItem } from '@portico/contracts/studio/retention';
import { archiveStudioItem, listNewFiles, studioFilesPath } from '@portico/contracts/studio/studio';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

const forReaders = (...audience: AdvisorType[]): Change => ({ do: 'field', name: 'audience', value: audience });

/** A news item with an attached file, both published for everyone. */
async function newsWithFile() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const actions = studioActions(edda);
  const headers = await edda().headers();
  const answer = await portal.portal.inject({
    method: 'POST',
    url: studioFilesPath,
    payload: Buffer.from('Branch bonus schedule'),
    headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': 'bonus.txt' },
  });
  const upload: Change = { do: 'field', name: 'file', value: answer.json<StudioFile>() };
  const file = await actions.write('Bonus schedule', [upload], 'document');
  const showing: Change = {
    do: 'insert',
    component: {
      id: 'files',
      type: 'FileList',
      files: [{ documentId: file, title: 'Bonus schedule', format: 'TXT', bytes: 5 }],
    },
    place: { tree: 'components', parent: null, after: null },
  };
  const news = await actions.write('Bonus for the branch', [showing]);
  await actions.publish(news);
  /** Whether a reader finds and opens the file: both or neither. */
  const sees = async (name: string) => {
    const found = await portal.as(name).call(searchPortal, { query: { term: 'bonus schedule' } });
    const isFound = found.documents.results.some(({ id }) => id === file);
    const opened = await portal
      .as(name)
      .call(getDocument, { params: { documentId: file } })
      .then(
        () => true,
        () => false,
      );
    expect(isFound, `${name} finds what ${name} may open`).toBe(opened);
    return opened;
  };
  const archive = async (itemId: string) => {
    const { version } = await actions.open(itemId);
    await edda().call(archiveStudioItem, { params: { itemId }, body: { version } });
  };
  return { portal, edda, file, news, sees, archive, ...actions };
}

describe('a file attached to an item', () => {
  test('has the readers of the item after each change of them [FILE-077]', async () => {
    const { edda, file, news, sees, change, publish, open } = await newsWithFile();
    expect([await sees('ana'), await sees('cora')]).toEqual([true, true]);
    await change(news, [forReaders('AdvisorHybrid')]);
    expect((await edda().call(listNewFiles, { params: { itemId: news } })).attached).toEqual([
      { documentId: file, title: 'Bonus schedule' },
    ]);
    await publish(news);
    expect([await sees('ana'), await sees('cora')]).toEqual([true, false]);
    expect((await open(file)).draft.fields.audience, 'the studio shows them too').toEqual(['AdvisorHybrid']);
    const { version } = await open(file);
    await change(news, [titled('Bonus for the branch, again')]);
    await publish(news);
    expect((await open(file)).version, 'nothing changes without a reason').toBe(version);
  });

  test('is withdrawn and restored with the item, and expires with it [FILE-077]', async () => {
    const { portal, edda, news, sees, archive, open } = await newsWithFile();
    await archive(news);
    expect(await sees('ana')).toBe(false);
    const params = { itemId: news };
    await edda().call(restoreStudioItem, { params, body: { version: (await open(news)).version } });
    expect(await sees('ana')).toBe(true);
    const expiresAt = new Date(portal.clock.now.getTime() + HOUR_MS).toISOString();
    await edda().call(extendStudioItem, { params, body: { version: (await open(news)).version, expiresAt } });
    portal.clock.now = new Date(portal.clock.now.getTime() + 2 * HOUR_MS);
    expect(await sees('ana')).toBe(false);
  });

  test('is a document of its own once an editor chooses its readers or archives it [FILE-078]', async () => {
    const { edda, file, news, sees, archive, change, publish } = await newsWithFile();
    expect(await sees('cora')).toBe(true);
    await change(file, [forReaders('AdvisorCorporate')]);
    await publish(file);
    expect((await edda().call(listNewFiles, { params: { itemId: news } })).attached).toEqual([]);
    await change(news, [titled('Bonus again')]);
    await publish(news);
    expect([await sees('ana'), await sees('cora')]).toEqual([false, true]);
    const second = await newsWithFile();
    await second.archive(second.file);
    await second.change(second.news, [titled('Bonus again')]);
    await second.publish(second.news);
    expect(await second.sees('ana')).toBe(false);
    await archive(news);
    expect(await sees('cora')).toBe(true);
  });

  test('stays as it is while another item shows it too [FILE-078]', async () => {
    const { file, news, sees, archive, write, publish } = await newsWithFile();
    const files = [{ documentId: file, title: 'Bonus schedule', format: 'TXT' as const, bytes: 5 }];
    const place = { tree: 'components' as const, parent: null, after: null };
    await publish(await write('Other', [{ do: 'insert', component: { id: 'o', type: 'FileList', files }, place }]));
    await archive(news);
    expect(await sees('ana')).toBe(true);
  });

  test('keeps following the item when only its content changes [FILE-078]', async () => {
    const { file, news, sees, archive, change, publish } = await newsWithFile();
    await change(file, [titled('Bonus schedule, revised')]);
    await publish(file);
    await archive(news);
    expect(await sees('ana')).toBe(false);
  });
});
