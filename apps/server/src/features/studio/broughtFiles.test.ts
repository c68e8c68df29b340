import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getDocument } from '@portico/contracts/documents';
import type { AdvisorType } from '@portico/contracts/users';
import type { Change, StudioFile } from '@portico/contracts/studio/draft';
import { addToRelease, createRelease, publishRelease } from '@portico/contracts/studio/releases';
import { setApprovalRules } from '@portico/contracts/studio/roles';
import { archiveStudioItem, getStudioItem, publishStudioItem, studioFilesPath } from '@portico/contracts/studio/studio';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

const forReaders = (...audience: AdvisorType[]): Change => ({ do: 'field', name: 'audience', value: audience });

const showing = (...documentIds: string[]): Change => ({
  do: 'insert',
  component: {
    id: 'files',
    type: 'FileList',
    files: documentIds.map((documentId) => ({ documentId, title: 'Rates', format: 'TXT', bytes: 5 })),
  },
  place: { tree: 'components', parent: null, after: null },
});

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const actions = studioActions(edda);
  const document = async (title: string, changes: Change[] = []) => {
    const headers = await edda().headers();
    const answer = await portal.portal.inject({
      method: 'POST',
      url: studioFilesPath,
      payload: Buffer.from(title),
      headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': 'rates.txt' },
    });
    return actions.write(
      title,
      [{ do: 'field', name: 'file', value: answer.json<StudioFile>() }, ...changes],
      'document',
    );
  };
  const read = (name: string, documentId: string) =>
    portal
      .as(name)
      .call(getDocument, { params: { documentId } })
      .then(
        ({ header }) => header,
        () => null,
      );
  return { portal, edda, document, read, ...actions };
}

describe('new documents in a Files component', () => {
  test('go out with the item, to its readers unless others were chosen for them [STUDIO-082]', async () => {
    const { document, read, write, publish, change } = await studio();
    const [follows, chosen] = [await document('Follows'), await document('Chosen')];
    await change(chosen, [forReaders('AdvisorCorporate')]);
    const page = await write('Rates', [forReaders('AdvisorHybrid'), showing(follows, chosen)]);
    expect([await read('ana', follows), await read('cora', follows)]).toEqual([null, null]);
    await publish(page);
    expect([await read('ana', follows), await read('cora', follows)]).toEqual(['Follows', null]);
    expect([await read('ana', chosen), await read('cora', chosen)]).toEqual([null, 'Chosen']);
  });

  test('are published by nobody who could not publish them, and hold up the item [STUDIO-082]', async () => {
    const { portal, edda, document, read, write, open } = await studio();
    const file = await document('Secret');
    const itemId = await write('Rates', [showing(file)]);
    await edda().call(setApprovalRules, { body: { rules: [{ scope: 'kind', value: 'document' }] } });
    const { version, sequence } = await open(itemId);
    const refused = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.detail).toBe('The file “Secret” can’t be published with this item. This needs an approval first.');
    expect((await portal.as('edda').call(getStudioItem, { params: { itemId } })).state).toBe('Draft');
    expect(await read('ana', file)).toBeNull();
  });

  test('wait with the item for its release; an archived one stays archived [STUDIO-082]', async () => {
    const { edda, document, read, write, open, publish, change } = await studio();
    const file = await document('Released');
    const itemId = await write('Rates', [showing(file)]);
    const body = { id: randomUUID(), name: 'January', goesLiveAt: null };
    const { id: releaseId } = await edda().call(createRelease, { body });
    const params = { releaseId };
    const { version, items } = await edda().call(addToRelease, { params, body: { items: [{ itemId }] } });
    expect(items.map((item) => item.itemId).toSorted()).toEqual([file, itemId].toSorted());
    expect(await read('ana', file)).toBeNull();
    await edda().call(publishRelease, { params, body: { version } });
    expect(await read('ana', file)).toBe('Released');

    const { version: live } = await open(file);
    await edda().call(archiveStudioItem, { params: { itemId: file }, body: { version: live } });
    await change(itemId, [titled('Rates again')]);
    await publish(itemId);
    expect(await read('ana', file)).toBeNull();
  });
});
