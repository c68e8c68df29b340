import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listCategories, listDepartments, listNewsCategories } from '@portico/contracts/categories';
import { listDocuments } from '@portico/contracts/documents';
import { listUpcomingEvents } from '@portico/contracts/events';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { listResources } from '@portico/contracts/resources';
import { searchPortal } from '@portico/contracts/search';
import {
  changeFilingName,
  listFilingNames,
  listFilingUses,
  undoFilingChange,
  type FilingScope,
} from '@portico/contracts/studio/filing';
import { listStudioCategories } from '@portico/contracts/studio/pickers';
import { getApprovalRules, getStudioAccess, setApprovalRules, setStudioGrants } from '@portico/contracts/studio/roles';
import { changeStudioItem, getStudioItem, listStudioRevisions } from '@portico/contracts/studio/studio';
import { testPortal } from '../../../testing/testPortal.ts';

async function desk() {
  const portal = await testPortal();
  const { as, runJobs } = portal;
  const edda = () => as('edda');
  const list = (scope: FilingScope = 'category') => edda().call(listFilingNames, { params: { scope } });
  const change = async (
    kind: 'Rename' | 'Merge' | 'Retire',
    from: string,
    to: string | null = null,
    scope: FilingScope = 'category',
  ) => {
    const body = { version: (await list(scope)).version, kind, from, to };
    const after = await edda().call(changeFilingName, { params: { scope }, body });
    await runJobs();
    return after;
  };
  const undo = async (scope: FilingScope = 'category') => {
    const { version, changes } = await list(scope);
    const params = { scope, changeId: String(changes[0]!.id) };
    await edda().call(undoFilingChange, { params, body: { version } });
    await runJobs();
  };
  const refusal = async (
    kind: string,
    from: string,
    to: string | null,
    version?: number,
    scope: FilingScope = 'category',
  ) => {
    const body = { version: version ?? (await list(scope)).version, kind, from, to } as never;
    return edda().fail(changeFilingName, { params: { scope }, body });
  };
  const names = async (scope: FilingScope = 'category') => (await list(scope)).names.map(({ name }) => name);
  const newsOf = async (...category: string[]) =>
    (await as('ana').call(listNews, { query: { category } })).items.map(({ id }) => id).toSorted();
  const categoriesOf = async (newsId: string) => (await as('ana').call(getNewsItem, { params: { newsId } })).categories;
  const draftOf = (itemId: string) => edda().call(getStudioItem, { params: { itemId } });
  const setCategories = async (itemId: string, value: string[]) => {
    const { sequence } = await draftOf(itemId);
    const body = {
      clientId: randomUUID(),
      batchId: randomUUID(),
      base: sequence,
      changes: [{ do: 'field', name: 'categories', value }],
    };
    return { params: { itemId }, body: body as never };
  };
  return { ...portal, edda, list, change, undo, refusal, names, newsOf, categoriesOf, draftOf, setCategories };
}

describe('categories in the studio', () => {
  test('are renamed in everything that readers and editors see, and old filters find the same [DESK-090, DESK-091]', async () => {
    const { as, make, list, change, newsOf, categoriesOf, draftOf, setCategories, edda, db } = await desk();
    const both = await make.news({ categories: ['Tax', 'Law'], header: 'Brackets of the year' });
    const law = await make.news({ categories: ['Law'] });
    await make.resource({ categories: ['Tax'] });
    await make.document({ categories: ['Tax'] });
    const event = await make.event({ categories: ['Tax'] });
    const drafted = await make.news({ categories: ['Tax'], isDraft: true });
    const written = await make.news({ categories: ['Law'] });
    await edda().call(changeStudioItem, await setCategories(written, ['Tax']));
    expect((await list()).names).toEqual([
      { name: 'Law', published: 3, unpublished: 0, hasRule: false, people: 0, isRetired: false, formerNames: [] },
      { name: 'Tax', published: 4, unpublished: 2, hasRule: false, people: 0, isRetired: false, formerNames: [] },
    ]);

    const after = await change('Rename', 'Tax', '  Taxes  and fees ');
    expect(
      after.names.map(({ name, published, unpublished, formerNames }) => [name, published, unpublished, formerNames]),
    ).toEqual([
      ['Law', 3, 0, []],
      ['Taxes and fees', 4, 2, ['Tax']],
    ]);
    expect(after).toMatchObject({ version: 1, isApplying: true });
    expect((await list()).isApplying).toBe(false);
    expect(await categoriesOf(both)).toEqual(['Taxes and fees', 'Law']);
    expect((await draftOf(drafted)).draft.fields.categories).toEqual(['Taxes and fees']);
    expect((await draftOf(written)).draft.fields.categories).toEqual(['Taxes and fees']);
    expect((await draftOf(both)).hasChanges).toBe(false);
    for (const name of ['Tax', 'Taxes and fees', 'TAX']) {
      expect(await newsOf(name), name).toEqual([both]);
      const query = { category: [name] };
      expect((await as('ana').call(listResources, { query })).total).toBe(1);
      expect((await as('ana').call(listDocuments, { query })).total).toBe(1);
      expect((await as('ana').call(listUpcomingEvents, { query })).items.map(({ id }) => id)).toEqual([event]);
    }
    expect(await newsOf('Law')).toEqual([both, law, written].toSorted());
    const found = await as('ana').call(searchPortal, { query: { term: 'brackets', category: ['Tax'] } });
    expect(found.news.totalResultCount).toBe(1);
    expect(await as('ana').call(listNewsCategories, {})).toEqual([
      { name: 'Law', count: 3 },
      { name: 'Taxes and fees', count: 1, formerNames: ['Tax'] },
    ]);
    expect((await as('ana').call(listCategories, {})).map(({ name, count }) => [name, count])).toEqual([
      ['Law', 3],
      ['Taxes and fees', 4],
    ]);
    const revisions = (await edda().call(listStudioRevisions, { params: { itemId: both } })).items;
    expect(revisions).toHaveLength(2);
    expect(revisions[0]).toMatchObject({ note: 'The category “Tax” is now “Taxes and fees”.', createdBy: 'Edda Mohr' });
    const audits = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_kind', '=', 'category')
      .execute();
    expect(audits).toEqual([{ action: 'category.renamed', details: { from: 'Tax', to: 'Taxes and fees' } }]);
  });

  test('are merged and given back by undoing it, also to items that had both [DESK-090, DESK-092]', async () => {
    const { make, list, change, undo, categoriesOf, draftOf, names, db } = await desk();
    const one = await make.news({ categories: ['Tax'] });
    const two = await make.news({ categories: ['Fees', 'Tax'] });
    const fees = await make.news({ categories: ['Fees'] });
    const draft = await make.news({ categories: ['Tax', 'Fees'], isDraft: true });
    await change('Merge', 'Tax', 'Fees');
    expect(await names()).toEqual(['Fees']);
    for (const id of [one, two, fees]) expect(await categoriesOf(id)).toEqual(['Fees']);
    expect((await draftOf(draft)).draft.fields.categories).toEqual(['Fees']);
    await undo();
    expect(await names()).toEqual(['Fees', 'Tax']);
    expect(await categoriesOf(one)).toEqual(['Tax']);
    expect((await categoriesOf(two)).toSorted()).toEqual(['Fees', 'Tax']);
    expect(await categoriesOf(fees)).toEqual(['Fees']);
    expect((await draftOf(draft)).draft.fields.categories.toSorted()).toEqual(['Fees', 'Tax']);
    const { changes, version } = await list();
    expect(version).toBe(2);
    expect(changes).toMatchObject([
      { kind: 'Merge', from: 'Tax', to: 'Fees', madeBy: 'Edda Mohr', undoneBy: 'Edda Mohr', mayUndo: false },
    ]);
    const actions = (
      await db.selectFrom('audit_log').select('action').where('object_kind', '=', 'category').orderBy('id').execute()
    ).map(({ action }) => action);
    expect(actions).toEqual(['category.merged', 'category.change-undone']);
  });

  test('that are retired stay where they are, but cannot be chosen, nor can former names [DESK-091]', async () => {
    const { as, make, change, undo, refusal, edda, setCategories, newsOf, list } = await desk();
    const old = await make.news({ categories: ['Tax'] });
    const other = await make.news({ categories: ['Law'] });
    await change('Retire', 'Tax');
    expect((await list()).names).toMatchObject([
      { name: 'Law', isRetired: false },
      { name: 'Tax', isRetired: true, published: 1 },
    ]);
    expect(await newsOf('Tax')).toEqual([old]);
    expect((await edda().call(listStudioCategories, {})).items).toEqual(['Law']);
    expect(await edda().fail(changeStudioItem, await setCategories(other, ['Law', 'Tax']))).toMatchObject({
      status: 400,
      issues: [{ path: 'categories', message: 'The category “Tax” is retired. Choose another one.' }],
    });
    expect((await refusal('Rename', 'Tax', 'Fees')).status).toBe(409);
    await undo();
    await change('Rename', 'Law', 'Legal');
    expect(await edda().fail(changeStudioItem, await setCategories(old, ['Tax', 'law']))).toMatchObject({
      status: 400,
      issues: [{ path: 'categories', message: 'The category “law” is now called “Legal”. Choose that one.' }],
    });
    await edda().call(changeStudioItem, await setCategories(other, ['Legal', 'Tax']));
    expect((await as('ana').call(listNewsCategories, {})).map(({ name }) => name)).toEqual(['Legal', 'Tax']);
  });

  test('get their current name, whoever writes or publishes them, and restored revisions get it too [DESK-091]', async () => {
    const { make, change, categoriesOf, names } = await desk();
    const archived = await make.news({ categories: ['Tax'] });
    await make.withdraw(archived);
    await change('Rename', 'Tax', 'Fees');
    const imported = await make.news({ categories: ['tax', 'Fees', 'Law'] });
    expect(await categoriesOf(imported)).toEqual(['Fees', 'Law']);
    expect(await names()).toEqual(['Fees', 'Law']);
    await make.republish(archived, { header: 'Back again' });
    expect(await categoriesOf(archived)).toEqual(['Fees']);
  });

  test('that someone else changed meanwhile are told, and nothing that breaks a rule changes anything [DESK-092]', async () => {
    const { make, edda, change, refusal, list } = await desk();
    await make.news({ categories: ['Tax', 'Law', 'Fees'] });
    const { version } = await change('Rename', 'Law', 'Legal');
    expect(await refusal('Rename', 'Tax', 'Duties', version - 1)).toMatchObject({
      status: 409,
      detail: 'Someone else changed these names while you were looking at them.',
    });
    const before = await list();
    const wrong: Array<[number, ...Parameters<typeof refusal>]> = [
      [409, 'Rename', 'Tax', 'fees'],
      [409, 'Rename', 'Law', 'Duties'],
      [409, 'Merge', 'Tax', 'Unknown'],
      [400, 'Rename', 'Tax', 'Tax'],
      [400, 'Rename', 'Tax', null],
      [400, 'Rename', 'Tax', ' '],
      [400, 'Merge', 'Tax', null],
      [400, 'Retire', 'Tax', 'Fees'],
      [400, 'Rename', 'Tax', 'x'.repeat(81)],
      [400, 'Drop', 'Tax', null],
    ];
    for (const [status, ...call] of wrong) expect((await refusal(...call)).status, call.join()).toBe(status);
    const unknown = { params: { scope: 'category', changeId: '999' }, body: { version: before.version } } as const;
    expect((await edda().fail(undoFilingChange, unknown)).status).toBe(404);
    expect(await list()).toEqual(before);
    await change('Rename', 'Tax', 'x'.repeat(80));
    await change('Rename', 'Legal', 'legal');
    const first = (await list()).changes.at(-1)!;
    expect(first).toMatchObject({ from: 'Law', mayUndo: false });
    const undo = {
      params: { scope: 'category', changeId: String(first.id) },
      body: { version: (await list()).version },
    } as const;
    expect((await edda().fail(undoFilingChange, undo)).status).toBe(409);
  });
});

describe('departments in the studio', () => {
  test('take roles, approval rules and both fields of items along [DESK-093]', async () => {
    const { as, make, db, edda, change, undo, list } = await desk();
    const news = await make.news({ authorDepartment: 'Operations' });
    await make.resource({ department: 'Operations', authorDepartment: null });
    await as('ana').call(listCategories, {});
    const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
    await edda().call(setStudioGrants, {
      params: { userId: id },
      body: { grants: [{ role: 'editor', department: 'operations' }] },
    });
    await edda().call(setApprovalRules, { body: { rules: [{ scope: 'department', value: 'Operations' }] } });
    expect((await list('department')).names).toEqual([
      { name: 'Operations', published: 2, unpublished: 0, hasRule: true, people: 1, isRetired: false, formerNames: [] },
    ]);
    expect(
      await edda().call(listFilingUses, { params: { scope: 'department' }, query: { name: 'Operations' } }),
    ).toMatchObject({
      total: 2,
      people: ['Ana Brandt'],
      items: [{ isLive: true }, { isLive: true }],
    });
    await change('Rename', 'Operations', 'Service', 'department');
    expect((await list('department')).names).toMatchObject([
      { name: 'Service', hasRule: true, people: 1, formerNames: ['Operations'] },
    ]);
    await expect.poll(async () => (await as('ana').call(getStudioAccess, {})).departments).toEqual(['Service']);
    expect((await as('ana').call(getStudioItem, { params: { itemId: news } })).draft.fields.authorDepartment).toBe(
      'Service',
    );
    expect((await edda().call(getApprovalRules, {})).rules).toEqual([{ scope: 'department', value: 'Service' }]);
    expect((await as('ana').call(listDepartments, {})).map(({ name, count }) => [name, count])).toEqual([
      ['Service', 2],
    ]);
    expect((await as('ana').call(listResources, { query: { department: ['Operations'] } })).total).toBe(1);
    await undo('department');
    await expect.poll(async () => (await as('ana').call(getStudioAccess, {})).departments).toEqual(['operations']);
    expect((await as('ana').call(listDepartments, {})).map(({ name, count }) => [name, count])).toEqual([
      ['Operations', 2],
    ]);
  });
});
