import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { api } from '@portico/contracts/api';
import type { AudienceRule } from '@portico/kinds/audience';
import { explainAudience } from '@portico/contracts/audience';
import {
  countAudience,
  countItemReaders,
  explainToEditor,
  findPeople,
  listAudienceFacts,
  MAX_SAMPLE_PEOPLE,
  includesPerson,
} from '@portico/contracts/studio/audience';
import { documentUrl } from '@portico/kinds/mediaUrls';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { savePeople, type DirectoryPerson } from '../../sign-in/directory/savePeople.ts';
import { PortalError } from '../../errors.ts';
import { addFile, fileKey } from '../../media/files/files.ts';
import { createDiskStore } from '../../media/store/diskStore.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const ids = new Map<string, string>();
const rule = (include: AudienceRule['include'], exclude: AudienceRule['exclude'] = {}): AudienceRule => ({
  include,
  exclude,
});
const colleague = (index: number): DirectoryPerson => ({
  email: `colleague${index}@quillhaven.example`,
  givenName: 'Colleague',
  surname: `Number ${index}`,
  advisorType: index % 2 === 0 ? 'AdvisorIFA' : 'Nla',
  facts: [`branch:${index < 8 ? 'Boston HQ' : 'Denver'}`, 'state:MA'],
});

beforeAll(async () => {
  for (const name of ['ana', 'edda', 'nils']) await portal().as(name).call(api.getCurrentUser, {});
  await savePeople(
    portal().db,
    Array.from({ length: 12 }, (_, index) => colleague(index)),
    { leavers: 'keep' },
  );
  await portal()
    .db.updateTable('users')
    .set({ directory_facts: ['branch:Boston HQ', 'license:Series 7'] })
    .where('subject', '=', 'ana')
    .execute();
  portal().clock.now = new Date(portal().clock.now.getTime() + 31_000);
  for (const { id, subject } of await portal().db.selectFrom('users').select(['id', 'subject']).execute())
    ids.set(subject, id);
});

const count = (audienceRule: AudienceRule, audience: Array<'AdvisorIFA' | 'Nla'> = []) =>
  edda().call(countAudience, { body: { audience, audienceRule } });

describe('the size of an audience', () => {
  test('counts people who have never signed in, and includes a sample of people [AUDIENCE-008]', async () => {
    const { reached, total, samples } = await count(rule({ branch: ['Boston HQ'] }));
    expect({ reached, total }).toEqual({ reached: 9, total: 15 });
    expect(samples).toHaveLength(MAX_SAMPLE_PEOPLE);
    expect(samples.every(({ name }) => /^(?:Colleague Number \d|Ana Brandt)$/.test(name))).toBe(true);
  });

  test('respects inclusions, exclusions and advisor types [AUDIENCE-008]', async () => {
    expect((await count(rule({}))).reached).toBe(15);
    expect((await count(rule({}, { branch: ['Denver'] }))).reached).toBe(11);
    expect((await count(rule({ branch: ['Boston HQ'] }), ['AdvisorIFA'])).reached).toBe(4);
    expect((await count(rule({ person: [ids.get('ana')!] }))).samples).toEqual([
      { id: ids.get('ana'), name: 'Ana Brandt', email: null, advisorType: 'AdvisorHybrid' },
    ]);
    const nobody = await count(rule({ person: [ids.get('ana')!] }, { license: ['Series 7'] }));
    expect(nobody).toMatchObject({ reached: 0, samples: [] });
  });

  test('excludes disabled people [AUDIENCE-008]', async () => {
    const { db } = portal();
    const who = db.updateTable('users').where('subject', '=', colleague(9).email);
    await who.set({ disabled_at: new Date().toISOString() }).execute();
    expect(await count(rule({ branch: ['Denver'] }))).toMatchObject({ reached: 3, total: 14 });
    await who.set({ disabled_at: null }).execute();
  });

  test.each([
    ['a dimension that does not exist', { include: { shoe: ['9'] }, exclude: {} }, 400],
    ['a value that cannot be a fact', { include: { branch: ['a\nb'] }, exclude: {} }, 400],
    ['an empty value', { include: { branch: [''] }, exclude: {} }, 400],
    ['too many values', { include: { branch: Array.from({ length: 201 }, (_, n) => `b${n}`) }, exclude: {} }, 400],
    ['quotes and operators', { include: { branch: [`' | !x & \\ "`] }, exclude: {} }, 200],
  ])('handles %s without a server error', async (_, audienceRule, status) => {
    const answer = await portal().portal.inject({
      method: 'POST',
      url: countAudience.path,
      headers: await edda().headers(),
      payload: { audience: [], audienceRule },
    });
    expect(answer.statusCode, answer.body).toBe(status);
  });
});

test('an audience that is not saved yet includes a person or not, by the rule of readers [DESK-201]', async () => {
  const { db } = portal();
  const includes = (audienceRule: AudienceRule, subject = 'ana', audience: Array<'AdvisorHybrid' | 'Nla'> = []) =>
    edda().call(includesPerson, { body: { audience, audienceRule, personId: ids.get(subject)! } });
  const boston = rule({ branch: ['Boston HQ'] });
  expect(await includes(boston)).toEqual({ isIncluded: true, isDisabled: false });
  expect((await includes(boston, 'nils')).isIncluded).toBe(false);
  expect((await includes(rule({}), 'nils')).isIncluded).toBe(true);
  expect((await includes(rule({}, { license: ['Series 7'] }))).isIncluded).toBe(false);
  expect([
    (await includes(boston, 'ana', ['AdvisorHybrid'])).isIncluded,
    (await includes(boston, 'ana', ['Nla'])).isIncluded,
  ]).toEqual([true, false]);
  const who = db.updateTable('users').where('subject', '=', colleague(3).email);
  await who.set({ disabled_at: new Date().toISOString() }).execute();
  expect(await includes(rule({}), colleague(3).email)).toEqual({ isIncluded: false, isDisabled: true });
  await who.set({ disabled_at: null }).execute();
  const body = { audience: [], audienceRule: boston, personId: randomUUID() };
  expect((await edda().fail(includesPerson, { body })).status).toBe(404);
  const known = { ...body, personId: ids.get('ana')! };
  expect((await portal().as('ana').fail(includesPerson, { body: known })).status).toBe(404);
});

test("facts in use are listed with the number of people who have them, without anyone's name [AUDIENCE-007]", async () => {
  const { items } = await edda().call(listAudienceFacts, {});
  expect(items).toContainEqual({ dimension: 'branch', value: 'Boston HQ', people: 9 });
  expect(items).toContainEqual({ dimension: 'role', value: 'editor', people: 1 });
  expect(items.map(({ dimension }) => dimension)).not.toContain('person');
});

test('people are found by any words of their name or address, and by id [AUDIENCE-007]', async () => {
  const found = async (text: string) =>
    (await edda().call(findPeople, { query: { text } })).items.map(({ name }) => name);
  expect(await found('brandt a')).toEqual(['Ana Brandt']);
  expect(await found('colleague11@')).toEqual(['Colleague Number 11']);
  for (const text of ['ÁNA brándt', 'A. Brandt']) expect(await found(text), text).toEqual(['Ana Brandt']);
  expect(await found('%')).toEqual([]);
  expect(await found('')).toEqual([]);
  const { items } = await edda().call(findPeople, { query: { id: [ids.get('nils')!] } });
  expect(items.map(({ name }) => name)).toEqual(['Nils Aldous']);
});

describe('the explanation of why a person sees an item', () => {
  const explain = (itemId: string, who: string) =>
    edda().call(explainToEditor, { params: { itemId, personId: ids.get(who)! } });

  test("lists each condition and the person's matching facts, and agrees with what they can open [AUDIENCE-009]", async () => {
    const { make, portal: server } = portal();
    const newsId = await make.news({
      audience: ['AdvisorHybrid'],
      audienceRule: rule({ branch: ['Boston HQ', 'Denver'] }, { person: [ids.get('nils')!] }),
    });
    expect(await explain(newsId, 'ana')).toMatchObject({
      sees: true,
      state: 'Published',
      conditions: [
        { isExclusion: false, dimension: 'advisorType', matched: ['AdvisorHybrid'], isMet: true },
        {
          isExclusion: false,
          dimension: 'branch',
          values: ['Boston HQ', 'Denver'],
          matched: ['Boston HQ'],
          isMet: true,
        },
        { isExclusion: true, dimension: 'person', values: [], matched: [], isMet: true },
      ],
      hasOtherAudience: false,
    });
    const nils = await explain(newsId, 'nils');
    expect(nils.sees).toBe(false);
    expect(nils.conditions.map(({ isMet }) => isMet)).toEqual([false, false, false]);
    for (const who of ['ana', 'nils', 'edda']) {
      const answer = await server.inject({ url: `/api/v1/news/${newsId}`, headers: await portal().as(who).headers() });
      expect(answer.statusCode === 200, who).toBe((await explain(newsId, who)).sees);
    }
  });

  test('shows when the dates or the state hide the item [AUDIENCE-009]', async () => {
    const { make, clock } = portal();
    const later = new Date(clock.now.getTime() + DAY_MS).toISOString();
    const scheduled = await make.news({ publishedAt: later });
    expect(await explain(scheduled, 'ana')).toMatchObject({ sees: false, state: 'Scheduled', isForEveryone: true });
    const draft = await make.news({ isDraft: true, audienceRule: rule({ branch: ['Denver'] }) });
    expect(await explain(draft, 'ana')).toMatchObject({
      sees: false,
      state: 'Draft',
      conditions: [{ dimension: 'branch', isMet: false }],
    });
  });

  test('says that the account is disabled, and editors can ask about such people [AUDIENCE-020]', async () => {
    const { db, make } = portal();
    const newsId = await make.news();
    const who = db.updateTable('users').where('subject', '=', 'nils');
    await who.set({ disabled_at: new Date().toISOString() }).execute();
    const found = async (query: { text: string; withDisabled?: 'true' }) =>
      (await edda().call(findPeople, { query })).items.map(({ name }) => name);
    expect(await found({ text: 'aldous' })).toEqual([]);
    expect(await found({ text: 'aldous', withDisabled: 'true' })).toEqual(['Nils Aldous']);
    expect(await explain(newsId, 'nils')).toMatchObject({ sees: false, isDisabled: true, file: null });
    await who.set({ disabled_at: null }).execute();
    expect(await explain(newsId, 'nils')).toMatchObject({ sees: true, isDisabled: false });
  });

  test('says whether readers can open the file of a document: held by the virus scanner, missing, or served [AUDIENCE-020]', async () => {
    const { db, store, make, as, portal: server } = portal();
    const upload = (text: string) =>
      addFile({ db, store }, { stream: Readable.from([Buffer.from(text)]), fileName: 'Fee schedule 2027.txt' });
    const [file, draftFile] = [await upload('Fees of 2027'), await upload('Fees of 2028')];
    const [shown, draft] = [await make.document({ file }), await make.document({ file: draftFile, isDraft: true })];
    const { authorization = '', 'id-token': idToken } = await as('ana').headers();
    const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
    const opened = async () => (await server.inject({ url: documentUrl(shown), headers: { cookie } })).statusCode;
    const scanned = (scan: 'Waiting' | 'Refused' | 'TooLarge' | 'Clean') =>
      db.updateTable('files').set({ scan }).where('id', '=', file.fileId).execute();

    expect([(await explain(shown, 'ana')).file, await opened()]).toEqual(['Served', 200]);
    for (const scan of ['Waiting', 'Refused', 'TooLarge'] as const) {
      await scanned(scan);
      expect([await explain(shown, 'ana'), await opened()]).toMatchObject([{ sees: true, file: scan }, 403]);
    }
    await scanned('Clean');
    const { sha256 } = await db
      .selectFrom('files')
      .select('sha256')
      .where('id', '=', file.fileId)
      .executeTakeFirstOrThrow();
    await store.delete(fileKey(sha256));
    expect([await explain(shown, 'ana'), await opened()]).toMatchObject([{ sees: true, file: 'Missing' }, 503]);
    expect(await explain(draft, 'ana')).toMatchObject({ sees: false, state: 'Draft', file: 'Served' });
  });

  test('still explains the rest while the file store does not answer [AUDIENCE-020]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-files-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const store = createDiskStore(folder);
    const { db, make, as } = await testPortal({ parts: { store } });
    const stream = Readable.from([Buffer.from('Fees of 2027')]);
    const itemId = await make.document({ file: await addFile({ db, store }, { stream, fileName: 'Fees.txt' }) });
    await as('ana').call(api.getCurrentUser, {});
    const { id: personId } = await db
      .selectFrom('users')
      .select('id')
      .where('subject', '=', 'ana')
      .executeTakeFirstOrThrow();
    store.has = () => Promise.reject(new PortalError('unavailable', 'Files can’t be opened right now.'));
    const explanation = await as('edda').call(explainToEditor, { params: { itemId, personId } });
    expect(explanation).toMatchObject({ sees: true, isForEveryone: true, file: 'Unreachable' });
  });

  test('returns 404 for a person or an item that does not exist', async () => {
    const newsId = await portal().make.news();
    const nobody = randomUUID();
    expect(await edda().fail(explainToEditor, { params: { itemId: newsId, personId: nobody } })).toMatchObject({
      code: 'not_found',
    });
    expect(await edda().fail(explainToEditor, { params: { itemId: nobody, personId: ids.get('ana')! } })).toMatchObject(
      { code: 'not_found' },
    );
  });
});

test('a reader learns which of their facts an item is addressed to, and nothing about anyone else [AUDIENCE-010]', async () => {
  const { make } = portal();
  const explained = async (fields: Parameters<typeof make.news>[0]) =>
    portal()
      .as('ana')
      .call(explainAudience, { params: { itemId: await make.news(fields) } });
  expect(await explained({})).toEqual({ isForEveryone: true, matched: [] });
  const people = [ids.get('ana')!, ids.get('nils')!];
  const secret = await explained({
    audience: ['AdvisorHybrid', 'AdvisorIFA'],
    audienceRule: rule(
      { branch: ['Boston HQ', 'Denver'], person: people },
      { team: ['Layoffs'], person: [ids.get('edda')!] },
    ),
  });
  expect(secret).toEqual({
    isForEveryone: false,
    matched: [
      { dimension: 'advisorType', values: ['AdvisorHybrid'] },
      { dimension: 'branch', values: ['Boston HQ'] },
      { dimension: 'person', values: [] },
    ],
  });
  const hidden = await make.news({ audienceRule: rule({ branch: ['Denver'] }) });
  expect(
    await portal()
      .as('ana')
      .fail(explainAudience, { params: { itemId: hidden } }),
  ).toMatchObject({ code: 'not_found' });
});

test.each(['page', 'document'] as const)(
  'readers and editors learn whether and why someone sees a %s [AUDIENCE-010]',
  async (kind) => {
    const itemId = await portal().make[kind]({ audienceRule: rule({ branch: ['Boston HQ'] }) });
    const request = { params: { itemId } };
    expect(await portal().as('ana').call(explainAudience, request)).toEqual({
      isForEveryone: false,
      matched: [{ dimension: 'branch', values: ['Boston HQ'] }],
    });
    expect(await portal().as('nils').fail(explainAudience, request)).toMatchObject({ code: 'not_found' });
    const seenBy = async (name: string) =>
      (await edda().call(explainToEditor, { params: { itemId, personId: ids.get(name)! } })).sees;
    expect([await seenBy('ana'), await seenBy('nils')]).toEqual([true, false]);
  },
);

test('studio roles, from claims or granted in the portal, are facts that an audience can name [AUDIENCE-015]', async () => {
  const { as, make, clock } = portal();
  const forAuthors = await make.news({ audienceRule: rule({ role: ['studio-author'] }) });
  const forAdministrators = await make.news({ audienceRule: rule({ role: ['studio-administrator'] }) });
  const request = { params: { newsId: forAuthors } };
  expect(await as('nils').fail(api.getNewsItem, request)).toMatchObject({ code: 'not_found' });
  const setRoles = async (grants: Array<{ role: 'author'; department: string | null }>) => {
    await edda().call(api.setStudioGrants, { params: { userId: ids.get('nils')! }, body: { grants } });
    clock.now = new Date(clock.now.getTime() + 31_000);
  };
  await setRoles([{ role: 'author', department: 'Operations' }]);
  expect(await as('nils').call(api.getNewsItem, request)).toMatchObject({ id: forAuthors });
  expect(await edda().call(api.getNewsItem, { params: { newsId: forAdministrators } })).toMatchObject({
    id: forAdministrators,
  });
  const { items } = await edda().call(listAudienceFacts, {});
  expect(items).toContainEqual({ dimension: 'role', value: 'studio-author', people: 1 });
  await setRoles([]);
  expect(await as('nils').fail(api.getNewsItem, request)).toMatchObject({ code: 'not_found' });
});

describe('publishing in the studio', () => {
  async function written(audienceRule: AudienceRule) {
    const itemId = randomUUID();
    await edda().call(createStudioItem, { body: { id: itemId, kind: 'news' } });
    const changes: Change[] = [
      { do: 'field', name: 'header', value: 'Parking in Boston' },
      { do: 'field', name: 'audienceRule', value: audienceRule },
    ];
    await edda().call(changeStudioItem, {
      params: { itemId },
      body: { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes },
    });
    const { version, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    return { itemId, input: { params: { itemId }, body: { version, sequence } } };
  }

  test('preserves the audience rule when the item is opened again [AUDIENCE-007]', async () => {
    const audienceRule = rule({ branch: ['Boston HQ'] }, { role: ['editor'] });
    const { itemId, input } = await written(audienceRule);
    await edda().call(publishStudioItem, input);
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.fields).toMatchObject({
      audience: [],
      audienceRule,
    });
    await portal().make.republish(itemId, { header: 'Parking in Boston, again' });
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.fields.audienceRule).toEqual(audienceRule);
  });

  test('rejects an audience that includes no one [AUDIENCE-011]', async () => {
    const { input } = await written(rule({ branch: ['Atlantis'] }));
    expect(await edda().fail(publishStudioItem, input)).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'audience' }],
    });
  });

  test('works with a draft stored before audience rules existed [AUDIENCE-007]', async () => {
    const { itemId } = await written(rule({}));
    await portal()
      .db.updateTable('studio_drafts')
      .set(
        (row) =>
          ({
            draft: row.fn('jsonb_set', [row.ref('draft'), row.val('{fields}'), row.val('{"header":"Old"}')]),
          }) as never,
      )
      .where('item_id', '=', itemId)
      .execute();
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.fields).toMatchObject({ header: 'Old', audienceRule: { include: {}, exclude: {} } });
  });
});

describe('the readers of several items', () => {
  const draftFor = async (...changes: Change[]): Promise<string> => {
    const { id } = await edda().call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes };
    if (changes.length > 0) await edda().call(changeStudioItem, { params: { itemId: id }, body });
    return id;
  };
  const forBranch = (branch: string) =>
    draftFor({ do: 'field', name: 'audienceRule', value: rule({ branch: [branch] }) });
  const reached = async (...itemIds: string[]) => (await edda().call(countItemReaders, { body: { itemIds } })).reached;

  test('are counted once each, based on the drafts [STUDIO-315]', async () => {
    const [boston, denver, series] = [
      await forBranch('Boston HQ'),
      await forBranch('Denver'),
      await draftFor({ do: 'field', name: 'audienceRule', value: rule({ license: ['Series 7'] }) }),
    ];
    expect([await reached(boston), await reached(denver), await reached(series)]).toEqual([9, 4, 1]);
    // Ana has the license and is in Boston.
    expect(await reached(boston, series)).toBe(9);
    expect(await reached(boston, denver, series)).toBe(13);
    const everyone = await edda().call(countItemReaders, { body: { itemIds: [boston, await draftFor()] } });
    expect(everyone.reached).toBe(everyone.total);
    expect(everyone.reachedByMail).toBeNull();
  });

  test('are shown only to editors who may open all of the items [STUDIO-315]', async () => {
    const body = { itemIds: [await draftFor(), randomUUID()] };
    expect((await edda().fail(countItemReaders, { body })).status).toBe(404);
    expect((await portal().as('ana').fail(countItemReaders, { body })).status).toBe(404);
    expect((await edda().fail(countItemReaders, { body: { itemIds: [] } })).status).toBe(400);
    const many = { itemIds: Array.from({ length: 101 }, () => randomUUID()) };
    expect((await edda().fail(countItemReaders, { body: many })).status).toBe(400);
  });
});
