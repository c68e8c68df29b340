import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getDocument } from '@portico/contracts/documents';
import { searchPortal } from '@portico/contracts/search';
import type { AdvisorType } from '@portico/kinds/advisorType';
import type { Change } from '@portico/contracts/studio/draft';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import {
  addToRelease,
  createRelease,
  getRelease,
  publishRelease,
  undoRelease,
} from '@portico/contracts/studio/releases';
import { extendStudioItem, restoreStudioItem } from '@portico/contracts/studio/retention';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import { approveStudioItem, requestStudioReview } from '@portico/contracts/studio/reviews';
import { archiveStudioItem, listNewFiles, publishStudioItem } from '@portico/contracts/studio/studio';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { publishDue } from './releases/publishDue.ts';

const forReaders = (...audience: AdvisorType[]): Change => ({ do: 'field', name: 'audience', value: audience });

/** Ids of the news item and its file; the lower one is locked first. */
const [lower, higher] = [randomUUID(), randomUUID()].toSorted() as [string, string];
const itemFirst = { first: 'item', newsId: lower, fileId: higher };
const fileFirst = { first: 'file', newsId: higher, fileId: lower };

/** Drafts of a news item and of a file, and the change that attaches the file. */
async function newsAndFile({ newsId, fileId } = itemFirst) {
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
  const file = await actions.write('Bonus schedule', [upload], 'document', fileId);
  const showing: Change = {
    do: 'insert',
    component: {
      id: 'files',
      type: 'FileList',
      files: [{ documentId: file, title: 'Bonus schedule', format: 'TXT', bytes: 5 }],
    },
    place: { tree: 'components', parent: null, after: null },
  };
  const news = await actions.write('Bonus for the branch', [], 'news', newsId);
  /** Whether a reader finds and opens the file: both or neither. */
  const sees = async (name: string) => {
    const found = await portal.as(name).call(searchPortal, { query: { term: 'bonus schedule' } });
    const isFound = found.documents.results.some(({ id }) => id === file);
    const opened = await portal
      .as(name)
      .call(getDocument, { params: { documentId: file }, query: {} })
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
  /** Puts the drafts into a release, which then goes live. Returns how to undo it. */
  const release = async (...itemIds: string[]) => {
    const body = { id: randomUUID(), name: 'Bonus round', goesLiveAt: null };
    const params = { releaseId: body.id };
    await edda().call(createRelease, { body });
    await edda().call(addToRelease, { params, body: { items: itemIds.map((itemId) => ({ itemId })) } });
    const version = async () => ({ version: (await edda().call(getRelease, { params })).version });
    await edda().call(publishRelease, { params, body: await version() });
    return async () => void (await edda().call(undoRelease, { params, body: await version() }));
  };
  const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
  const pass = async (hours: number) => {
    portal.clock.now = new Date(inHours(hours));
    await publishDue({}, portal.parts);
  };
  const titleOf = async () =>
    (await portal.as('ana').call(getDocument, { params: { documentId: file }, query: {} })).header;
  // The audience of an item needs someone in it, and people are known from their first visit.
  expect([await sees('ana'), await sees('cora')]).toEqual([false, false]);
  return { portal, edda, file, news, sees, archive, release, inHours, pass, titleOf, showing, ...actions };
}

/** A news item with an attached file, both published for everyone. */
async function newsWithFile(order = itemFirst) {
  const made = await newsAndFile(order);
  await made.change(made.news, [made.showing]);
  await made.publish(made.news);
  return made;
}

type Made = Awaited<ReturnType<typeof newsAndFile>>;

const detachAll = ({ portal }: Made) => portal.db.updateTable('content_items').set({ attached_to: null }).execute();

/** The files that follow the news item after a migration from the version in which none did. */
async function attachedByMigration(made: Made): Promise<string[]> {
  const { portal, edda, news } = made;
  await detachAll(made);
  const migration = new URL('../../db/migrations/0361_earlier_attached_files.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(portal.db);
  const { attached } = await edda().call(listNewFiles, { params: { itemId: news } });
  return attached.map(({ documentId }) => documentId);
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

  test('gets the readers of a scheduled version when it goes live, and not before [FILE-077]', async () => {
    const { news, sees, change, publish, inHours, pass } = await newsWithFile();
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news, { goesLiveAt: inHours(2) });
    await pass(1);
    expect([await sees('ana'), await sees('cora')]).toEqual([true, true]);
    await pass(1);
    expect([await sees('ana'), await sees('cora')]).toEqual([true, false]);
  });

  test('keeps its own scheduled version, which goes live for the new readers [FILE-077]', async () => {
    const { file, news, sees, change, publish, inHours, pass, titleOf } = await newsWithFile();
    await change(file, [titled('Bonus schedule, next year')]);
    await publish(file, { goesLiveAt: inHours(2) });
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news);
    expect([await sees('ana'), await sees('cora'), await titleOf()]).toEqual([true, false, 'Bonus schedule']);
    await pass(2);
    expect([await sees('ana'), await sees('cora'), await titleOf()]).toEqual([
      true,
      false,
      'Bonus schedule, next year',
    ]);
  });

  test('is published for the new readers from a draft in which nobody chose any [FILE-078]', async () => {
    const { file, news, sees, archive, change, publish, titleOf } = await newsWithFile();
    await change(file, [titled('Bonus schedule, corrected')]);
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news);
    await publish(file);
    expect([await sees('ana'), await sees('cora'), await titleOf()]).toEqual([
      true,
      false,
      'Bonus schedule, corrected',
    ]);
    await archive(news);
    expect(await sees('ana')).toBe(false);
  });

  test.for([itemFirst, fileFirst])(
    'gets the readers of its item in a release that has both, until it is undone, with the $first first [FILE-077]',
    async (order) => {
      const { file, news, sees, change, open, release, titleOf } = await newsWithFile(order);
      await change(file, [titled('Bonus schedule, second edition')]);
      await change(news, [forReaders('AdvisorHybrid')]);
      const undo = await release(news, file);
      expect([await sees('ana'), await sees('cora'), await titleOf()]).toEqual([
        true,
        false,
        'Bonus schedule, second edition',
      ]);
      await undo();
      expect([await sees('ana'), await sees('cora'), await titleOf()]).toEqual([true, true, 'Bonus schedule']);
      expect((await open(file)).draft.fields.header).toBe('Bonus schedule, second edition');
    },
  );

  test.for([itemFirst, fileFirst])(
    'that was new in a release goes when it is undone and comes back with its item, with the $first first [FILE-077]',
    async (order) => {
      const { news, sees, change, publish, release, showing } = await newsAndFile(order);
      await publish(news);
      await change(news, [showing, forReaders('AdvisorHybrid')]);
      const undo = await release(news);
      expect([await sees('ana'), await sees('cora')]).toEqual([true, false]);
      await undo();
      expect([await sees('ana'), await sees('cora')]).toEqual([false, false]);
      await publish(news);
      expect([await sees('ana'), await sees('cora')]).toEqual([true, false]);
    },
  );

  test('that was published with the only item that shows it before files followed does so after the migration, a document of its own does not [FILE-084]', async () => {
    const made = await newsWithFile();
    const { file, news, write, change, publish, showing } = made;
    expect(await attachedByMigration(made)).toEqual([file]);
    await detachAll(made);
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news);
    expect(await attachedByMigration(made), 'of an item that was narrowed').toEqual([file]);
    await publish(await write('Other', [showing]));
    expect(await attachedByMigration(made), 'shown by two items').toEqual([]);
  });

  test('stays a document of its own in the migration if it was published alone or for chosen readers [FILE-084]', async () => {
    const alone = await newsAndFile();
    await alone.publish(alone.file);
    await alone.pass(1);
    await alone.change(alone.news, [alone.showing]);
    await alone.publish(alone.news);
    expect(await attachedByMigration(alone)).toEqual([]);
    const chosen = await newsWithFile();
    await chosen.change(chosen.file, [forReaders('AdvisorCorporate')]);
    await chosen.publish(chosen.file);
    expect(await attachedByMigration(chosen)).toEqual([]);
  });

  test('stays as it is while a scheduled version of another item shows it [FILE-078]', async () => {
    const { news, sees, archive, write, change, publish, inHours, showing } = await newsWithFile();
    const other = await write('Other');
    await publish(other);
    await change(other, [showing]);
    await publish(other, { goesLiveAt: inHours(2) });
    await archive(news);
    expect(await sees('ana')).toBe(true);
  });

  test.for(['published', 'extended'])(
    'is a document of its own once it is $0 with its own expiration [FILE-078]',
    async (how) => {
      const { edda, file, news, change, publish, open, inHours } = await newsWithFile();
      const expiresAt = inHours(5);
      if (how === 'extended') {
        const body = { version: (await open(file)).version, expiresAt };
        await edda().call(extendStudioItem, { params: { itemId: file }, body });
      } else {
        await change(file, [{ do: 'field', name: 'expiresAt', value: expiresAt }]);
        await publish(file);
      }
      expect((await edda().call(listNewFiles, { params: { itemId: news } })).attached).toEqual([]);
      await change(news, [titled('Bonus again')]);
      await publish(news);
      expect(new Date((await open(file)).expiresAt!).toISOString()).toBe(expiresAt);
    },
  );

  test('gets the date of the item when an editor changes it [FILE-077]', async () => {
    const { file, news, change, publish, open, inHours } = await newsWithFile();
    const publishedAt = inHours(-48);
    await change(news, [{ do: 'field', name: 'publishedAt', value: publishedAt }]);
    await publish(news);
    expect(new Date((await open(file)).publishedAt!).toISOString()).toBe(publishedAt);
  });

  test('keeps the readers that an editor chose in its draft [FILE-077]', async () => {
    const { file, news, sees, change, publish, open } = await newsWithFile();
    await change(file, [forReaders('AdvisorCorporate')]);
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news);
    expect((await open(file)).draft.fields.audience).toEqual(['AdvisorCorporate']);
    await publish(file);
    expect([await sees('ana'), await sees('cora')]).toEqual([false, true]);
  });

  test('expires with the item also after its own scheduled version has gone live [FILE-077]', async () => {
    const { edda, file, news, sees, change, publish, open, inHours, pass, titleOf } = await newsWithFile();
    await change(file, [titled('Bonus schedule, next year')]);
    await publish(file, { goesLiveAt: inHours(2) });
    const body = { version: (await open(news)).version, expiresAt: inHours(3) };
    await edda().call(extendStudioItem, { params: { itemId: news }, body });
    await pass(2);
    expect([await sees('ana'), await titleOf()]).toEqual([true, 'Bonus schedule, next year']);
    await pass(1);
    expect(await sees('ana')).toBe(false);
  });

  test('needs another approval once its readers have changed with the item [STUDIO-037]', async () => {
    const { portal, edda, file, news, change, publish, open } = await newsWithFile();
    const params = { itemId: file };
    await change(file, [titled('Bonus schedule, corrected')]);
    await edda().call(requestStudioReview, { params, body: { purpose: 'Publish', note: '', dueOn: null } });
    const seen = await open(file);
    await change(news, [forReaders('AdvisorHybrid')]);
    await publish(news);
    const approve = ({ version, sequence }: typeof seen) => ({ params, body: { version, sequence, comment: '' } });
    expect(await portal.as('abe').fail(approveStudioItem, approve(seen))).toMatchObject({ status: 409 });
    await portal.as('abe').call(approveStudioItem, approve(await open(file)));
    expect((await open(file)).state).toBe('Approved');
    await change(news, [forReaders('AdvisorHybrid', 'AdvisorCorporate')]);
    await publish(news);
    expect(await open(file)).toMatchObject({ state: 'Published', review: { state: 'Voided' } });
    const { version, sequence } = await open(file);
    const refused = await portal.as('abe').fail(publishStudioItem, { params, body: { version, sequence } });
    expect(refused).toMatchObject({ status: 403 });
  });
});
