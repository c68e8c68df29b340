import type { ComponentKind, ComponentOf, ContentComponent, ListItem } from '@portico/kinds/content';
import type { Condition } from '@portico/kinds/formConditions';
import type { FormField } from '@portico/kinds/formFields';
import type { ImageRef } from '@portico/kinds/media';
import type { InlineText, RichText } from '@portico/kinds/richText';
import type { TextKey } from '../../../locale/text.ts';
import type { Pickers } from '../text/Pickers.ts';

/** Controls for a specific property, where the schema alone does not determine the control. */
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
  /** Uses several lines. */
  isLong?: true;
  /** An email address. */
  isEmail?: true;
  /** The error for text in the wrong format: what to enter instead. */
  wrong?: TextKey;
}
interface OfChoice<Value extends string> extends Basic {
  options: Record<Value, TextKey>;
}
interface OfGroup<Value> extends Basic {
  properties: PropertiesOf<Value>;
}
interface OfEntries<Entry> extends Basic {
  /** Label of the button that adds an entry. */
  add: TextKey;
  /** The title of an entry: `{n}` is its number. */
  entry: TextKey;
  /** Creates an entry to fill in; undefined if nothing was chosen. */
  create: (pickers: Partial<Pickers>) => Partial<Entry> | Promise<Partial<Entry> | undefined>;
  properties: PropertiesOf<Entry>;
}
/** Not in the form, because it is generated or edited on the page. */
interface Hidden {
  isHidden: true;
}
interface OfControl extends Basic {
  control: ControlName;
}

/** Values with a single control for the whole value. */
type Whole = RichText | InlineText | ImageRef | Condition | FormField[] | ContentComponent[];
/** Checks both directions, because checklist entries also have `content`. */
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

/** How the form presents each property of an object, in form order. None can be left out. */
export type PropertiesOf<Value> = {
  [Name in Exclude<keyof Value & string, 'id' | 'type'>]-?: Described<NonNullable<Value[Name]>>;
};

export interface KindDescription<Kind extends ComponentKind> {
  /** Display name of the kind. */
  label: TextKey;
  /** Its purpose, in one sentence. */
  help: TextKey;
  properties: PropertiesOf<ComponentOf<Kind>>;
}

/** The description as the form reads it, without the types that enforce completeness. */
export interface AnyDescription extends Partial<OfText> {
  label: TextKey;
  isHidden?: true;
  options?: Record<string, TextKey>;
  properties?: Record<string, AnyDescription>;
  add?: TextKey;
  entry?: TextKey;
  create?: (pickers: Partial<Pickers>) => unknown;
}
