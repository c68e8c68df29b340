import type { Form, FormField } from '@portico/kinds/formFields';
import type { AnyDescription } from '@portico/kinds/properties/form';
import { t } from '../../locale/text.ts';
import { componentLabel, propertiesOf } from '../componentKinds.ts';
import { conditionLabels } from '../fields/questions/ruleLabels.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

/** Something about a part of a form; several values for a list. A side is empty if the part doesn’t have it there. */
export interface Fact {
  name: string;
  before: string[];
  after: string[];
}

/** A part of a form in two versions, with the facts that differ. */
export interface PartDifference {
  key: string;
  kind: 'added' | 'removed' | 'changed' | 'same';
  /** It comes in another order among the parts that both versions have. */
  isMoved: boolean;
  /** Its question or title; the kind of a part without one. */
  label: string;
  facts: Fact[];
}

/** The form itself, or one of its parts. */
type Part = Form | FormField;
type Facts = Map<string, string[]>;

/** Questions keep their alias, other parts their id. */
const keyOf = (part: Part): string => ('alias' in part ? `alias ${part.alias}` : `id ${part.id}`);

const labelOf = (part: Part): string => {
  if ('label' in part) return part.label;
  return 'title' in part ? part.title : componentLabel(part.type);
};

function valuesOf(description: AnyDescription, value: unknown): string[] {
  if (typeof value === 'boolean') return [t(value ? 'formsDesk.yes' : 'formsDesk.no')];
  if (Array.isArray(value)) return value.map(String);
  if (description.control === 'megabytes') return [String(Number(value) / BYTES_PER_MEGABYTE)];
  return [description.options?.[String(value)] ?? String(value)];
}

/** What the form of the studio says about the part, in its order. */
function factsOf(part: Part, fields: readonly FormField[]): Facts {
  const facts: Facts = new Map([[t('formsDesk.partKind'), [componentLabel(part.type)]]]);
  const read = (properties: Record<string, AnyDescription>, values: Record<string, unknown>, within: string) => {
    for (const [name, description] of Object.entries(properties)) {
      const value = values[name];
      if (value === undefined || value === '' || description.label === undefined) continue;
      if (name === 'alias' || name === 'fields' || name === 'condition') continue;
      const label = within + description.label;
      if (description.properties) read(description.properties, value as Record<string, unknown>, `${label} › `);
      else if (name === 'options')
        facts.set(
          label,
          (value as Array<{ value: string; label: string }>).map((option) => option.label),
        );
      else facts.set(label, valuesOf(description, value));
    }
  };
  read(propertiesOf(part.type), { ...part }, '');
  if ('condition' in part && part.condition)
    facts.set(t('formsDesk.partCondition'), conditionLabels(part.condition, fields));
  return facts;
}

const conditionOf = (part: Part) => ('condition' in part ? part.condition : undefined);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The facts that differ, in the order of the later version; those that only the earlier one has come last. */
function differing(before: Facts, after: Facts): Fact[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? [], after: after.get(name) ?? [] }))
    .filter((fact) => !isSame(fact.before, fact.after));
}

/** Choices with the same words can have other values, which rules and exports name. */
function optionValues(before: Part, after: Part): Fact[] {
  if (!('options' in before) || !('options' in after) || isSame(before.options, after.options)) return [];
  const labels = (part: typeof before) => part.options.map(({ label }) => label);
  if (!isSame(labels(before), labels(after))) return [];
  const values = (part: typeof before) => part.options.map(({ label, value }) => `${label} (${value})`);
  return [{ name: t('formsDesk.partOptionValues'), before: values(before), after: values(after) }];
}

/**
 * The smallest set of parts that must move so that the others keep their order. Algorithm: what is not in a longest
 * increasing subsequence of the earlier positions.
 */
function movedKeys(before: readonly Part[], after: readonly Part[]): Set<string> {
  const places = new Map(before.map((part, place) => [keyOf(part), place]));
  const kept = after.flatMap((part) => {
    const place = places.get(keyOf(part));
    return place === undefined ? [] : [{ key: keyOf(part), place }];
  });
  const lengths: number[] = [];
  const previous: number[] = [];
  kept.forEach(({ place }, index) => {
    const earlier = kept.slice(0, index).flatMap((other, at) => (other.place < place ? [at] : []));
    const best = earlier.reduce((found, at) => (found < 0 || lengths[at]! > lengths[found]! ? at : found), -1);
    previous.push(best);
    lengths.push(best < 0 ? 1 : lengths[best]! + 1);
  });
  const moved = new Set(kept.map(({ key }) => key));
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = previous[at]!) moved.delete(kept[at]!.key);
  return moved;
}

/**
 * Two versions of a form part by part, beginning with its own title and description, in the order of the later version;
 * removed parts come after the part that they followed.
 */
export function compareForms(before: Form, after: Form): PartDifference[] {
  const old = new Map(before.fields.map((part) => [keyOf(part), part]));
  const moved = movedKeys(before.fields, after.fields);
  const none: Facts = new Map();
  const compared = (from: Part, to: Part, isMoved: boolean): PartDifference => {
    const [former, later] = [factsOf(from, before.fields), factsOf(to, after.fields)];
    // The words of a rule change with the question that it names, the rule does not.
    if (isSame(conditionOf(from), conditionOf(to)))
      for (const facts of [former, later]) facts.delete(t('formsDesk.partCondition'));
    const facts = [...differing(former, later), ...optionValues(from, to)];
    return { key: keyOf(to), kind: facts.length > 0 ? 'changed' : 'same', isMoved, label: labelOf(to), facts };
  };
  const differences = after.fields.map((part): PartDifference => {
    const key = keyOf(part);
    const from = old.get(key);
    if (from) return compared(from, part, moved.has(key));
    return {
      key,
      kind: 'added',
      isMoved: false,
      label: labelOf(part),
      facts: differing(none, factsOf(part, after.fields)),
    };
  });
  const remaining = new Set(after.fields.map(keyOf));
  before.fields.forEach((part, place) => {
    const key = keyOf(part);
    if (remaining.has(key)) return;
    const facts = differing(factsOf(part, before.fields), none);
    const previous = before.fields[place - 1];
    const follows = previous ? differences.findIndex((other) => other.key === keyOf(previous)) : -1;
    differences.splice(follows + 1, 0, { key, kind: 'removed', isMoved: false, label: labelOf(part), facts });
  });
  return [{ ...compared(before, after, false), key: 'form' }, ...differences];
}
