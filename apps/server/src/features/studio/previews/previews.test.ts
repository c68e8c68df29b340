import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallInput } from '@portico/contracts/endpoint';
import { describe, expect, test } from 'vitest';
import {
  createPreviewAddress,
  endPreviewAddress,
  listPreviewAddresses,
  previewStudioItem,
  readPreview,
} from '@portico/contracts/studio/previews';
import { changeStudioItem, createStudioItem } from '@portico/contracts/studio/studio';
import { listNews } from '@portico/contracts/news';
import { studioActions, titled } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  for (const name of ['ana', 'nils']) await portal.as(name).call(listNews, { query: {} });
  const idOf = async (subject: string) =>
    (await portal.db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  const inDays = (days: number) => new Date(portal.clock.now.getTime() + days * DAY_MS).toISOString();
  return { portal, edda, idOf, inDays, ...studioActions(edda) };
}

describe('a preview', () => {
  test('shows what an advisor type or a person sees of an item at a given time, or why it is hidden [STUDIO-061]', async () => {
    const { edda, idOf, inDays, write, publish, change } = await studio();
    const itemId = await write('First', [{ do: 'field', name: 'audience', value: ['AdvisorHybrid'] }]);
    const look = (query: Partial<CallInput<typeof previewStudioItem>['query']>) =>
      edda().call(previewStudioItem, { params: { itemId }, query: { of: 'Readers', ...query } });
    expect(await look({ advisorType: 'AdvisorHybrid' })).toMatchObject({ isVisible: false, reasons: ['NotPublished'] });
    expect(await look({ of: 'Draft', personId: await idOf('ana') })).toMatchObject({
      isVisible: true,
      draft: { fields: { header: 'First' } },
    });
    expect(await look({ of: 'Draft', personId: await idOf('nils') })).toMatchObject({ reasons: ['OtherAudience'] });
    await publish(itemId);
    await change(itemId, [titled('Second'), { do: 'field', name: 'expiresAt', value: inDays(10) }]);
    await publish(itemId, { goesLiveAt: inDays(2) });
    const hybrid = { advisorType: 'AdvisorHybrid' } as const;
    expect(await look({ ...hybrid, at: inDays(1) })).toMatchObject({ revision: 1, isVisible: true });
    expect(await look({ ...hybrid, at: inDays(3) })).toMatchObject({
      revision: 2,
      isVisible: true,
      draft: { fields: { header: 'Second' } },
    });
    expect(await look({ ...hybrid, at: inDays(11) })).toMatchObject({ isVisible: false, reasons: ['Expired'] });
    expect(await look({ advisorType: 'Nla', at: inDays(11) })).toMatchObject({ reasons: ['Expired', 'OtherAudience'] });
    expect(await look({ ...hybrid })).toMatchObject({ revision: 1, draft: { fields: { header: 'First' } } });
  });

  test('of a draft applies its rule and its expiration, and shows a disabled person nothing [STUDIO-061]', async () => {
    const { portal, edda, idOf, inDays, write } = await studio();
    const itemId = await write('For editors', [
      { do: 'field', name: 'audienceRule', value: { include: { role: ['editor'] }, exclude: {} } },
      { do: 'field', name: 'expiresAt', value: inDays(10) },
    ]);
    const reasons = async (subject: string, at: string) => {
      const query = { of: 'Draft' as const, personId: await idOf(subject), at };
      return (await edda().call(previewStudioItem, { params: { itemId }, query })).reasons;
    };
    expect(await reasons('edda', inDays(9))).toEqual([]);
    expect(await reasons('ana', inDays(9))).toEqual(['OtherAudience']);
    expect(await reasons('edda', inDays(10))).toEqual(['Expired']);
    await portal.db
      .updateTable('users')
      .set({ disabled_at: inDays(0) })
      .where('subject', '=', 'ana')
      .execute();
    expect(await reasons('ana', inDays(9))).toEqual(['Disabled']);
  });

  test('works for an event that was never published and has no times yet, or only an end [STUDIO-342]', async () => {
    const { edda } = await studio();
    const { id: itemId } = await edda().call(createStudioItem, { body: { id: randomUUID(), kind: 'event' } });
    const look = () => edda().call(previewStudioItem, { params: { itemId }, query: { of: 'Draft' } });
    expect(await look()).toMatchObject({ isVisible: true, draft: { fields: { startsAt: null, endsAt: null } } });
    const changes = [
      { do: 'field' as const, name: 'endsAt' as const, value: '2026-12-03T17:00:00.000Z' },
      // The same instant in two spellings: it never expires, rather than before it appears.
      { do: 'field' as const, name: 'publishedAt' as const, value: '2026-01-01T10:00:00.000Z' },
      { do: 'field' as const, name: 'expiresAt' as const, value: '2026-01-01T10:00:00Z' },
    ];
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes };
    await edda().call(changeStudioItem, { params: { itemId }, body });
    expect((await look()).draft?.fields.endsAt).toBe('2026-12-03T17:00:00.000Z');
  });

  test('has an address for named colleagues, which expires after seven days or when it is revoked [STUDIO-062]', async () => {
    const { portal, edda, idOf, inDays, write, change } = await studio();
    const itemId = await write('Written so far');
    const id = randomUUID();
    const params = { itemId };
    const personIds = [await idOf('ana')];
    const { items } = await edda().call(createPreviewAddress, { params, body: { id, personIds } });
    expect(items).toMatchObject([{ id, createdBy: 'Edda Mohr', readers: ['Ana Brandt'] }]);
    await edda().call(createPreviewAddress, { params, body: { id, personIds } });
    await change(itemId, [titled('Written since')]);
    const read = (name: string) => portal.as(name).call(readPreview, { params: { previewId: id } });
    const miss = async (name: string) =>
      (await portal.as(name).fail(readPreview, { params: { previewId: id } })).status;
    expect((await read('ana')).draft.fields.header).toBe('Written since');
    expect((await read('edda')).draft.fields.header).toBe('Written since');
    expect(await miss('nils')).toBe(404);
    expect(await portal.as('ana').fail(listPreviewAddresses, { params })).toMatchObject({ status: 404 });

    const now = portal.clock.now;
    portal.clock.now = new Date(inDays(7));
    for (const name of ['ana', 'edda']) expect(await miss(name)).toBe(404);
    portal.clock.now = now;
    expect((await edda().call(endPreviewAddress, { params: { itemId, previewId: id } })).items).toEqual([]);
    for (const name of ['ana', 'edda', 'nils']) expect(await miss(name)).toBe(404);
    expect(await edda().fail(endPreviewAddress, { params: { itemId, previewId: id } })).toMatchObject({ status: 404 });
  });

  test('has an address that only those who may open its own item revoke [STUDIO-062]', async () => {
    const { portal, edda, write } = await studio();
    const [itemId, other] = [await write('Shared'), await write('Another')];
    const previewId = randomUUID();
    await edda().call(createPreviewAddress, { params: { itemId }, body: { id: previewId, personIds: [] } });
    const elsewhere = { params: { itemId: other, previewId } };
    expect(await edda().fail(endPreviewAddress, elsewhere)).toMatchObject({ status: 404 });
    expect((await portal.as('edda').call(readPreview, { params: { previewId } })).draft.fields.header).toBe('Shared');
  });
});
