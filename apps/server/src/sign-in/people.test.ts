import { randomUUID } from 'node:crypto';
import { onTestFinished, describe, expect, test } from 'vitest';
import { createPortal } from '../app.ts';
import type { Config } from '../config.ts';
import { DIRECTORY_ISSUER, savePeople } from './directory/savePeople.ts';
import { sharedPortal, type TestPortal } from '../testing/testPortal.ts';
import { askWith, tokenPair, type PairChanges } from '../testing/tokenPairs.ts';

const shared = sharedPortal({
  env: { IMAGE_ORIGINS: 'https://pictures.example.com', EDITOR_ROLE: 'Portal-Editors', ADMIN_ROLE: 'Portal Admins' },
});
const now = () => Math.floor(shared().clock.now.getTime() / 1000);

/** Signs a person in with these claims and returns their row in the database. */
async function signIn(sub: string, id: PairChanges['id'] = {}, portal: TestPortal = shared()) {
  const answer = await askWith(portal, await tokenPair(portal, { both: { sub }, id }));
  expect(answer.statusCode, answer.body).toBe(200);
  return shared().db.selectFrom('users').selectAll().where('subject', '=', sub).executeTakeFirstOrThrow();
}
const auditOf = (objectId: string) =>
  shared()
    .db.selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_kind'])
    .where('object_id', '=', objectId)
    .orderBy('id')
    .execute();

describe('a person', () => {
  test('is created at the first sign-in, by issuer and subject, with values from the claims [PROD-003, T6]', async () => {
    const row = await signIn('first', {
      nickname: 'Bo',
      given_name: 'Boris',
      family_name: 'Ek',
      email: 'bo@portico.test',
      picture: 'https://pictures.example.com/bo.png',
      'custom:advisorType': 'AdvisorIFA',
      'custom:roles': ['Portal-Editors', 'golf'],
    });
    expect(row).toMatchObject({
      issuer: shared().issuer.issuer,
      subject: 'first',
      nickname: 'Bo',
      given_name: 'Boris',
      surname: 'Ek',
      email: 'bo@portico.test',
      avatar_url: 'https://pictures.example.com/bo.png',
      advisor_type: 'AdvisorIFA',
      roles: ['member', 'editor'],
    });
    expect(await auditOf(row.id)).toEqual([{ action: 'user.signed-in', actor_id: row.id, object_kind: 'user' }]);
  });

  test('is never matched by email address: another subject is another person [T6]', async () => {
    const one = await signIn('one', { email: 'same@portico.test', 'custom:roles': ['Portal Admins'] });
    const other = await signIn('other', { email: 'same@portico.test' });
    expect(other.id).not.toBe(one.id);
    expect(other.roles).toEqual(['member']);
  });

  test('follows the claims of the newest token, and an older one that arrives late changes nothing', async () => {
    const signedInAt = now() - 3000;
    const renewed = await signIn('follows', {
      auth_time: signedInAt,
      iat: now() - 60,
      nickname: 'New',
      'custom:roles': [],
    });
    expect(renewed).toMatchObject({ nickname: 'New', roles: ['member'] });
    const late = await signIn('follows', {
      auth_time: signedInAt,
      iat: now() - 600,
      nickname: 'Old',
      'custom:roles': ['Portal Admins'],
    });
    expect(late).toMatchObject({ nickname: 'New', roles: ['member'] });
    const newer = await signIn('follows', {
      auth_time: signedInAt,
      iat: now() - 30,
      nickname: 'Newer',
      'custom:roles': ['Portal-Editors'],
    });
    expect(newer).toMatchObject({ nickname: 'Newer', roles: ['member', 'editor'] });
    const gone = await signIn('follows', { auth_time: signedInAt, iat: now() - 20 });
    expect(gone).toMatchObject({ nickname: null, roles: ['member'] });
  });

  test('has one audit entry per sign-in, however many tokens and requests follow [L3]', async () => {
    const { id } = await signIn('audited', { auth_time: now() - 900, iat: now() - 900 });
    await signIn('audited', { auth_time: now() - 900, iat: now() - 400 });
    await signIn('audited', { auth_time: now() - 900, iat: now() - 400, jti: 'x' });
    expect(await auditOf(id)).toHaveLength(1);
    await signIn('audited', { auth_time: now() - 10 });
    expect(await auditOf(id)).toHaveLength(2);
    await signIn('audited', { auth_time: now() - 500, iat: now() - 500 });
    expect(await auditOf(id)).toHaveLength(2);
  });

  test('has one row and one audit entry if two processes see the first sign-in concurrently [R5, L3]', async () => {
    const second = await createPortal(shared().parts);
    onTestFinished(() => second.close());
    const both = [shared(), { ...shared(), portal: second }];
    for (let round = 0; round < 10; round += 1) {
      const pair = await tokenPair(shared(), { both: { sub: `twice-${round}` } });
      const answers = await Promise.all(both.map((portal) => askWith(portal, pair)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
      const rows = await shared().db.selectFrom('users').select('id').where('subject', '=', `twice-${round}`).execute();
      expect(rows).toHaveLength(1);
      expect(await auditOf(rows[0]!.id)).toHaveLength(1);
    }
  });

  test.for<[unknown, string[]]>([
    [undefined, ['member']],
    [null, ['member']],
    ['Portal-Editors', ['member', 'editor']],
    ['golf,Portal-Editors', ['member', 'editor']],
    ['Portal Admins', ['member', 'editor', 'admin']],
    [' golf , Portal Admins ', ['member', 'editor', 'admin']],
    ['Former Portal Admins', ['member']],
    ['Portal-Editors Emeriti', ['member']],
    [['Portal Admins'], ['member', 'editor', 'admin']],
    [['portal-editors', 'PORTAL ADMINS', 'admin', 'editor', 'member'], ['member']],
    [{ 'Portal Admins': true }, ['member']],
    [[['Portal Admins']], ['member']],
    [7, ['member']],
    [true, ['member']],
  ])('with the roles claim %j has the roles %j', async ([claim, roles]) => {
    expect((await signIn(randomUUID(), { 'custom:roles': claim })).roles).toEqual(roles);
  });

  const plain = { EDITOR_ROLE: 'editor', ADMIN_ROLE: 'admin' };
  test.for<[Partial<Config>, unknown, string[]]>([
    [plain, 'editor admin', ['member', 'editor', 'admin']],
    [plain, 'golf\teditor', ['member', 'editor']],
    [plain, 'editor,golf', ['member', 'editor']],
    [plain, 'editors administrator', ['member']],
    [plain, ['editor admin'], ['member']],
    [{ ...plain, EDITOR_ROLE: 'Portico Editors' }, 'Portico Editors', ['member', 'editor']],
    [{ ...plain, EDITOR_ROLE: 'Portico Editors' }, 'Portico Editors, admin', ['member', 'editor', 'admin']],
    [{ ...plain, EDITOR_ROLE: 'Portico Editors' }, 'Portico admin readers', ['member']],
    [{ ...plain, STUDIO_ROLES: [{ value: 'Compliance Team', role: 'approver' }] }, 'No admin', ['member']],
  ])('with the settings %j and the roles claim %j has the roles %j [SIGNIN-030]', async ([env, claim, roles]) => {
    const { parts } = shared();
    const portal = await createPortal({ ...parts, config: { ...parts.config, ...env } });
    onTestFinished(() => portal.close());
    expect((await signIn(randomUUID(), { 'custom:roles': claim }, { ...shared(), portal })).roles).toEqual(roles);
  });

  async function directoryPerson() {
    const email = `${randomUUID()}@example.com`;
    await savePeople(shared().db, [{ email, givenName: null, surname: null, advisorType: null, facts: [] }], {
      leavers: 'keep',
    });
    return shared().db.selectFrom('users').selectAll().where('subject', '=', email).executeTakeFirstOrThrow();
  }
  const isInDirectory = async (id: string) =>
    (await shared().db.selectFrom('users').select('issuer').where('id', '=', id).executeTakeFirst())?.issuer ===
    DIRECTORY_ISSUER;

  test('an email address that the provider doubts, in whatever form, connects nobody [T6, SIGNIN-031]', async () => {
    for (const email_verified of [false, 'false', 'False', ' FALSE ', 0, '0', 'no']) {
      const before = await directoryPerson();
      await signIn(randomUUID(), { email: before.subject, email_verified });
      expect(await isInDirectory(before.id), String(email_verified)).toBe(true);
    }
    for (const email_verified of [undefined, null, true, 'true', 'True']) {
      const before = await directoryPerson();
      await signIn(randomUUID(), { email: before.subject, email_verified });
      expect(await isInDirectory(before.id), String(email_verified)).toBe(false);
    }
  });

  test('an email address of a claim is cleaned, and never cut to another one [SIGNIN-031]', async () => {
    expect((await signIn(randomUUID(), { email: '\u200br&d@exam\u00adple.com ' })).email).toBe('r&d@example.com');
    const longest = `${'a'.repeat(64)}@${'regional-office.'.repeat(11)}wealth.com.au`;
    expect(longest).toHaveLength(254);
    expect((await signIn(randomUUID(), { email: longest })).email).toBe(longest);
    expect((await signIn(randomUUID(), { email: ` \u200b${longest}\u00a0` })).email).toBe(longest);
    expect((await signIn(randomUUID(), { email: `${longest}k` })).email).toBeNull();
    const long = `${'a'.repeat(64)}@${'b.'.repeat(62)}example.com`;
    expect((await signIn(randomUUID(), { email: `${long}.${'evil.'.repeat(12)}example` })).email).toBeNull();
  });

  test.for<[unknown, string | null]>([
    ['https://pictures.example.com/a.png', 'https://pictures.example.com/a.png'],
    ['http://localhost:3000/avatars/a.svg', 'http://localhost:3000/avatars/a.svg'],
    ['http://pictures.example.com/a.png', null],
    ['https://pictures.example.com.evil.test/a.png', null],
    ['https://evil.test/?https://pictures.example.com', null],
    ['https://pictures.example.com@evil.test/a', null],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AAAA', null],
    ['//pictures.example.com/a.png', null],
    ['', null],
    [{}, null],
    [`https://pictures.example.com/${'a'.repeat(2048)}`, null],
  ])('with the picture %j has the picture %j', async ([picture, stored]) => {
    expect((await signIn(randomUUID(), { picture })).avatar_url).toBe(stored);
  });

  test('has clean single-line names, whatever the claims [D1]', async () => {
    const row = await signIn(randomUUID(), {
      given_name: '  An\u0000a\r\n\u202e ',
      family_name: 'x'.repeat(500),
      nickname: ['a'],
      email: {},
      'custom:advisorType': 'constructor',
      auth_time: 1e300,
    });
    expect(row).toMatchObject({
      given_name: 'Ana',
      surname: 'x'.repeat(200),
      nickname: null,
      email: null,
      advisor_type: null,
    });
    for (const auth_time of [-1e300, -1, 'x', null, 8.64e15, now() + 1e9]) await signIn(randomUUID(), { auth_time });
    expect((await signIn(randomUUID(), { given_name: '\ud800x' })).given_name).toMatch(/x$/);
  });
});

describe('access', () => {
  const later = (seconds: number) => {
    const { clock } = shared();
    const before = clock.now;
    clock.now = new Date(before.getTime() + seconds * 1000);
    onTestFinished(() => void (clock.now = before));
  };
  const disable = (subject: string, at: Date | null) =>
    shared()
      .db.updateTable('users')
      .set({ disabled_at: at?.toISOString() ?? null })
      .where('subject', '=', subject)
      .execute();

  test('of a disabled account ends within a minute despite valid tokens, and returns just as fast [S7]', async () => {
    const pair = await tokenPair(shared(), { both: { sub: 'leaver' } });
    expect((await askWith(shared(), pair)).statusCode).toBe(200);
    await disable('leaver', new Date());
    later(60);
    const rejected = await Promise.all([pair, pair, pair].map((one) => askWith(shared(), one)));
    for (const answer of rejected) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'user_disabled' });
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
    await disable('leaver', null);
    later(60);
    expect((await askWith(shared(), pair)).statusCode).toBe(200);
  });

  test('of a disabled account ends in all processes within five seconds, and returns just as fast [S7]', async () => {
    const pair = await tokenPair(shared(), { both: { sub: 'quick' } });
    const second = await createPortal(shared().parts);
    onTestFinished(() => second.close());
    const both = async () =>
      Promise.all(
        [shared(), { ...shared(), portal: second }].map(async (one) => (await askWith(one, pair)).statusCode),
      );
    expect(await both()).toEqual([200, 200]);
    // The clock is fixed, so no row is refetched because of its age.
    await disable('quick', new Date());
    await expect.poll(both).toEqual([401, 401]);
    await disable('quick', null);
    await expect.poll(both).toEqual([200, 200]);
  });

  test('of a disabled account does not return with new tokens, and the attempt is in the audit log [S7, L3]', async () => {
    const { id } = await signIn('barred');
    await disable('barred', new Date());
    const answer = await askWith(
      shared(),
      await tokenPair(shared(), { both: { sub: 'barred', iat: now() + 5, auth_time: now() + 5 } }),
    );
    expect(answer.json()).toMatchObject({ status: 401, code: 'user_disabled' });
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual(['user.signed-in', 'user.refused']);
  });

  test('through a removed role ends within a minute, even for tokens that still contain the role [S7]', async () => {
    const old = await tokenPair(shared(), {
      both: { sub: 'former', iat: now() - 100 },
      id: { auth_time: now() - 100, 'custom:roles': ['Portal Admins'] },
    });
    await askWith(shared(), old);
    expect((await signIn('former', { auth_time: now() - 100, iat: now() - 50, 'custom:roles': [] })).roles).toEqual([
      'member',
    ]);
    const second = await createPortal(shared().parts);
    onTestFinished(() => second.close());
    await askWith({ ...shared(), portal: second }, old);
    expect(
      await shared().db.selectFrom('users').select('roles').where('subject', '=', 'former').executeTakeFirst(),
    ).toEqual({ roles: ['member'] });
  });

  test('of a person whose row was deleted is rejected without a server error', async () => {
    const pair = await tokenPair(shared(), { both: { sub: 'erased' } });
    await askWith(shared(), pair);
    await shared().db.deleteFrom('users').where('subject', '=', 'erased').execute();
    expect((await askWith(shared(), pair)).statusCode).toBe(404);
    later(60);
    expect((await askWith(shared(), pair)).json()).toMatchObject({ status: 401, code: 'user_disabled' });
  });
});
