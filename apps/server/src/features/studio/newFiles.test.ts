import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getDocument } from '@portico/contracts/documents';
import type { AdvisorType } from '@portico/kinds/advisorType';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change } from '@portico/contracts/studio/draft';
import { addToRelease, createRelease, publishRelease } from '@portico/contracts/studio/releases';
import { setApprovalRules } from '@portico/contracts/studio/roles';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import {
  archiveStudioItem,
  getStudioItem,
  listNewFiles,
  publishStudioItem,
  rescheduleStudioItem,
  unscheduleStudioItem,
} from '@portico/contracts/studio/studio';
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

async function studio(env: Record<string, string> = {}) {
  const portal = await testPortal({ env });
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
      .call(getDocument, { params: { documentId }, query: {} })
      .then(
        ({ header }) => header,
        () => null,
      );
  return { portal, edda, document, read, ...actions };
}

describe('new documents in a Files component', () => {
  test('are published with the item, to its readers unless an audience was chosen for them [STUDIO-082]', async () => {
    const { document, read, write, publish, change } = await studio();
    const [follows, chosen] = [await document('Follows'), await document('Chosen')];
    await change(chosen, [forReaders('AdvisorCorporate')]);
    const page = await write('Rates', [forReaders('AdvisorHybrid'), showing(follows, chosen)]);
    expect([await read('ana', follows), await read('cora', follows)]).toEqual([null, null]);
    await publish(page);
    expect([await read('ana', follows), await read('cora', follows)]).toEqual(['Follows', null]);
    expect([await read('ana', chosen), await read('cora', chosen)]).toEqual([null, 'Chosen']);
  });

  test('are published with the item when its video shows them [STUDIO-344]', async () => {
    const { edda, document, read, write, publish } = await studio();
    const [film, words] = [await document('Welcome film'), await document('Welcome captions')];
    const video: Change = {
      do: 'insert',
      component: {
        id: 'video',
        type: 'Video',
        title: 'Welcome',
        source: { host: 'Portal', documentId: film, format: 'MP4' },
        captions: [{ documentId: words, language: 'en-US', label: 'English' }],
      },
      place: { tree: 'components', parent: null, after: null },
    };
    const page = await write('Welcome', [video]);
    const { items } = await edda().call(listNewFiles, { params: { itemId: page } });
    expect(items.map(({ title }) => title).sort()).toEqual(['English', 'Welcome']);
    await publish(page);
    expect([await read('ana', film), await read('ana', words)]).toEqual(['Welcome film', 'Welcome captions']);
  });

  test('block the publication of the item if the editor may not publish them [STUDIO-082]', async () => {
    const { portal, edda, document, read, write, open } = await studio();
    const file = await document('Secret');
    const itemId = await write('Rates', [showing(file)]);
    await edda().call(setApprovalRules, { body: { rules: [{ scope: 'kind', value: 'document' }] } });
    const { version, sequence } = await open(itemId);
    const refused = await edda().fail(publishStudioItem, { params: { itemId }, body: { version, sequence } });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.detail).toBe('The file “Secret” can’t be published with this item. This needs approval first.');
    expect((await portal.as('edda').call(getStudioItem, { params: { itemId } })).state).toBe('Draft');
    expect(await read('ana', file)).toBeNull();
  });

  test('wait for a release together with the item; archived ones stay archived [STUDIO-082]', async () => {
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

  test('are listed before publication, follow the item to a new date, and are unscheduled with it [STUDIO-093]', async () => {
    const { portal, edda, document, write, open, publish } = await studio();
    const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
    const [own, shared] = [await document('Own'), await document('Shared')];
    const itemId = await write('Rates', [showing(own, shared)]);
    const params = { itemId };
    expect((await edda().call(listNewFiles, { params })).items.map((file) => file.documentId).toSorted()).toEqual(
      [own, shared].toSorted(),
    );
    await publish(itemId, { goesLiveAt: inHours(1) });
    expect((await edda().call(listNewFiles, { params })).items).toEqual([]);
    const dateOf = async (id: string) => (await open(id)).publishedAt;
    await publish(itemId, { goesLiveAt: inHours(2) });
    const dates = [await dateOf(itemId), await dateOf(own)];
    expect(dates.map((date) => new Date(date!).toISOString())).toEqual([inHours(2), inHours(2)]);
    const other = await write('Other', [showing(shared)]);
    await publish(other, { goesLiveAt: inHours(2) });
    const { version } = await open(itemId);
    await edda().call(archiveStudioItem, { params, body: { version } });
    expect([(await open(own)).publishedAt, (await open(shared)).state]).toEqual([null, 'Scheduled']);
  });

  test('follow a scheduled version to a new date, and are unscheduled with it [STUDIO-093]', async () => {
    const { portal, edda, document, write, open, publish, change } = await studio();
    const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
    const file = await document('Fees');
    const itemId = await write('Rates');
    const params = { itemId };
    await publish(itemId);
    await change(itemId, [showing(file)]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    await edda().call(rescheduleStudioItem, { params, body: { goesLiveAt: inHours(3) } });
    expect(new Date((await open(file)).goesLiveAt!).toISOString()).toBe(inHours(3));
    await edda().call(unscheduleStudioItem, { params });
    expect((await open(file)).waitingRevision).toBeNull();
    await publish(itemId);
    expect((await open(file)).state).toBe('Published');
  });

  test('expire with the item, unless an audience was chosen for them [FILE-077]', async () => {
    const { portal, document, read, write, publish, change } = await studio();
    const [follows, chosen] = [await document('Follows'), await document('Chosen')];
    await read('ana', follows);
    await change(chosen, [forReaders('AdvisorHybrid')]);
    const expiresAt = new Date(portal.clock.now.getTime() + HOUR_MS).toISOString();
    await publish(
      await write('Rates', [{ do: 'field', name: 'expiresAt', value: expiresAt }, showing(follows, chosen)]),
    );
    expect([await read('ana', follows), await read('ana', chosen)]).toEqual(['Follows', 'Chosen']);
    portal.clock.now = new Date(expiresAt);
    expect([await read('ana', follows), await read('ana', chosen)]).toEqual([null, 'Chosen']);
  });

  test('keep a rule that was chosen for them, but not the audience with which they were created [STUDIO-082]', async () => {
    const { document, read, write, publish, change } = await studio();
    const [created, chosen] = [await document('Created', [forReaders('AdvisorCorporate')]), await document('Chosen')];
    for (const name of ['ana', 'cora', 'edda']) await read(name, chosen);
    const onlyEditors = { include: { role: ['editor'] }, exclude: {} };
    await change(chosen, [{ do: 'field', name: 'audienceRule', value: onlyEditors }]);
    await publish(await write('Rates', [showing(created, chosen)]));
    expect([await read('ana', created), await read('edda', created)]).toEqual(['Created', 'Created']);
    expect([await read('ana', chosen), await read('edda', chosen)]).toEqual([null, 'Chosen']);
  });

  test('follow a version that is scheduled again for another date or added to a release [STUDIO-430]', async () => {
    const { portal, edda, document, write, open, publish, change } = await studio();
    const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
    const file = await document('Fees');
    const itemId = await write('Rates');
    await publish(itemId);
    await change(itemId, [showing(file)]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    await change(itemId, [titled('Rates from May')]);
    await publish(itemId, { goesLiveAt: inHours(3) });
    expect(new Date((await open(file)).goesLiveAt!).toISOString()).toBe(inHours(3));
    const body = { id: randomUUID(), name: 'May', goesLiveAt: null };
    await edda().call(createRelease, { body });
    await edda().call(addToRelease, { params: { releaseId: body.id }, body: { items: [{ itemId }] } });
    expect(await open(file)).toMatchObject({ goesLiveAt: null, releaseId: body.id });
  });

  test.for([true, false])(
    'are rescheduled, unscheduled and archived with the item only by people who may publish them, whether readers see the item: %s [STUDIO-431]',
    async (isLive) => {
      const { portal, edda, document, write, open, publish, change } = await studio({
        DEPARTMENTS_CLAIM: 'custom:departments',
      });
      const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
      const file = await document('Payout grid', [{ do: 'field', name: 'department', value: 'Compliance' }]);
      const itemId = await write('Rates', [{ do: 'field', name: 'authorDepartment', value: 'Operations' }]);
      if (isLive) await publish(itemId);
      await change(itemId, [showing(file)]);
      await publish(itemId, { goesLiveAt: inHours(1) });
      const eve = portal.as('eve');
      const params = { itemId };
      const { version, sequence } = await open(itemId);
      for (const goesLiveAt of ['now', inHours(5)])
        expect(await eve.fail(publishStudioItem, { params, body: { version, sequence, goesLiveAt } })).toMatchObject({
          status: 403,
          detail: expect.stringContaining('The file “Payout grid” can’t be published with this item.') as string,
        });
      if (isLive) {
        const later = { params, body: { goesLiveAt: inHours(3) } };
        expect(await eve.fail(rescheduleStudioItem, later)).toMatchObject({ status: 404 });
        expect(await eve.fail(unscheduleStudioItem, { params })).toMatchObject({ status: 404 });
        expect(await eve.fail(archiveStudioItem, { params, body: { version } })).toMatchObject({ status: 404 });
      } else
        expect(await eve.fail(archiveStudioItem, { params, body: { version } })).toMatchObject({
          status: 403,
          detail: expect.stringContaining('The file “Payout grid” can’t be archived with this item.') as string,
        });
      const date = ({ goesLiveAt, publishedAt }: Awaited<ReturnType<typeof open>>) =>
        new Date((isLive ? goesLiveAt : publishedAt)!).toISOString();
      expect([date(await open(itemId)), date(await open(file))]).toEqual([inHours(1), inHours(1)]);
      await edda().call(archiveStudioItem, { params, body: { version } });
      expect(await open(file)).toMatchObject({ state: isLive ? 'Draft' : 'Archived', waitingRevision: null });
    },
  );
});
