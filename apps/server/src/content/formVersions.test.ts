import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { withConnection } from '@portico/dev-database/databases';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ContentComponent } from '@portico/kinds/content';
import type { Form } from '@portico/kinds/formFields';
import { readRows } from '../db/rows.ts';
import { aForm } from '../testing/aForm.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { matchesPattern } from './fieldPatterns.ts';
import { revisionContent } from '../testing/contentMaker.ts';
import { publish, saveDraft, unpublish } from './publication.ts';
import { expectWithin } from '../testing/expectWithin.ts';

const now = { now: new Date('2026-03-01T00:00:00Z') };
const draftOf = (components: ContentComponent[]) =>
  revisionContent({
    header: 'Guide',
    publishedAt: '2026-01-01T00:00:00Z',
    components,
    department: 'Planning',
    owner: 'Desk',
  });

const FormVersion = z.object({ version: z.int(), title: z.string() });

async function setup() {
  const database = await testDatabase();
  const { db } = database;
  const versions = new Map<string, number>();
  const save = async (itemId: string, components: ContentComponent[]) => {
    const saved = await saveDraft(
      db,
      { itemId, kind: 'resource', version: versions.get(itemId) ?? 0 },
      draftOf(components),
      now,
    );
    versions.set(itemId, saved.version);
    return saved;
  };
  return {
    ...database,
    save,
    async put(itemId: string, components: ContentComponent[]) {
      await save(itemId, components);
      versions.set(itemId, (await publish(db, { itemId, version: versions.get(itemId)! }, now)).version);
    },
    storedVersions: async (formId: string) => {
      const rows = await readRows(
        db,
        FormVersion,
        sql`select version, definition->>'title' as title from form_versions where form_id = ${formId} order by version`,
      );
      return rows.map(({ version, title }) => [version, title]);
    },
    shown: async () =>
      (
        await db
          .selectFrom('published_forms')
          .select(['item_id', 'component_id', 'version'])
          .orderBy('item_id')
          .orderBy('component_id')
          .execute()
      ).map((row) => Object.values(row)),
  };
}

test('publishing a form creates a version, and changing it creates another, wherever the form is on the page', async () => {
  const { put, save, storedVersions, shown } = await setup();
  const [itemId, form] = [randomUUID(), aForm({ title: 'First' })];
  await save(itemId, [form]);
  expect(await storedVersions(form.formId)).toEqual([]);
  await put(itemId, [form]);
  await put(itemId, [{ id: 'e', type: 'ExpandCollapse', title: 'More', components: [{ ...form, id: 'moved' }] }]);
  expect([await storedVersions(form.formId), await shown()]).toEqual([[[1, 'First']], [[itemId, 'moved', 1]]]);
  await put(itemId, [
    { id: 'c', type: 'Columns', columns: [{ components: [{ ...form, title: 'Second' }] }, { components: [] }] },
  ]);
  await put(itemId, [form]);
  expect([await storedVersions(form.formId), await shown()]).toEqual([
    [
      [1, 'First'],
      [2, 'Second'],
      [3, 'First'],
    ],
    [[itemId, 'form', 3]],
  ]);
  await put(itemId, []);
  expect([(await storedVersions(form.formId)).length, await shown()]).toEqual([3, []]);
});

test('a form in two items has a single series of versions, even if both are published concurrently', async () => {
  const { save, db, storedVersions } = await setup();
  const form = aForm();
  const items = Array.from({ length: 6 }, () => randomUUID());
  const saved = [];
  for (const [index, itemId] of items.entries())
    saved.push(await save(itemId, [{ ...form, title: `Title ${index % 2}` }]));
  await Promise.all(saved.map((item) => publish(db, item, now)));
  const versions = await storedVersions(form.formId);
  expect(versions.map(([version]) => version)).toEqual(versions.map((_, index) => index + 1));
  for (const [index, [, title]] of versions.entries()) expect(title).not.toBe(versions[index - 1]?.[1]);
  expect(await db.selectFrom('published_forms').select('item_id').execute()).toHaveLength(6);
});

test('text that looks like a form creates no version, and versions survive unpublishing', async () => {
  const { put, db, storedVersions } = await setup();
  const [itemId, form] = [randomUUID(), aForm({ title: '{"type":"Form","formId":"x"}' })];
  await put(itemId, [
    form,
    {
      id: 't',
      type: 'BodyText',
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '{"type":"Form"}' }] }] },
    },
  ]);
  await unpublish(db, { itemId, version: 2 }, now);
  expect(await storedVersions(form.formId)).toHaveLength(1);
});

test('the migration creates first versions for forms that were already published', async () => {
  const { put, url, storedVersions, shown } = await setup();
  const [one, two, form] = [randomUUID(), randomUUID(), aForm({ title: 'Old' })];
  await put(one, [form, { ...form, id: 'again' }]);
  await put(two, [{ ...form, title: 'Other' }]);
  const before = await shown();
  const migration = await readFile(new URL('../db/migrations/0065_forms_versions.sql', import.meta.url), 'utf8');
  await withConnection(url, async (client) => {
    await client.query('delete from published_forms; delete from form_versions');
    await client.query(migration.slice(migration.indexOf('-- safe: fills')));
  });
  expect((await storedVersions(form.formId)).map(([version]) => version)).toEqual([1, 2]);
  expect((await shown()).map(([item, component]) => [item, component])).toEqual(
    before.map(([item, component]) => [item, component]),
  );
});

describe('storing a form is rejected', () => {
  const rejection = async (form: Form, { save }: Awaited<ReturnType<typeof setup>>) =>
    save(randomUUID(), [form]).then(
      () => 'stored',
      (error: { code: string }) => error.code,
    );
  const text = (alias: string, field?: string) => ({
    type: 'TextField' as const,
    alias,
    label: alias,
    ...(field
      ? {
          condition: {
            visibility: 'Show' as const,
            match: 'All' as const,
            rules: [{ field, operator: 'Is' as const, value: 'x' }],
          },
        }
      : {}),
  });

  test('if its conditions form a cycle or refer to a missing field [FORM-016]', async () => {
    const parts = await setup();
    expect(await rejection(aForm({ fields: [text('a', 'b'), text('b', 'a')] }), parts)).toBe('invalid_input');
    expect(await rejection(aForm({ fields: [text('a', 'a')] }), parts)).toBe('invalid_input');
    expect(await rejection(aForm({ fields: [text('a', 'elsewhere')] }), parts)).toBe('invalid_input');
    expect(await rejection(aForm({ fields: [text('a'), text('b', 'a')] }), parts)).toBe('stored');
  });

  test('if a pattern is not valid RE2 or is too expensive [D7]', async () => {
    const parts = await setup();
    const withPattern = (expression: string) =>
      aForm({ fields: [{ ...text('a'), pattern: { expression, message: 'No' } }] });
    for (const bad of [
      '(',
      '(a)\\1',
      '(?=a)b',
      '(?<!a)b',
      'a{1001}',
      '((a{100}){100})',
      '([a-z]?){1000}',
      '[\\p{L}]{0,900}',
    ])
      expect(await rejection(withPattern(bad), parts), bad).toBe('invalid_input');
    for (const good of ['(a+)+$', '[A-Z]{2}[0-9]{6}', '\\p{Lu}\\p{L}*', '(?i)yes|no', 'https?://[^ ]+', '.{0,300}'])
      expect(await rejection(withPattern(good), parts), good).toBe('stored');
  });
});

test(
  'patterns match the whole text, and the most expensive accepted pattern is fast on the longest text [D7]',
  { tags: 'timed' },
  () => {
    expect([
      matchesPattern('[0-9]+', '123'),
      matchesPattern('[0-9]+', '123a'),
      matchesPattern('a|ab', 'ab'),
      matchesPattern('a', 'a\n'),
    ]).toEqual([true, false, true, false]);
    for (const expression of [
      '(a+)+$',
      '(a*)*(b*)*(a*)*b',
      '(a|aa)+',
      '([ab]*a[ab]{300})+c',
      '(.*a){30}',
      '(?:[ab]{0,20}a){10}c',
    ]) {
      const begun = performance.now();
      for (const text of ['a', 'ab', 'aab']) matchesPattern(expression, `${text.repeat(1000).slice(0, 1000)}!`);
      expectWithin(1500, performance.now() - begun, expression);
    }
  },
);
