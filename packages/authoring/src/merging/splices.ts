import { fieldKey, type Change, type ItemContent, type SentChange, type Splice } from '@portico/contracts/studio/draft';
import { LATER, type AnnouncedSave } from '@portico/contracts/studio/studio';
import { shellOf } from '@portico/kinds/content';
import { fieldNames } from '@portico/kinds/items';
import { changeKey, currentOf } from './mergeChange.ts';

/* A change of a text as what differs in it, which is much shorter. Source: decisions/0378. */

/** JSON that is the same in every browser and in the database: properties are sorted, and undefined ones are absent. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const properties = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`);
  return `{${properties.join(',')}}`;
}

/** Tells versions of a text apart. It does not protect from somebody who wants two of them to have the same. */
export function hashOf(text: string): string {
  let [one, other] = [text.length, ~text.length];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(((other << 5) | (other >>> 27)) ^ unit, 0x9e3779b1);
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}

/** What a change sets, as JSON, without nested components. */
const jsonOf = (change: Change): string | undefined =>
  change.do === 'set'
    ? canonicalJson(shellOf(change.component))
    : change.do === 'field'
      ? canonicalJson(change.value)
      : undefined;

/** The change as what differs from the draft, if that is at most half as long. */
export function asSplice(draft: ItemContent, change: Change): SentChange {
  const before = currentOf(draft, change);
  const [from, to] = [before && jsonOf(before), jsonOf(change)];
  if (from === undefined || to === undefined) return change;
  const shorter = Math.min(from.length, to.length);
  let at = 0;
  while (at < shorter && from[at] === to[at]) at += 1;
  let same = 0;
  while (same < shorter - at && from.at(-1 - same) === to.at(-1 - same)) same += 1;
  // A character of two units is not split.
  if (isSecondUnit(to, at) || isSecondUnit(from, at)) at -= 1;
  if (isSecondUnit(to, to.length - same) || isSecondUnit(from, from.length - same)) same -= 1;
  const splice: Splice = {
    do: 'splice',
    key: changeKey(change)!,
    at,
    remove: from.length - same - at,
    insert: to.slice(at, to.length - same),
    hash: hashOf(to),
  };
  return 2 * JSON.stringify(splice).length <= JSON.stringify(change).length ? splice : change;
}

const isSecondUnit = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/**
 * The JSON of what a splice sets: a component or the value of a field. `versions` are those that its author may have
 * seen. Undefined if it fits none of them.
 */
export function spliced({ at, remove, insert, hash }: Splice, versions: readonly Change[]): string | undefined {
  for (const version of versions) {
    const from = jsonOf(version);
    if (from === undefined || at + remove > from.length) continue;
    const to = from.slice(0, at) + insert + from.slice(at + remove);
    if (hashOf(to) === hash) return to;
  }
  return undefined;
}

/** The versions of what a splice changes that its author may have seen: the one that was `seen`, or the present one. */
export const versionsOf = (draft: ItemContent, splice: Splice, seen: ReadonlyMap<string, Change>): Change[] =>
  [seen.get(splice.key), currentOf(draft, setting(splice, { id: splice.key }) as Change)].filter(
    (version) => version !== undefined,
  );

/** The change that a splice is, from its JSON as `spliced` returns it. Not checked. Throws SyntaxError. */
export const changeOf = (splice: Splice, json: string): unknown => setting(splice, JSON.parse(json));

function setting({ key }: Splice, value: unknown): unknown {
  const name = fieldNames.find((each) => fieldKey(each) === key);
  return name === undefined ? { do: 'set', component: value } : { do: 'field', name, value };
}

/** The news of a save as what it changed in the draft that was stored before it. */
export const shortNews = (save: AnnouncedSave, before: ItemContent): AnnouncedSave => ({
  ...save,
  sequence: LATER,
  changes: [],
  short: { sequence: save.sequence, changes: save.changes.map((change) => asSplice(before, change)) },
});

/** Changes that were made to this draft. Undefined if a splice does not fit it. */
export function madeTo(draft: ItemContent, changes: readonly SentChange[]): Change[] | undefined {
  const made = changes.map((change) => {
    if (change.do !== 'splice') return change;
    const json = spliced(change, versionsOf(draft, change, new Map()));
    return json === undefined ? undefined : (changeOf(change, json) as Change);
  });
  return made.every((change) => change !== undefined) ? made : undefined;
}
