import type { ItemField } from '@portico/kinds/itemFields';
import { examples, fields, fieldsOf, itemKinds, type FieldName, type ItemKind } from '@portico/kinds/items';
import { ContentFields } from '@portico/contracts/studio/draft';
import { z } from 'zod/mini';

/** A value of each field that differs from a new item's. */
export const exampleFields = z.parse(ContentFields, examples);

/** Fields without a control in the settings: the title is written on the page. */
const notInForm: readonly FieldName[] = ['header'];

const aboutReaders = ['audience', 'audienceRule', 'expiresAt'] as const;
/** Fields that the reader's page of a kind does not show. It has to show every other one. */
const notOnPage: Record<ItemKind, readonly FieldName[]> = {
  news: aboutReaders,
  event: [...aboutReaders, 'publishedAt'],
  resource: [...aboutReaders, 'department'],
  document: [...aboutReaders, 'categories', 'publishedAt', 'authorDepartment', 'department', 'file'],
  page: [...aboutReaders, 'publishedAt', 'authorDepartment', 'path'],
  home: [
    ...aboutReaders,
    'header',
    'description',
    'publishedAt',
    'authorDepartment',
    'notificationBanner',
    'pins',
    'entryAudiences',
    'widgets',
  ],
};

interface FieldRow {
  name: FieldName;
  kind: ItemKind;
  value: unknown;
}
const rowsWhere = (has: (name: FieldName, kind: ItemKind) => boolean): FieldRow[] =>
  itemKinds.flatMap((kind) =>
    (Object.keys(fieldsOf[kind]) as FieldName[])
      .filter((name) => has(name, kind))
      .map((name) => ({ name, kind, value: exampleFields[name] })),
  );

/* A row per field and kind, for `test.each`: tests that none is lost between the form and the page. */

export const fieldRows = rowsWhere(() => true);
export const formRows = rowsWhere((name) => !notInForm.includes(name));
export const pageRows = rowsWhere((name, kind) => !notOnPage[kind].includes(name));
export const cardRows = rowsWhere((name) => (fields[name] as ItemField).shownOn === 'card');
