import { certificatePath, creditsRecordPath, listCredits } from '@portico/contracts/credits';
import { getCertificateRecord } from '@portico/contracts/studio/credits';
import { expect, test } from 'vitest';
import { textOfPdf } from '../../pdf/testing/textOfPdf.ts';
import { creditedPortal, lineOf } from './testing/creditedPortal.ts';

/** Files of people, and what is in them. */
async function certifiedPortal() {
  const portal = await creditedPortal({ RATE_LIMIT_PER_MINUTE: '0' });
  const get = async (url: string, name: string) =>
    portal.portal.inject({ url, headers: await portal.as(name).headers() });
  return {
    ...portal,
    get,
    statusOf: async (url: string, name: string) => (await get(url, name)).statusCode,
    textOf: async (url: string, name: string) => textOfPdf((await get(url, name)).rawPayload),
  };
}

test('a certificate says who was at which event, when, for what, and who noted it, in the ledger’s words [CREDIT-040]', async () => {
  const { attended, creditsOf, setPerson, get, textOf } = await certifiedPortal();
  await setPerson('ana', { given_name: 'Zoë', surname: 'Größe-Nguyễn' });
  await setPerson('edda', { given_name: 'Edda', surname: 'Editor' });
  await attended(['ana'], [lineOf('1.5'), lineOf('2', { program: 'CFP', state: '', subject: '' })], {
    header: 'Ethik für Ärzte',
  });
  const [credit] = (await creditsOf('ana')).credits;
  const url = certificatePath(credit!.certificate!);
  const { headers } = await get(url, 'ana');
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toContain(`Certificate ${credit!.certificate}.pdf`);
  const { text, info, language } = await textOf(url, 'ana');
  for (const fact of [
    'Zoë Größe-Nguyễn (ana@portico.test)',
    'Ethik für Ärzte',
    'June 5, 2026',
    'by Edda Editor on June 1, 2026, ',
    'Insurance CE NC Ethics 1.5',
    'CFP 2',
    credit!.certificate!,
    'Issued by Portico on June 1, 2026, 10:00 am EDT.',
  ])
    expect(text).toContain(fact);
  expect([info.Title, language]).toEqual(['Certificate of attendance: Ethik für Ärzte', 'en-US']);
});

test('only its person, their supervisor and those who oversee credits get a certificate and a record; others are audited [CREDIT-041]', async () => {
  const { attended, creditsOf, idOf, statusOf, audited, setPerson, as } = await certifiedPortal();
  await attended(['cora'], [lineOf('1')]);
  const certificate = certificatePath((await creditsOf('cora')).credits[0]!.certificate!);
  const person = await idOf('cora');
  const record = creditsRecordPath(`?person=${person}`);
  const statuses = async () => {
    const all = [];
    for (const name of ['cora', 'ana', 'edda', 'nils'])
      all.push([await statusOf(certificate, name), await statusOf(record, name)]);
    return all;
  };
  expect(await statuses()).toEqual([
    [200, 200],
    [200, 200],
    [200, 200],
    [404, 404],
  ]);
  expect((await audited('credits.certificate-opened')).map((details) => details['person'])).toHaveLength(2);
  expect(await audited('credits.record-opened')).toMatchObject([{ year: 2026 }, { year: 2026 }]);
  expect(await as('ana').call(listCredits, { query: { person } })).toMatchObject({
    person: 'Cora Finch',
    credits: [{ hours: '1' }],
  });
  expect((await as('cora').call(listCredits, { query: { person } })).person).toBeNull();
  expect(await as('nils').fail(listCredits, { query: { person } })).toMatchObject({ status: 404 });
  await setPerson('cora', { manager: null });
  expect(await statuses()).toEqual([
    [200, 200],
    [404, 404],
    [200, 200],
    [404, 404],
  ]);
});

test('the number of a certificate leads back to the record while it holds, for those who oversee credits [CREDIT-042]', async () => {
  const { attended, creditsOf, press, idOf, statusOf, as } = await certifiedPortal();
  const eventId = await attended(['cora', 'nils'], [lineOf('1')]);
  const number = (await creditsOf('cora')).credits[0]!.certificate!;
  expect((await creditsOf('nils')).credits[0]!.certificate).not.toBe(number);
  expect(await as('edda').call(getCertificateRecord, { params: { number } })).toMatchObject({
    number,
    person: { id: await idOf('cora') },
    title: 'Ethics day',
    day: '2026-06-05',
    lines: [lineOf('1')],
    notedBy: 'Edda Mohr',
  });
  expect(await as('ana').fail(getCertificateRecord, { params: { number } })).toMatchObject({ status: 404 });
  await press(eventId, 'cora', false);
  expect(await as('edda').fail(getCertificateRecord, { params: { number } })).toMatchObject({ status: 404 });
  expect(await statusOf(certificatePath(number), 'cora')).toBe(404);
  await press(eventId, 'cora', true);
  expect((await creditsOf('cora')).credits[0]!.certificate).toBe(number);
  for (const wrong of ['1234', `${number}0`, number.toLowerCase()])
    expect(await statusOf(certificatePath(wrong), 'cora')).toBe(400);
});

test('the record of a year has what was needed and earned, over several pages if it is long [CREDIT-043]', async () => {
  const { attended, addNeed, get, textOf } = await certifiedPortal();
  await addNeed({ hours: '3' });
  const many = Array.from({ length: 20 }, (_, number) => lineOf('0.5', { subject: `Subject ${number}` }));
  await attended(['ana'], many, { header: 'A long day with a title that needs more than one line in its column' });
  await attended(['ana'], many, { header: 'Second day' });
  const { text, pages, language } = await textOf(creditsRecordPath('?year=2026'), 'ana');
  expect(pages).toBeGreaterThan(1);
  expect(language).toBe('en-US');
  for (const fact of [
    'Record of credits 2026',
    'November 30, 2026',
    'Subject 19',
    'Second day',
    'Insurance CE (NC) 20',
  ])
    expect(text).toContain(fact);
  expect((await textOf(creditsRecordPath('?year=2025'), 'ana')).text).toContain('No credits were earned in this year.');
  expect((await get(creditsRecordPath('?year=x'), 'ana')).statusCode).toBe(400);
});
