import { shapeOf, shellOf, type ContentComponent } from '@portico/kinds/content';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items';
import {
  fieldChange,
  fieldKey,
  type Change,
  type FieldChange,
  type ItemContent,
} from '@portico/contracts/studio/draft';
import { findComponent } from '../tree/find.ts';
import { CLASH, mergeValues } from './mergeValues.ts';

/** The field or component that a change gives another value; undefined for changes of the structure. */
export function changeKey(change: Change): string | undefined {
  if (change.do === 'field') return fieldKey(change.name);
  return change.do === 'set' ? change.component.id : undefined;
}

/** The present value of what a change sets, as a change; undefined if the draft does not have it. */
export function currentOf(draft: ItemContent, change: Change): Change | undefined {
  if (change.do === 'field') return fieldChange(change.name, draft.fields[change.name]);
  const component = change.do === 'set' && findComponent(draft, change.component.id)?.component;
  return component ? { do: 'set', component } : undefined;
}

/**
 * Both changes of one field or component in one, made from the version `base`. Undefined if both changed the same value
 * and it is not a text. The result can be longer than allowed: see `breaksLimits`.
 */
export function mergeChange(base: Change, mine: Change, theirs: Change): Change | undefined {
  if (base.do === 'field' && mine.do === 'field' && theirs.do === 'field') return mergeFields(base, mine, theirs);
  if (base.do !== 'set' || mine.do !== 'set' || theirs.do !== 'set') return undefined;
  const [before, own, other] = [base, mine, theirs].map(({ component }) => shellOf(component)) as [
    ContentComponent,
    ContentComponent,
    ContentComponent,
  ];
  if (own.type !== before.type || own.type !== other.type) return undefined;
  const merged = mergeValues(before, own, other, shapeOf(own)?.words ?? {});
  if (merged === CLASH) return undefined;
  return { do: 'set', component: merged as ContentComponent };
}

function mergeFields(base: FieldChange, mine: FieldChange, theirs: FieldChange): Change | undefined {
  const { name } = mine;
  const value = mergeValues(base.value, mine.value, theirs.value, wordsOfField(fields[name]));
  return value === CLASH ? undefined : ({ do: 'field', name, value } as FieldChange);
}
