import type { ComponentKind, ComponentOf, ContentComponent, ListItem } from '@portico/contracts/content';
import type { Condition } from '@portico/contracts/formConditions';
import type { FormField } from '@portico/contracts/formFields';
import type { ImageRef } from '@portico/contracts/media';
import type { InlineText, RichText } from '@portico/contracts/richText';
import type { TextKey } from '../../../locale/text.ts';
import type { Pickers } from '../text/Pickers.ts';

/** Controls made for one property, where the schema alone does not say what people need. */
export type ControlName =
  | 'videoSource'
  | 'document'
  | 'columns'
  | 'tableHeader'
  | 'tableRows'
  | 'tableAlign'
  | 'options'
  | 'alias'
  | 'formats'
  | 'megabytes';

interface Basic {
  label: TextKey;
  help?: TextKey;
  control?: ControlName;
}
interface OfText extends Basic {
  /** Several lines. */
  isLong?: true;
  /** What to write instead, for a text that does not fit its format. */
  wrong?: TextKey;
}
interface OfChoice<Value extends string> extends Basic {
  options: Record<Value, TextKey>;
}
interface OfGroup<Value> extends Basic {
  properties: PropertiesOf<Value>;
}
interface OfEntries<Entry> extends Basic {
  /** The button that adds one. */
  add: TextKey;
  /** The name of one: `{n}` is its number. */
  entry: TextKey;
  /** One to be filled in; undefined when nothing was chosen. */
  create: (pickers: Partial<Pickers>) => Partial<Entry> | Promise<Partial<Entry> | undefined>;
  properties: PropertiesOf<Entry>;
}
/** Not in the form: it is made, not written, or has its place on the page. */
interface Hidden {
  isHidden: true;
}
interface OfControl extends Basic {
  control: ControlName;
}

/** Values that have one control. */
type Whole = RichText | InlineText | ImageRef | Condition | FormField[] | ContentComponent[];
/** Not merely something like it: an entry of a checklist has a content too. */
type IsListItems<Value> = [Value, ListItem[]] extends [ListItem[], Value] ? true : false;

type Described<Value> =
  | Hidden
  | OfControl
  | ([true, Value] extends [IsListItems<Value>, unknown] | [true, boolean | number | Whole]
      ? Basic
      : [Value] extends [string]
        ? string extends Value
          ? OfText
          : OfChoice<Value>
        : [Value] extends [Array<infer Entry>]
          ? [Entry] extends [string]
            ? OfControl
            : OfEntries<Entry>
          : OfGroup<Value>);

/** What the form says of every property of an object, in the order of the form. None can be left out. */
export type PropertiesOf<Value> = {
  [Name in Exclude<keyof Value & string, 'id' | 'type'>]-?: Described<NonNullable<Value[Name]>>;
};

export interface KindDescription<Kind extends ComponentKind> {
  /** The name of the kind. */
  label: TextKey;
  /** What it is for, in one sentence. */
  help: TextKey;
  properties: PropertiesOf<ComponentOf<Kind>>;
}

/** What the form reads: the same without the types that keep it complete. */
export interface AnyDescription extends Partial<OfText> {
  label: TextKey;
  isHidden?: true;
  options?: Record<string, TextKey>;
  properties?: Record<string, AnyDescription>;
  add?: TextKey;
  entry?: TextKey;
  create?: (pickers: Partial<Pickers>) => unknown;
}
