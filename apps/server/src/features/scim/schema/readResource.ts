import { writableAttributes, type Attribute, type ResourceType } from './attributes.ts';
import { ScimError } from './scimErrors.ts';

export type ScimValue = string | boolean | ScimObject | ScimValue[];
export interface ScimObject {
  [name: string]: ScimValue;
}

const MAX_TEXT_LENGTH = 1000;
/** The maximum for an attribute such as `emails`. Members of groups are stored separately. */
const MAX_VALUES = 100;
/** Characters that would break a line or hide text. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The resource that a client sent, with the spelling of names from the schemas and without anything that the portal
 * does not store: unknown and read-only attributes, nulls and empty values. Throws ScimError `invalidValue`.
 */
export function readResource(type: ResourceType, body: Record<string, unknown>): ScimObject {
  const read = readObject(writableAttributes(type), body, '');
  for (const { id, attributes } of type.extensions) {
    const given = valueOf(body, id);
    if (isAbsent(given)) continue;
    if (!isObject(given)) throw wrong(id, 'an object');
    const extension = readObject(attributes, given, `${id}:`);
    if (Object.keys(extension).length > 0) read[id] = extension;
  }
  return read;
}

/** Names are case-insensitive. The last duplicate wins, as in JSON. */
function valueOf(object: Record<string, unknown>, name: string): unknown {
  const found = Object.keys(object).findLast((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : object[found];
}

const wrong = (path: string, kind: string): ScimError => new ScimError('invalidValue', `${path} must be ${kind}.`);

function readObject(attributes: Attribute[], given: Record<string, unknown>, path: string): ScimObject {
  const read: ScimObject = {};
  for (const attribute of attributes) {
    if (attribute.mutability === 'readOnly') continue;
    const value = readValue(attribute, valueOf(given, attribute.name), path + attribute.name);
    if (value !== undefined) read[attribute.name] = value;
    else if (attribute.required) throw new ScimError('invalidValue', `${path}${attribute.name} is required.`);
  }
  return read;
}

/** The value of an attribute in its stored form; undefined for none. Throws ScimError `invalidValue`. */
export function readValue(attribute: Attribute, given: unknown, path = attribute.name): ScimValue | undefined {
  if (isAbsent(given)) return undefined;
  if (!attribute.multiValued) return readOne(attribute, given, path);
  const values = Array.isArray(given) ? given : [given];
  if (values.length > MAX_VALUES) throw new ScimError('invalidValue', `${path} has more than ${MAX_VALUES} values.`);
  const read = values.flatMap((value) => readOne(attribute, value, path) ?? []);
  return read.length === 0 ? undefined : withOnePrimary(read);
}

/** A single value, or one of several. */
export function readOne(attribute: Attribute, given: unknown, path = attribute.name): ScimValue | undefined {
  if (isAbsent(given)) return undefined;
  if (attribute.type === 'boolean') return readFlag(given, path);
  if (attribute.type !== 'complex') return readText(given, path);
  // A bare value is shorthand for an object with that `value`, as in `members: ["id"]` and in Entra ID's `manager`.
  const hasValue = attribute.subAttributes?.some(({ name }) => name === 'value');
  const object = typeof given === 'string' && hasValue ? { value: given } : given;
  if (!isObject(object)) throw wrong(path, 'an object');
  const read = readObject(attribute.subAttributes ?? [], object, `${path}.`);
  return Object.keys(read).length === 0 ? undefined : read;
}

function readText(given: unknown, path: string): string | undefined {
  // Some providers send numbers, for example as employee numbers.
  const value = typeof given === 'number' ? String(given) : given;
  if (typeof value !== 'string') throw wrong(path, 'a string');
  const text = value.trim();
  if (text.length > MAX_TEXT_LENGTH) throw wrong(path, `at most ${MAX_TEXT_LENGTH} characters long`);
  if (CONTROL.test(text)) throw wrong(path, 'one line without control characters');
  return text === '' ? undefined : text;
}

/** Entra ID sends `"True"` and `"False"`. */
function readFlag(given: unknown, path: string): boolean {
  if (typeof given === 'boolean') return given;
  const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw wrong(path, 'true or false');
  return text === 'true';
}

/** Keeps only the last of several primary values, which is the one just made primary. */
export function withOnePrimary(values: ScimValue[]): ScimValue[] {
  const isPrimary = (value: ScimValue) => isObject(value) && value['primary'] === true;
  const last = values.findLastIndex(isPrimary);
  return values.map((value, index) =>
    index !== last && isPrimary(value) ? { ...(value as ScimObject), primary: false } : value,
  );
}
