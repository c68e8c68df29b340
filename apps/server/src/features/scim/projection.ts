import { findAttribute, type FoundAttribute, type ResourceType } from './schema/attributes.ts';
import { readAttributePath } from './filter/parseFilter.ts';
import type { ScimObject, ScimValue } from './schema/readResource.ts';

/** The attributes that a client requests. */
export interface Selection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/** Always returned. */
const ALWAYS = new Set(['schemas', 'id']);

function listed(type: ResourceType, names: string | undefined): FoundAttribute[] | undefined {
  if (names === undefined || names.trim() === '') return undefined;
  return names.split(',').flatMap((name) => {
    const path = readAttributePath(name.trim());
    return (path && findAttribute(type, path)) ?? [];
  });
}

/** Whether the response includes an attribute of the resource's own schema, such as `members`. */
export function isSelected(type: ResourceType, name: string, { attributes, excludedAttributes }: Selection): boolean {
  const isNamed = (list: FoundAttribute[] | undefined) =>
    list?.some(({ extension, attribute }) => extension === null && attribute.name === name);
  const chosen = listed(type, attributes);
  if (chosen) return isNamed(chosen) ?? false;
  const excluded = listed(type, excludedAttributes);
  return !excluded?.some(({ attribute, sub }) => attribute.name === name && sub === null);
}

/** The resource with only the requested attributes. Unknown names are ignored, as RFC 7644 requires. */
export function project(type: ResourceType, resource: ScimObject, selection: Selection): ScimObject {
  const extensions = new Set(type.extensions.map(({ id }) => id));
  const schemaNamed = (names: string | undefined, id: string) =>
    names?.split(',').some((name) => name.trim().toLowerCase() === id.toLowerCase()) ?? false;
  const chosen = listed(type, selection.attributes);
  const excluded = listed(type, selection.excludedAttributes);
  if (!chosen && !excluded && selection.attributes === undefined && selection.excludedAttributes === undefined)
    return resource;
  const select = (name: string, extension: string | null, value: ScimValue): ScimValue | undefined => {
    const relevant = (list: FoundAttribute[]) =>
      list.filter((found) => found.extension === extension && found.attribute.name === name);
    if (chosen) return only(value, relevant(chosen));
    return excluded ? without(value, relevant(excluded)) : value;
  };
  const entries = Object.entries(resource).flatMap(([key, value]): Array<[string, ScimValue]> => {
    if (ALWAYS.has(key)) return [[key, value]];
    if (!extensions.has(key)) {
      const shown = select(key, null, value);
      return shown === undefined ? [] : [[key, shown]];
    }
    if (schemaNamed(selection.attributes, key)) return [[key, value]];
    if (schemaNamed(selection.excludedAttributes, key)) return [];
    const parts = Object.entries(value as ScimObject).flatMap(([name, part]): Array<[string, ScimValue]> => {
      const shown = select(name, key, part);
      return shown === undefined ? [] : [[name, shown]];
    });
    return parts.length === 0 ? [] : [[key, Object.fromEntries(parts)]];
  });
  return Object.fromEntries(entries);
}

const eachPart = (value: ScimValue, keep: (name: string) => boolean): ScimValue =>
  Array.isArray(value)
    ? value.map((one) => eachPart(one, keep))
    : typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)))
      : value;

function only(value: ScimValue, found: FoundAttribute[]): ScimValue | undefined {
  if (found.length === 0) return undefined;
  if (found.some(({ sub }) => sub === null)) return value;
  return eachPart(value, (name) => found.some(({ sub }) => sub?.name === name));
}

function without(value: ScimValue, found: FoundAttribute[]): ScimValue | undefined {
  if (found.some(({ sub }) => sub === null)) return undefined;
  return eachPart(value, (name) => !found.some(({ sub }) => sub?.name === name));
}
