import { use, type ComponentType } from 'react';
import { FormField } from '@portico/kinds/formFields';
import { listOf } from '@portico/kinds/listOf';
import { plainInline } from '@portico/kinds/plainText';
import type { AnyDescription, ControlName } from '@portico/kinds/properties/form';
import type { InlineText } from '@portico/kinds/richText';
import { Button } from '@portico/ui/Button';
import { Switch } from '@portico/ui/Switch';
import { t } from '../../../locale/text.ts';
import { componentLabel, propertiesOf } from '../../componentKinds.ts';
import { PickersContext } from '../../Pickers.ts';
import { blankGroup } from '../blankValue.ts';
import { ChoiceProperty } from '../ChoiceProperty.tsx';
import { ConditionProperty } from '../questions/ConditionProperty.tsx';
import { DocumentProperty } from '../DocumentProperty.tsx';
import { EntryList } from '../EntryList.tsx';
import type { FieldModel } from '../fieldModel.ts';
import { FormContext, problemAt, withProperty, type PropertyProps, type Values } from '../formContext.ts';
import { FormFieldsProperty } from '../questions/FormFieldsProperty.tsx';
import { FormatsProperty } from '../questions/FormatsProperty.tsx';
import { HrefProperty } from '../HrefProperty.tsx';
import { NumberProperty } from '../NumberProperty.tsx';
import { OptionsProperty } from '../questions/OptionsProperty.tsx';
import { PictureProperty } from '../PictureProperty.tsx';
import { ColumnsProperty, TableAlignProperty, TableHeaderProperty, TableRowsProperty } from '../TableProperties.tsx';
import { TextProperty } from '../TextProperty.tsx';
import { TextsProperty } from '../TextsProperty.tsx';
import { VideoSourceProperty } from '../VideoSourceProperty.tsx';
import styles from '../fields.module.css';

/** The kinds of fields that a form can have, with their labels. */
const fieldKinds = FormField.def.options
  .flatMap(({ shape }) => shape.type.def.values)
  .map((kind) => ({ kind, label: componentLabel(kind) }));

const MEGABYTE = 1_000_000;

const controls: Record<ControlName, ComponentType<PropertyProps>> = {
  alias: TextProperty,
  columns: ColumnsProperty,
  document: DocumentProperty,
  formats: FormatsProperty,
  megabytes: (props) => <NumberProperty {...props} unit={MEGABYTE} />,
  options: OptionsProperty,
  tableAlign: TableAlignProperty,
  tableHeader: TableHeaderProperty,
  tableRows: TableRowsProperty,
  videoSource: VideoSourceProperty,
};

export interface PropertiesProps<Of extends object> {
  models: Record<string, FieldModel>;
  descriptions: Record<string, AnyDescription>;
  values: Of;
  /** Called with the whole object, which can be incomplete while it is being edited. */
  onChange: (next: Of) => void;
  /** Path of the object in the component; empty for the component itself. */
  path: string;
}

/** The controls for all properties of an object, in the order of their descriptions. */
export function Properties<Of extends object>({ models, descriptions, values, onChange, path }: PropertiesProps<Of>) {
  const properties: Values = Object.fromEntries(Object.entries(values));
  return Object.entries(descriptions).map(([name, description]) => {
    const model = models[name];
    if (description.isHidden || !model) return null;
    return (
      <Property
        key={name}
        path={path === '' ? name : `${path}.${name}`}
        model={model}
        description={description}
        value={properties[name]}
        onChange={(next) => onChange(withProperty(values, name, next))}
        owner={properties}
        onOwnerChange={(changed) => onChange({ ...values, ...changed })}
      />
    );
  });
}

/** The control for one property: the one its description names, or else the one that fits its schema. */
function Property(props: PropertyProps) {
  const { model, description, value, onChange } = props;
  if (description.control) {
    const Control = controls[description.control];
    return <Control {...props} />;
  }
  switch (model.kind) {
    case 'text':
      return <TextProperty {...props} />;
    case 'number':
      return <NumberProperty {...props} />;
    case 'choice':
      return <ChoiceProperty {...props} />;
    case 'boolean':
      return (
        <div className={styles.part}>
          <Switch
            isSelected={value === true}
            onChange={(isOn) => onChange(isOn || !model.isOptional ? isOn : undefined)}
          >
            {description.label}
          </Switch>
          {description.help && <p className={styles.help}>{description.help}</p>}
        </div>
      );
    case 'href':
      return <HrefProperty {...props} />;
    case 'picture':
      return <PictureProperty {...props} />;
    case 'rich':
    case 'inline':
    case 'listItems':
      return <TextsProperty {...props} />;
    case 'condition':
      return <ConditionProperty {...props} />;
    case 'group':
      return <GroupProperty {...props} />;
    case 'entries':
      return <EntriesProperty {...props} />;
    case 'formFields':
      return (
        <FormFieldsProperty {...props} kinds={fieldKinds} describe={propertiesOf}>
          {(field) => <Properties {...field} />}
        </FormFieldsProperty>
      );
    case 'components':
    case 'id':
    case 'variant':
      return null;
  }
}

/** A nested object, such as the link of a callout. An optional one can be added and removed. */
function GroupProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  if (model.kind !== 'group' || !description.properties) return null;
  const label = description.label;
  const { properties } = model;
  if (value === undefined || value === null)
    return (
      <div>
        <Button size="small" onPress={() => onChange(blankGroup(properties))}>
          {t('studio.fieldAddGroup', { name: label })}
        </Button>
      </div>
    );
  const error = problemAt(problems, path);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {description.help && <p className={styles.help}>{description.help}</p>}
      {error && <p className={styles.error}>{error}</p>}
      <Properties
        models={properties}
        descriptions={description.properties}
        values={value as Values}
        onChange={onChange}
        path={path}
      />
      {model.isOptional && (
        <div>
          <Button size="small" variant="quiet" onPress={() => onChange(undefined)}>
            {t('studio.fieldRemoveGroup', { name: label })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The first text in an entry, to tell it apart from the others. */
function textOf(entry: Values): string {
  const texts = Object.entries(entry).flatMap(([name, value]) =>
    typeof value === 'string' && !/^(?:id|documentId|icon|format|href)$/.test(name)
      ? [value]
      : Array.isArray(value)
        ? [plainInline(value as InlineText)]
        : [],
  );
  return texts.find((text) => text.trim() !== '') ?? '';
}

/** The entries after one of them has changed, with a switch on in that one only, if it was turned on. */
function withOnlyOne(before: readonly Values[], after: Values[], name: string): Values[] {
  const turnedOn = after.findIndex((entry, index) => entry[name] === true && before[index]?.[name] !== true);
  if (turnedOn < 0 || after.length !== before.length) return after;
  return after.map(({ [name]: isOn, ...entry }, index) => (index === turnedOn ? { ...entry, [name]: isOn } : entry));
}

/** An ordered list of objects, such as the pictures of a gallery. */
function EntriesProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const pickers = use(PickersContext);
  const { entry: name, add, create, onlyOne, properties } = description;
  if (model.kind !== 'entries' || model.entry.kind !== 'group' || !name || !add || !create || !properties) return null;
  const models = model.entry.properties;
  const entries = listOf(value as Values[]);
  const addOne = async () => {
    const created = await create(pickers);
    if (created) onChange([...entries, created]);
  };
  return (
    <EntryList
      label={description.label}
      help={description.help}
      error={problemAt(problems, path)}
      entries={entries}
      onChange={(next) => onChange(onlyOne === undefined ? next : withOnlyOne(entries, next, onlyOne))}
      min={model.min > 0 ? 1 : 0}
      titleOf={(entry, index) => [name(index + 1), textOf(entry)].filter(Boolean).join(': ')}
      actions={
        <Button
          size="small"
          isDisabled={model.max !== undefined && entries.length >= model.max}
          onPress={() => void addOne()}
        >
          {add}
        </Button>
      }
    >
      {(entry, index, change) => (
        <Properties
          models={models}
          descriptions={properties}
          values={entry}
          onChange={change}
          path={`${path}.${index}`}
        />
      )}
    </EntryList>
  );
}
