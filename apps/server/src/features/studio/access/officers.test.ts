import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { estimateProofExport, getProofLog, proofExportPath } from '@portico/contracts/admin/proofs';
import { api } from '@portico/contracts/api';
import { listDuties } from '@portico/contracts/duties';
import type { Endpoint } from '@portico/contracts/endpoint';
import { getMenu } from '@portico/contracts/menu';
import { cookieNames } from '@portico/contracts/portalSettings';
import {
  askedExportPath,
  getAskedItem,
  listAskedItems,
  listAskedPeople,
} from '@portico/contracts/studio/confirmations';
import {
  creditsExportPath,
  listCreditNeeds,
  listPersonStandings,
  needsExportPath,
} from '@portico/contracts/studio/credits';
import { getStudioAccess, setStudioGrants } from '@portico/contracts/studio/roles';
import { formatProofKey } from '../../../settings/proofKeys.ts';
import { routePaths } from '../../../testing/routePaths.ts';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';

const KEY = formatProofKey('portal.test/proofs', Buffer.alloc(32, 7));
const portal = sharedPortal({ env: { PROOF_KEYS: KEY } });
const subject = (name: string) => `officer-${name}`;
let itemId: string;

/** Signs somebody in and has an administrator make them an officer. */
async function makeOfficer(name: string): Promise<string> {
  const { as, db, clock } = portal();
  await as(name).call(listDuties, { query: {} });
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
  const grants = [{ role: 'compliance' as const, department: null }];
  await as('edda').call(setStudioGrants, { params: { userId: id }, body: { grants } });
  clock.now = new Date(clock.now.getTime() + 60_000);
  return id;
}

beforeAll(async () => {
  await makeOfficer(subject('a'));
  const { write, publish } = studioActions(() => portal().as('edda'));
  itemId = await write('Gifts', [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate: '2027-06-20' },
    },
  ]);
  await publish(itemId);
});

const officer = () => portal().as(subject('a'));

test('an officer sees who has confirmed any item, in numbers and by name [DUTY-080]', async () => {
  const { items } = await officer().call(listAskedItems, { query: {} });
  expect(items.map(({ title }) => title)).toEqual(['Gifts']);
  const asked = await officer().call(getAskedItem, { params: { itemId } });
  expect(asked).toMatchObject({ confirmed: 0, exportsReceipts: true, mayEdit: false });
  const people = await officer().call(listAskedPeople, { params: { itemId }, query: {} });
  expect(people.total).toBe(asked.people);
});

test('an officer sees the credits of everybody, and changes no needs [DUTY-080]', async () => {
  expect(await officer().call(listPersonStandings, { query: {} })).toMatchObject({ items: [] });
  expect(await officer().call(listCreditNeeds, {})).toEqual({ items: [], mayChange: false });
});

/** Sends the tokens in both ways, so that only rights decide. */
async function statusOf(method: Endpoint['method'], url: string): Promise<number> {
  const headers = await officer().headers();
  const cookie = `${cookieNames.accessToken}=${headers['authorization']!.slice(7)}; ${cookieNames.idToken}=${headers['id-token']!}`;
  const payload = method === 'GET' ? {} : { payload: {} };
  const { statusCode } = await portal().portal.inject({ method, url, headers: { ...headers, cookie }, ...payload });
  return statusCode;
}

test('an officer exports confirmations, credits and receipts, which is audited [DUTY-080, PROOF-046]', async () => {
  const exports = [
    askedExportPath(itemId, 'csv'),
    askedExportPath(itemId, 'xlsx'),
    creditsExportPath('csv'),
    needsExportPath('xlsx'),
    proofExportPath(randomUUID()),
  ];
  for (const path of exports) expect([path, await statusOf('GET', path)]).toEqual([path, 200]);
  expect(await officer().call(getProofLog, {})).toMatchObject({ isAdministrator: false });
  expect(await officer().call(estimateProofExport, { query: {} })).toMatchObject({ records: 0 });
  const rows = await portal()
    .db.selectFrom('audit_log')
    .select('action')
    .where('action', 'like', '%exported')
    .execute();
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'credits.exported',
    'news.confirmations-exported',
    'news.confirmations-exported',
    'proofs.exported',
  ]);
});

/** Everything that needs a role and that officers may call. */
const theirs = [
  'countReminded',
  'decideCreditClaim',
  'estimateProofExport',
  'getAskedItem',
  'getCertificateRecord',
  'getProofLog',
  'getStudioAccess',
  'listAskedItems',
  'listAskedPeople',
  'listCreditNeeds',
  'listPersonClaims',
  'listPersonStandings',
  'remindCredits',
  'remindMissing',
];

test('an officer can call nothing else that needs a role [DUTY-081]', async () => {
  const ids = (path: string) => path.replaceAll(/:\w*/g, () => randomUUID());
  const allowed: string[] = [];
  for (const [name, { access, method, path }] of Object.entries<Endpoint>(api)) {
    if (access === 'anyone' || access === 'member') continue;
    if (![403, 404].includes(await statusOf(method, ids(path)))) allowed.push(name);
  }
  // Without an item, these are 404 for everyone.
  const ofItems = ['countReminded', 'decideCreditClaim', 'getAskedItem', 'listAskedPeople', 'remindMissing'];
  expect([...allowed, ...ofItems].filter((name, at, all) => all.indexOf(name) === at).sort()).toEqual(theirs);
  const described = new Set(Object.values<Endpoint>(api).map(({ path }) => path.replaceAll(/:\w+/g, ':')));
  const raw: string[] = [];
  for (const route of routePaths(portal().portal)) {
    const [method, path] = route.split(' ') as ['GET', string];
    if (method !== 'GET' || described.has(path) || !/^\/(api\/v1\/(studio|admin)|media\/proof-exports)/.test(path))
      continue;
    if (![403, 404].includes(await statusOf(method, ids(path)))) raw.push(path);
  }
  expect(raw.sort()).toEqual([
    '/api/v1/studio/credits.csv',
    '/api/v1/studio/credits.xlsx',
    '/api/v1/studio/credits/claims.csv',
    '/api/v1/studio/credits/claims.xlsx',
    '/api/v1/studio/credits/needs.csv',
    '/api/v1/studio/credits/needs.xlsx',
    '/media/proof-exports/:.zip',
  ]);
});

test('the menu of an officer leads to confirmations, credits and proofs, and not to the studio [DUTY-081]', async () => {
  const { menuItems } = await officer().call(getMenu, {});
  const compliance = menuItems.find(({ id }) => id === 'compliance');
  expect(compliance?.submenuItems.map(({ pageLink }) => pageLink)).toEqual([
    '/studio/confirmations',
    '/studio/credits',
    '/admin/proofs',
  ]);
  expect(menuItems.some(({ id }) => id === 'studio' || id === 'admin')).toBe(false);
  expect(await officer().call(getStudioAccess, {})).toMatchObject({
    hasItems: false,
    maySeeConfirmations: true,
    mayOversee: true,
    mayCreate: false,
  });
});

test('an author who is also an officer keeps the items of one department and sees all confirmations [DUTY-081]', async () => {
  const { as, db } = portal();
  const id = await makeOfficer(subject('b'));
  await db
    .insertInto('studio_roles')
    .values({ user_id: id, role: 'author', department: 'Legal', given_at: new Date() })
    .execute();
  portal().clock.now = new Date(portal().clock.now.getTime() + 60_000);
  const both = as(subject('b'));
  expect(await both.call(getStudioAccess, {})).toMatchObject({
    hasItems: true,
    mayManage: false,
    departments: ['Legal'],
  });
  expect((await both.call(listAskedItems, { query: {} })).total).toBe(1);
  const { menuItems } = await both.call(getMenu, {});
  expect(menuItems.map(({ id: entry }) => entry)).toEqual(expect.arrayContaining(['studio', 'compliance']));
});

test('an officer is for all departments [DUTY-081]', async () => {
  const problem = await portal()
    .as('edda')
    .failWith(setStudioGrants, {
      params: { userId: randomUUID() },
      body: { grants: [{ role: 'compliance', department: 'Legal' }] },
    });
  expect(problem.status).toBe(400);
});

test('the identity provider can make somebody an officer [DUTY-081]', async () => {
  const { issuer, portal: server } = portal();
  const { idToken, accessToken } = await issuer.tokens({ sub: subject('c'), 'custom:roles': ['studio-compliance'] });
  const { statusCode } = await server.inject({
    url: getProofLog.path,
    headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
  });
  expect(statusCode).toBe(200);
});
