import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  creditFilePath,
  listCreditClaims,
  saveCreditClaim,
  withdrawCreditClaim,
} from '@portico/contracts/creditClaims';
import { MAX_CLAIM_REASON, MAX_CLAIMS_PER_YEAR, MAX_CREDIT_FILE_BYTES } from '@portico/contracts/creditClaimLimits';
import { creditsRecordPath } from '@portico/contracts/credits';
import { DAY_MS, MINUTE_MS } from '@portico/contracts/durations';
import { listDuties } from '@portico/contracts/duties';
import { listNotifications } from '@portico/contracts/notifications';
import {
  claimsExportPath,
  decideCreditClaim,
  listPersonClaims,
  type ClaimDecision,
} from '@portico/contracts/studio/creditClaims';
import { ACTING_FOR_HEADER } from '@portico/contracts/endpoint';
import { MAX_UNUSED_FILES } from './creditFiles.queries.ts';
import { remindOfDuties } from './duties.jobs.ts';
import { claimsPortal, PDF } from './testing/claimsPortal.ts';

test('credits earned elsewhere count from their acceptance on, in the list, the duties and the record, until it is taken back [CREDIT-060]', async () => {
  const { enter, own, decide, creditsOf, addNeed, as, get } = await claimsPortal();
  await addNeed();
  const id = await enter('cora');
  const missing = async () => (await creditsOf('cora')).standings[0]!.missing;
  const statements = async () =>
    (await as('cora').call(listDuties, { query: {} })).items.map(({ statement }) => statement);
  expect([(await own('cora'))[0]!.status, await missing()]).toEqual(['Waiting', '3']);
  expect((await creditsOf('cora')).credits).toEqual([]);

  const accepted = await decide(id, 1, 'Accepted');
  expect(accepted).toMatchObject({ status: 'Accepted', version: 2, reason: null });
  expect(await missing()).toBe('1');
  expect(await statements()).toEqual(['1 of 3 hours are missing.']);
  expect((await creditsOf('cora')).credits).toMatchObject([
    {
      title: 'Ethics online',
      provider: 'Duke University',
      hours: '2',
      day: '2026-05-04',
      certificate: null,
      path: null,
    },
  ]);
  const record = await get(creditsRecordPath(), 'cora');
  expect([record.statusCode, record.headers['content-type']]).toEqual([200, 'application/pdf']);

  await decide(id, 2, 'Waiting');
  expect([await missing(), (await creditsOf('cora')).credits]).toEqual(['3', []]);
  expect((await own('cora'))[0]!.steps.map(({ action, by }) => [action, by])).toEqual([
    ['TakenBack', 'Edda Mohr'],
    ['Accepted', 'Edda Mohr'],
    ['Submitted', 'Cora Finch'],
  ]);
});

test('what is returned has a reason, is corrected and waits again; what is rejected or accepted can’t be corrected [CREDIT-061]', async () => {
  const { enter, save, claimOf, own, decide, as } = await claimsPortal();
  const id = await enter('cora');
  await decide(id, 1, 'Returned', 'The certificate is of another person.');
  expect((await own('cora'))[0]).toMatchObject({ status: 'Returned', reason: 'The certificate is of another person.' });
  await save('cora', id, 2, await claimOf('cora', { hours: '1.5' }));
  expect((await own('cora'))[0]).toMatchObject({ status: 'Waiting', reason: null, hours: '1.5', version: 3 });
  for (const [decision, reason] of [
    ['Rejected', 'It is no course.'],
    ['Accepted', ''],
  ] as const) {
    const { version } = (await own('cora'))[0]!;
    await decide(id, version, decision, reason);
    const claim = await claimOf('cora');
    const body = { version: version + 1, claim };
    expect(await as('cora').fail(saveCreditClaim, { params: { claimId: id }, body })).toMatchObject({ status: 409 });
    const withdrawal = { params: { claimId: id }, body: { version: version + 1, isWithdrawn: true } };
    expect(await as('cora').fail(withdrawCreditClaim, withdrawal)).toMatchObject({ status: 409 });
    expect((await own('cora'))[0]).toMatchObject({ status: decision, hours: '1.5' });
    await decide(id, version + 1, 'Waiting');
  }
  const notices = (await as('cora').call(listNotifications, {})).map(({ title }) => title);
  expect(notices).toContain('Please correct the credits that you entered');
  expect(notices).toContain('Your credits were accepted');
});

test('who entered something withdraws it and takes that back [CREDIT-062]', async () => {
  const { enter, own, decideFails, as } = await claimsPortal();
  const id = await enter('cora');
  const set = (version: number, isWithdrawn: boolean) =>
    as('cora').call(withdrawCreditClaim, { params: { claimId: id }, body: { version, isWithdrawn } });
  expect((await set(1, true)).items[0]).toMatchObject({ status: 'Withdrawn', version: 2 });
  expect(await decideFails(id, 2, 'Accepted')).toMatchObject({ status: 409 });
  expect((await set(2, false)).items[0]).toMatchObject({ status: 'Waiting', version: 3 });
  const again = { params: { claimId: id }, body: { version: 3, isWithdrawn: false } };
  expect(await as('cora').fail(withdrawCreditClaim, again)).toMatchObject({ status: 409 });
  expect((await own('cora'))[0]!.version).toBe(3);
});

test('only officers decide, nobody about their own, and only with a reason where one is needed [CREDIT-063]', async () => {
  const { enter, own, decideFails } = await claimsPortal();
  const id = await enter('cora');
  const eddas = await enter('edda');
  expect(await decideFails(id, 1, 'Accepted', '', 'ana')).toMatchObject({ status: 404 });
  expect(await decideFails(eddas, 1, 'Accepted')).toMatchObject({ status: 403 });
  expect(await decideFails(id, 1, 'Returned', '  ')).toMatchObject({ status: 400 });
  expect(await decideFails(id, 1, 'Rejected')).toMatchObject({ status: 400 });
  expect(await decideFails(id, 1, 'Accepted', 'Fine.')).toMatchObject({ status: 400 });
  expect(await decideFails(id, 1, 'Rejected', 'x'.repeat(MAX_CLAIM_REASON + 1))).toMatchObject({ status: 400 });
  expect(await decideFails(id, 1, 'Waiting')).toMatchObject({ status: 409 });
  expect(await decideFails(id, 2, 'Accepted')).toMatchObject({ status: 409 });
  expect(await decideFails(randomUUID(), 1, 'Accepted')).toMatchObject({ status: 404 });
  expect([(await own('cora'))[0], (await own('edda'))[0]]).toMatchObject([
    { status: 'Waiting', version: 1 },
    { status: 'Waiting', version: 1 },
  ]);
});

test('of two officers who decide at once, one does and the other learns of it [CREDIT-063]', async () => {
  const { enter, own, as, db, idOf } = await claimsPortal();
  await as('nils').call(listDuties, { query: {} });
  const nils = await idOf('nils');
  await db.insertInto('studio_roles').values({ user_id: nils, role: 'compliance', given_at: new Date() }).execute();
  const id = await enter('cora');
  await expect
    .poll(
      async () =>
        (
          await as('nils')
            .call(listPersonClaims, { query: {} })
            .catch(() => undefined)
        )?.total,
    )
    .toBe(1);
  const press = (name: string, decision: ClaimDecision, reason: string) =>
    as(name)
      .call(decideCreditClaim, { params: { claimId: id }, body: { version: 1, decision, reason } })
      .then(
        () => 200,
        () => 409,
      );
  const pressed = await Promise.all([press('edda', 'Accepted', ''), press('nils', 'Rejected', 'No course.')]);
  expect(pressed.toSorted()).toEqual([200, 409]);
  expect((await own('cora'))[0]).toMatchObject({ version: 2, status: pressed[0] === 200 ? 'Accepted' : 'Rejected' });
});

test('days from the first of last year to today can be entered, in the firm’s zone [CREDIT-064]', async () => {
  const { enter, claimOf, as, clock } = await claimsPortal();
  // Still June 1 in New York.
  clock.now = new Date('2026-06-02T03:00:00Z');
  expect(await as('cora').call(listCreditClaims, {})).toEqual({
    firstDay: '2025-01-01',
    lastDay: '2026-06-01',
    items: [],
  });
  for (const day of ['2025-01-01', '2026-06-01']) await enter('cora', { day });
  for (const day of ['2024-12-31', '2026-06-02']) {
    const body = { version: null, claim: await claimOf('cora', { day }) };
    expect(await as('cora').fail(saveCreditClaim, { params: { claimId: randomUUID() }, body })).toMatchObject({
      status: 400,
      issues: [{ path: 'body.claim.day' }],
    });
  }
  expect((await as('cora').call(listCreditClaims, {})).items.map(({ day }) => day)).toEqual([
    '2026-06-01',
    '2025-01-01',
  ]);
});

test('input that is no claim is refused and changes nothing [CREDIT-064]', async () => {
  const { claimOf, own, as } = await claimsPortal();
  const claim = await claimOf('cora');
  for (const wrong of [
    { title: ' ' },
    { provider: '' },
    { program: '\u200b' },
    { hours: '0' },
    { hours: '1.555' },
    { title: 'x'.repeat(201) },
    { day: '2026-02-30' },
    { fileId: 'x' },
    { fileId: randomUUID() },
  ]) {
    const body = { version: null, claim: { ...claim, ...wrong } };
    const problem = await as('cora').failWith(saveCreditClaim, { params: { claimId: randomUUID() }, body });
    expect([wrong, problem.status]).toEqual([wrong, 400]);
  }
  expect(await own('cora')).toEqual([]);
});

test('a year takes at most 100 entries of one person, without those that are withdrawn [CREDIT-064]', async () => {
  const { enter, claimOf, own, as, db } = await claimsPortal();
  const first = await enter('cora');
  const { file_id } = await db
    .selectFrom('credit_claims')
    .select('file_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  for (let number = 1; number < MAX_CLAIMS_PER_YEAR; number += 1)
    await enter('cora', { fileId: file_id, title: `${number}` });
  const claim = await claimOf('cora', { fileId: file_id });
  const another = { params: { claimId: randomUUID() }, body: { version: null, claim } };
  expect(await as('cora').fail(saveCreditClaim, another)).toMatchObject({ status: 409 });
  await enter('cora', { fileId: file_id, day: '2025-12-31' });
  await as('cora').call(withdrawCreditClaim, { params: { claimId: first }, body: { version: 1, isWithdrawn: true } });
  await as('cora').call(saveCreditClaim, another);
  expect((await own('cora')).filter(({ status }) => status === 'Waiting')).toHaveLength(MAX_CLAIMS_PER_YEAR + 1);
});

test('the same call twice enters one claim; another one with its id changes nothing [CREDIT-062]', async () => {
  const { save, claimOf, own, as } = await claimsPortal();
  const claimId = randomUUID();
  const claim = await claimOf('cora');
  const both = await Promise.all([save('cora', claimId, null, claim), save('cora', claimId, null, claim)]);
  expect(both.map(({ items }) => items.length)).toEqual([1, 1]);
  const other = { params: { claimId }, body: { version: null, claim: { ...claim, hours: '9' } } };
  expect(await as('cora').fail(saveCreditClaim, other)).toMatchObject({ status: 409 });
  const nils = { params: { claimId }, body: { version: 1, claim: await claimOf('nils') } };
  expect(await as('nils').fail(saveCreditClaim, nils)).toMatchObject({ status: 404 });
  const withdrawal = { params: { claimId }, body: { version: 1, isWithdrawn: true } };
  expect(await as('nils').fail(withdrawCreditClaim, withdrawal)).toMatchObject({ status: 404 });
  expect(await own('cora')).toMatchObject([{ hours: '2', version: 1, steps: [{ action: 'Submitted' }] }]);
  expect(await own('nils')).toEqual([]);
});

test('a certificate is for its person and for officers once it is entered; others’ opening is audited [CREDIT-065]', async () => {
  const { fileOf, enter, get, claimOf, as, audited } = await claimsPortal();
  const fileId = await fileOf('cora');
  const statuses = async () =>
    Promise.all(
      ['cora', 'edda', 'ana', 'nils'].map(async (name) => (await get(creditFilePath(fileId), name)).statusCode),
    );
  expect(await statuses()).toEqual([200, 404, 404, 404]);
  await enter('cora', { fileId });
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  const opened = await get(creditFilePath(fileId), 'edda');
  expect(opened.rawPayload.equals(PDF)).toBe(true);
  expect(opened.headers['content-disposition']).toContain('certificate.pdf');
  expect(opened.headers['content-security-policy']).toContain('sandbox');
  expect((await audited()).filter((action) => action === 'credits.file-opened')).toHaveLength(2);
  // Somebody else's file can't be entered.
  const claim = await claimOf('nils', { fileId });
  const stolen = { params: { claimId: randomUUID() }, body: { version: null, claim } };
  expect(await as('nils').fail(saveCreditClaim, stolen)).toMatchObject({ status: 400 });
});

test('only PDF files and pictures up to 5 MB are taken, and what is not entered is removed after a day [CREDIT-065]', async () => {
  const { upload, enter, get, fileOf, clock, parts } = await claimsPortal();
  expect((await upload('cora', { bytes: Buffer.from('text'), fileName: 'a.txt' })).statusCode).toBe(415);
  expect((await upload('cora', { bytes: Buffer.from('no pdf') })).statusCode).toBe(415);
  expect((await upload('cora', { bytes: Buffer.alloc(0) })).statusCode).toBe(400);
  const padded = (size: number) => Buffer.concat([PDF, Buffer.alloc(size - PDF.length, ' ')]);
  expect((await upload('cora', { bytes: padded(MAX_CREDIT_FILE_BYTES) })).statusCode).toBe(200);
  expect((await upload('cora', { bytes: padded(MAX_CREDIT_FILE_BYTES + 1) })).statusCode).toBe(413);
  const kept = await fileOf('cora');
  await enter('cora', { fileId: kept });
  const unused = await fileOf('cora');
  const start = clock.now.getTime();
  const statusAfter = async (ms: number) => {
    clock.now = new Date(start + ms);
    await remindOfDuties({}, parts);
    return [
      (await get(creditFilePath(kept), 'cora')).statusCode,
      (await get(creditFilePath(unused), 'cora')).statusCode,
    ];
  };
  expect(await statusAfter(DAY_MS)).toEqual([200, 200]);
  expect(await statusAfter(DAY_MS + 1000)).toEqual([200, 404]);
});

test('one person adds at most 20 certificates that they don’t enter [CREDIT-065]', async () => {
  const { upload, enter } = await claimsPortal();
  for (let number = 0; number < MAX_UNUSED_FILES; number += 1) expect((await upload('cora')).statusCode).toBe(200);
  expect((await upload('cora')).statusCode).toBe(409);
  expect((await upload('nils')).statusCode).toBe(200);
  await enter('nils');
});

test('officers see who waits longest first, find people, and export what they see, which is audited [CREDIT-066]', async () => {
  const { enter, decide, as, get, audited, clock } = await claimsPortal();
  const start = clock.now.getTime();
  const at = (minutes: number) => (clock.now = new Date(start + minutes * MINUTE_MS));
  const coras = await enter('cora', { title: '=Ethics' });
  at(1);
  const nils = await enter('nils', { title: 'Law' });
  at(2);
  const anas = await enter('ana', { title: 'Tax' });
  await decide(anas, 1, 'Rejected', 'No course.');
  const list = (query: Record<string, string> = {}) => as('edda').call(listPersonClaims, { query });
  const all = await list();
  expect(all.items.map(({ id }) => id)).toEqual([coras, nils, anas]);
  expect(all.counts).toEqual({ Waiting: 2, Accepted: 0, Returned: 0, Rejected: 1, Withdrawn: 0 });
  expect((await list({ status: 'Rejected' })).items.map(({ id }) => id)).toEqual([anas]);
  expect((await list({ text: 'Finch' })).items.map(({ person }) => person.name)).toEqual(['Cora Finch']);
  expect(await list({ page: '2' })).toMatchObject({ items: [], total: 3, counts: { Waiting: 2 } });
  const csv = await get(claimsExportPath('csv', '?status=Waiting'), 'edda');
  expect(csv.body).toContain('Cora Finch');
  expect(csv.body).toContain("'=Ethics");
  expect(csv.body).not.toContain('Tax');
  expect((await get(claimsExportPath('xlsx'), 'edda')).statusCode).toBe(200);
  expect((await get(claimsExportPath('csv'), 'cora')).statusCode).toBe(404);
  expect(await as('cora').fail(listPersonClaims, { query: {} })).toMatchObject({ status: 404 });
  expect((await audited()).filter((action) => action === 'credits.claims-exported')).toHaveLength(2);
  expect((await audited()).filter((action) => action.startsWith('credits.claim-'))).toEqual([
    'credits.claim-submitted',
    'credits.claim-submitted',
    'credits.claim-submitted',
    'credits.claim-rejected',
  ]);
});

test('delegates neither see nor enter what somebody earned elsewhere [CREDIT-063]', async () => {
  const { as, idOf, claimOf } = await claimsPortal();
  const headers = { [ACTING_FOR_HEADER]: await idOf('cora') };
  expect(await as('nils').fail(listCreditClaims, {}, headers)).toMatchObject({ status: 403 });
  const claim = { params: { claimId: randomUUID() }, body: { version: null, claim: await claimOf('nils') } };
  expect(await as('nils').fail(saveCreditClaim, claim, headers)).toMatchObject({ status: 403 });
});
