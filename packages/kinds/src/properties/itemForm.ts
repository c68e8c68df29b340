/** Controls of fields with a shape of their own, and of those that need more than their value. */
export type ItemControl =
  | 'description'
  | 'categories'
  | 'picture'
  | 'ownDepartment'
  | 'department'
  | 'audience'
  | 'timeZone'
  | 'joinLink'
  | 'registration'
  | 'credits'
  | 'file'
  | 'path'
  | 'home';

interface Basic {
  label: string;
  help?: string;
}
interface OfControl extends Basic {
  control: ItemControl;
}
/** Without a control: written on the page itself, together with another field, or only by an import. */
interface Hidden {
  label: string;
  isHidden: true;
}
interface OfChoice<Option extends string> {
  label: string;
  options: Record<Option, string>;
}
interface OfInstant extends Basic {
  /** Whose time zone applies: that of the event, or the editor's. */
  zone?: 'event';
}

/** How the settings of an item present each of its fields, in their order. None can be left out. */
export type ItemFormOf<Fields> = {
  [Name in keyof Fields]-?:
    | OfControl
    | Hidden
    | (Fields[Name] extends { is: 'choice'; options: ReadonlyArray<infer Option extends string> }
        ? OfChoice<Option>
        : Fields[Name] extends { is: 'instant' }
          ? OfInstant
          : Fields[Name] extends { is: 'custom' }
            ? never
            : Basic);
};

/** The description of a field without the types that enforce completeness. */
export interface AnyField extends Basic {
  control?: ItemControl;
  isHidden?: true;
  options?: Record<string, string>;
  zone?: 'event';
}
