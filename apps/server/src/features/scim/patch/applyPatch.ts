import { isDeepStrictEqual } from 'node:util';
import type { Attribute } from '../schema/attributes.ts';
import { matches } from '../filter/matches.ts';
import type { Filter } from '../filter/parseFilter.ts';
import {
  isAbsent,
  readOne,
  readValue,
  withOnePrimary,
  type ScimObject,
  type ScimValue,
} from '../schema/readResource.ts';
import { ScimError } from '../schema/scimErrors.ts';
import type { PatchOperation } from './readOperations.ts';

/** Applies the operations in order and returns a new resource. Throws ScimError. */
export function applyPatch(resource: ScimObject, operations: PatchOperation[]): ScimObject {
  const changed = structuredClone(resource);
  for (const operation of operations) {
    const { extension, attribute } = operation.found;
    const holder = extension === null ? changed : ((changed[extension] ??= {}) as ScimObject);
    put(holder, attribute, changedValue(operation, holder[attribute.name]));
    if (extension !== null && Object.keys(holder).length === 0) delete changed[extension];
  }
  return changed;
}

function put(holder: ScimObject, attribute: Attribute, value: ScimValue | undefined): void {
  if (value !== undefined && !isAbsent(value)) holder[attribute.name] = value;
  else if (attribute.required) throw new ScimError('invalidValue', `${attribute.name} is required.`);
  else delete holder[attribute.name];
}

function changedValue(operation: PatchOperation, before: ScimValue | undefined): ScimValue | undefined {
  const { op, found, value } = operation;
  const { attribute, sub } = found;
  if (attribute.multiValued) return changedValues(operation, (before ?? []) as ScimValue[]);
  if (sub !== null) return changedPart((before ?? {}) as ScimObject, sub, op, value);
  if (op === 'remove' || isAbsent(value)) return undefined;
  const after = readValue(attribute, value);
  return attribute.type === 'complex' ? { ...(before as ScimObject | undefined), ...(after as ScimObject) } : after;
}

function changedPart(before: ScimObject, sub: Attribute, op: PatchOperation['op'], value: unknown): ScimObject {
  const after = { ...before };
  const part = op === 'remove' ? undefined : readOne(sub, value);
  if (part === undefined) delete after[sub.name];
  else after[sub.name] = part;
  return after;
}

function changedValues({ op, path, found, value }: PatchOperation, before: ScimValue[]): ScimValue[] {
  const { attribute, sub } = found;
  if (path.filter !== null || sub !== null) return changedSelected({ op, path, found, value }, before);
  const newValues = (isAbsent(value) ? [] : (readValue(attribute, value) ?? [])) as ScimValue[];
  if (op === 'replace') return newValues;
  if (op === 'add') return withOnePrimary(unique([...before, ...newValues]));
  // Entra ID sends the values to remove as the value of the operation instead of in the path.
  return isAbsent(value) ? [] : before.filter((one) => !newValues.some((gone) => isSameValue(one, gone)));
}

/** Keeps the last of several equal values, because that one may be newly primary. */
const unique = (values: ScimValue[]): ScimValue[] =>
  values.filter((value, index) => !values.some((later, at) => at > index && isSameValue(value, later)));

const keyOf = (value: ScimValue): ScimValue | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? value['value'] : value;

function isSameValue(one: ScimValue, other: ScimValue): boolean {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (typeof key === 'string' && typeof otherKey === 'string') return key.toLowerCase() === otherKey.toLowerCase();
  return isDeepStrictEqual(one, other);
}

/** Changes the values that the filter selects, or all of them when the path names a part without a filter. */
function changedSelected({ op, path, found, value }: PatchOperation, before: ScimValue[]): ScimValue[] {
  const { attribute, sub } = found;
  const { filter } = path;
  const isSelected = (one: ScimValue) => filter === null || matches(filter, one);
  const selected = before.filter(isSelected);
  if (op === 'remove') {
    if (sub === null) return before.filter((one) => !isSelected(one));
    return before.flatMap((one) => {
      const after = isSelected(one) ? changedPart(one as ScimObject, sub, op, value) : one;
      return isAbsent(after) || Object.keys(after as object).length === 0 ? [] : [after];
    });
  }
  const change = (one: ScimValue): ScimValue => {
    if (sub !== null) return changedPart(asObject(one), sub, op, value);
    const part = readOne(attribute, value);
    return typeof part === 'object' && !Array.isArray(part) ? { ...asObject(one), ...part } : (part ?? one);
  };
  // Entra ID sets `emails[type eq "work"].value` even for a person without such an email.
  if (selected.length === 0) return withOnePrimary([...before, change(valueMatching(attribute, filter))]);
  const after = before.map((one) => (isSelected(one) ? change(one) : one));
  // A value that was just made primary becomes the only primary value.
  const isNewlyPrimary = (one: ScimValue, index: number) =>
    asObject(one)['primary'] === true && asObject(before[index] ?? {})['primary'] !== true;
  const newest = after.findIndex(isNewlyPrimary);
  if (newest === -1) return after;
  return after.map((one, index) =>
    index !== newest && asObject(one)['primary'] === true ? { ...asObject(one), primary: false } : one,
  );
}

const asObject = (value: ScimValue): ScimObject =>
  typeof value === 'object' && !Array.isArray(value) ? value : { value };

/** A new value that matches a filter of equalities. Throws ScimError `noTarget` for any other filter. */
function valueMatching(attribute: Attribute, filter: Filter | null): ScimObject {
  const equalities = filter === null ? [] : filter.kind === 'and' ? filter.filters : [filter];
  const described: ScimObject = {};
  for (const each of equalities) {
    const isEquality = each.kind === 'compare' && each.op === 'eq' && each.value !== null && each.path.sub === null;
    const part =
      isEquality && attribute.subAttributes?.find(({ name }) => name.toLowerCase() === each.path.name.toLowerCase());
    if (!part) throw new ScimError('noTarget', `${attribute.name} has no value that matches the path.`);
    const value = readOne(part, each.value);
    if (value !== undefined) described[part.name] = value;
  }
  return described;
}
