import { parsePatchPath, readAttributePath, type PatchPath } from '../filter/parseFilter.ts';
import { ScimError } from '../schema/scimErrors.ts';
import { findAttribute, type FoundAttribute, type ResourceType } from '../schema/attributes.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const MAX_OPERATIONS = 1000;

/** One change to one attribute. */
export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path: PatchPath;
  found: FoundAttribute;
  value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldOf = (object: Record<string, unknown>, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * The operations of a PATCH, each on one attribute, with case-insensitive names and in the forms that Entra ID and Okta
 * send: `Replace`, attributes as keys of the value, and keys such as `name.givenName` among them. Attributes that the
 * portal does not store are skipped, so that they do not block the others, such as the deactivation of an account.
 * Throws ScimError.
 */
export function readOperations(type: ResourceType, body: Record<string, unknown>): PatchOperation[] {
  const schemas = fieldOf(body, 'schemas');
  const given = fieldOf(body, 'operations');
  const isPatch =
    Array.isArray(schemas) && schemas.some((id) => String(id).toLowerCase() === PATCH_SCHEMA.toLowerCase());
  if (!isPatch || !Array.isArray(given) || given.length === 0)
    throw new ScimError('invalidSyntax', `A PATCH needs the schema ${PATCH_SCHEMA} and Operations.`);
  if (given.length > MAX_OPERATIONS)
    throw new ScimError('tooMany', `A PATCH can have at most ${MAX_OPERATIONS} operations.`);
  return given.flatMap((operation) => readOperation(type, operation));
}

function readOperation(type: ResourceType, given: unknown): PatchOperation[] {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'An operation must be an object.');
  const name = fieldOf(given, 'op');
  const op = typeof name === 'string' ? name.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError('invalidSyntax', 'An operation must be add, replace or remove.');
  const path = fieldOf(given, 'path');
  const value = fieldOf(given, 'value');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimError('invalidPath', 'A path must be a string.');
    return wholeExtension(type, op, path, value) ?? targeted(type, op, parsePatchPath(path), value);
  }
  if (op === 'remove') throw new ScimError('noTarget', 'A remove operation needs a path.');
  if (!isObject(value)) throw new ScimError('invalidValue', 'Without a path, the value must be an object.');
  return keyed(type, op, value, null);
}

/** Handles a path that names an extension but none of its attributes. */
function wholeExtension(type: ResourceType, op: PatchOperation['op'], path: string, value: unknown) {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());
  if (!extension) return undefined;
  if (op !== 'remove') return isObject(value) ? keyed(type, op, value, extension.id) : [];
  const all = Object.fromEntries(extension.attributes.map(({ name }) => [name, null]));
  return keyed(type, op, all, extension.id);
}

/** Attributes as keys of an object. Read-only ones are skipped, as in a PUT. */
function keyed(
  type: ResourceType,
  op: PatchOperation['op'],
  object: Record<string, unknown>,
  schema: string | null,
): PatchOperation[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === key.toLowerCase());
    if (extension && isObject(value)) return keyed(type, op, value, extension.id);
    const path = key.includes('[') ? parsePatchPath(key) : readAttributePath(key);
    if (!path) return [];
    const target = { filter: null, ...path, schema: path.schema ?? schema };
    const found = findAttribute(type, target);
    return found && !isReadOnly(found) ? [{ op, path: target, found, value }] : [];
  });
}

const isReadOnly = ({ attribute, sub }: FoundAttribute): boolean =>
  attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly';

function targeted(type: ResourceType, op: PatchOperation['op'], path: PatchPath, value: unknown): PatchOperation[] {
  const found = findAttribute(type, path);
  if (!found) return [];
  if (isReadOnly(found)) throw new ScimError('mutability', `${found.attribute.name} is read-only.`);
  if (path.filter && !found.attribute.multiValued)
    throw new ScimError('invalidPath', `${found.attribute.name} has only one value, so the path cannot have a filter.`);
  return [{ op, path, found, value }];
}
