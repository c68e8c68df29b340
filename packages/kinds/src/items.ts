import * as news from './items/news/shape.ts';
import * as event from './items/event/shape.ts';
import * as resource from './items/resource/shape.ts';
import * as document from './items/document/shape.ts';
import * as page from './items/page/shape.ts';
import * as home from './items/home/shape.ts';
import type { CustomName } from './base/itemFields.ts';

/** The fields of each kind of item that editors write. */
export const fieldsOf = {
  news: news.fields,
  event: event.fields,
  resource: resource.fields,
  document: document.fields,
  page: page.fields,
  home: home.fields,
};
export type ItemKind = keyof typeof fieldsOf;
export const itemKinds = Object.keys(fieldsOf) as [ItemKind, ...ItemKind[]];

/** Every field, of whatever kind. */
export const fields = {
  ...news.fields,
  ...event.fields,
  ...resource.fields,
  ...document.fields,
  ...page.fields,
  ...home.fields,
};
export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];
export type CustomFieldName = CustomName<typeof fields>;

/** A value of every field, for tests. */
export const examples = {
  ...news.example,
  ...event.example,
  ...resource.example,
  ...document.example,
  ...page.example,
  ...home.example,
};
