import type { Condition } from '../forms/formConditions.ts';
import type { FormField } from '../forms/formFields.ts';
import type { ImageRef } from '../base/media.ts';
import type { InlineText, RichText } from '../base/richText.ts';
import type { IsListItems } from '../base/words.ts';
import type { ComponentKind, ComponentOf, ContentComponent, FormOnlyKind } from '../content.ts';

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
  label: string;
  help?: string;
  control?: ControlName;
}
interface OfText extends Basic {
  /** Uses several lines. */
  isLong?: true;
  /** An email address. */
  isEmail?: true;
  /** The error for text in the wrong format: what to enter instead. */
  wrong?: string;
}
interface OfChoice<Value extends string> extends Basic {
  options: Record<Value, string>;
}
interface OfGroup<Value> extends Basic {
  properties: PropertiesOf<Value>;
}
/** Dialogs in which a person chooses something. */
export interface EntryPickers {
  picture?: () => Promise<ImageRef | undefined>;
  document?: () => Promise<ComponentOf<'FileList'>['files'][number] | undefined>;
}
interface OfEntries<Entry> extends Basic {
  /** Label of the button that adds an entry. */
  add: string;
  /** The title of an entry, from its number. */
  entry: (number: number) => string;
  /** Creates an entry to fill in; undefined if nothing was chosen. */
  create: (pickers: EntryPickers) => Partial<Entry> | Promise<Partial<Entry> | undefined>;
  /** A switch that only one entry has on: turning it on turns it off in the others. */
  onlyOne?: keyof Entry;
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
type ValueOfOneControl = RichText | InlineText | ImageRef | Condition | FormField[] | ContentComponent[];

type Described<Value> =
  | Hidden
  | OfControl
  | ([true, Value] extends [IsListItems<Value>, unknown] | [true, boolean | number | ValueOfOneControl]
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

/** The groups of the insert menu, in its order. */
export const menuGroups = {
  text: 'Text',
  media: 'Media and files',
  layout: 'Layout',
  people: 'People',
  forms: 'Forms and checklists',
};
export type MenuGroup = keyof typeof menuGroups;

/** What the studio knows about a kind of component. */
export interface FormOf<Component> {
  /** Display name of the kind. */
  label: string;
  /** Its purpose, in a few words. */
  help: string;
  /** Its place in the insert menu: the group and the position in it. Null if it can't be inserted on a page. */
  menu: { group: MenuGroup; position: number } | null;
  /** Whether its texts are edited on the page (an editor in the studio's folder `editable`) or in the panel. */
  editedIn: 'page' | 'panel';
  properties: PropertiesOf<Component>;
}

/** Only kinds that make sense outside a form can be inserted on a page, and all of them can. */
export type ComponentForms = {
  [Kind in ComponentKind]: FormOf<ComponentOf<Kind>> & {
    menu: Kind extends FormOnlyKind ? null : object;
  };
};

/** The description of a property without the types that enforce completeness. */
export interface AnyDescription extends Partial<OfText> {
  label: string;
  isHidden?: true;
  options?: Record<string, string>;
  properties?: Record<string, AnyDescription>;
  add?: string;
  entry?: (number: number) => string;
  create?: (pickers: EntryPickers) => unknown;
  onlyOne?: string;
}
