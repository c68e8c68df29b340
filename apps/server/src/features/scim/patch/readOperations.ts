import { parsePatchPath, readAttributePath, type PatchPath } from '../filter/parseFilter.ts';
import { ScimError } from '../schema/scimErrors.ts';
import { findAttribute, type FoundAttribute, type ResourceType } from '../schema/attributes.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const MAX_OPERATIONS = 1000;

/** One change of one attribute. */
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
 * The operations of a PATCH, each on one attribute, with names in any capitals and in the forms that Entra ID and Okta
 * send: `Replace`, attributes as keys of the value, and keys such as `name.givenName` among them. What the portal does
 * not keep is left out, so that it does not hold up the rest, such as the end of an account. Throws ScimError.
 */
export function readOperations(type: ResourceType, body: Record<string, unknown>): PatchOperation[] {
  const schemas = fieldOf(body, 'schemas');
  const given = fieldOf(body, 'operations');
  const isPatch =
    Array.isArray(schemas) && schemas.some((id) => String(id).toLowerCase() === PATCH_SCHEMA.toLowerCase());
  if (!isPatch || !Array.isArray(given) || given.length === 0)
    throw new ScimError('invalidSyntax', `A PATCH has the schema ${PATCH_SCHEMA} and Operations.`);
  if (given.length > MAX_OPERATIONS)
    throw new ScimError('tooMany', `A PATCH has at most ${MAX_OPERATIONS} operations.`);
  return given.flatMap((operation) => readOperation(type, operation));
}

function readOperation(type: ResourceType, given: unknown): PatchOperation[] {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'An operation is an object.');
  const name = fieldOf(given, 'op');
  const op = typeof name === 'string' ? name.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError('invalidSyntax', 'An operation is add, replace or remove.');
  const path = fieldOf(given, 'path');
  const value = fieldOf(given, 'value');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimError('invalidPath', 'A path is a text.');
    return wholeExtension(type, op, path, value) ?? targeted(type, op, parsePatchPath(path), value);
  }
  if (op === 'remove') throw new ScimError('noTarget', 'A remove needs a path.');
  if (!isObject(value)) throw new ScimError('invalidValue', 'Without a path, the value is an object.');
  return keyed(type, op, value, null);
}

/** A path that names an extension and none of its attributes. */
function wholeExtension(type: ResourceType, op: PatchOperation['op'], path: string, value: unknown) {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());
  if (!extension) return undefined;
  if (op !== 'remove') return isObject(value) ? keyed(type, op, value, extension.id) : [];
  const all = Object.fromEntries(extension.attributes.map(({ name }) => [name, null]));
  return keyed(type, op, all, extension.id);
}

/** Attributes as the keys of an object. Those that nobody may write are left out, as in a PUT. */
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
  if (isReadOnly(found)) throw new ScimError('mutability', `${found.attribute.name} can only be read.`);
  if (path.filter && !found.attribute.multiValued)
    throw new ScimError('invalidPath', `${found.attribute.name} has one value; nothing is chosen from it.`);
  return [{ op, path, found, value }];
}
