import { use, useId, useState, type ReactNode } from 'react';
import type { ComponentKind } from '@portico/kinds/content';
import { MAX_FORM_FIELDS, type FormField } from '@portico/kinds/formFields';
import { listOf } from '@portico/kinds/listOf';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { t } from '../../../locale/text.ts';
import { ConditionFieldsContext } from './ConditionProperty.tsx';
import { condition } from '@portico/kinds/properties/common';
import type { AnyDescription } from '@portico/kinds/properties/form';
import { EntryList } from '../EntryList.tsx';
import { modelOf, type FieldModel } from '../fieldModel.ts';
import { FormContext, problemAt, type PropertyProps } from '../formContext.ts';
import { unusedAlias, newField, renamedRules, withoutRulesOn } from './formFieldEdits.ts';
import styles from '../fields.module.css';

type FieldKind = FormField['type'];

/** Props for rendering the properties of one field. Passed in from outside, because they are ordinary properties. */
interface FieldProperties {
  models: Record<string, FieldModel>;
  descriptions: Record<string, AnyDescription>;
  values: FormField;
  onChange: (next: FormField) => void;
  path: string;
}

const dividerInForm: Record<string, AnyDescription> = { condition };

export interface FormFieldsPropertyProps extends PropertyProps {
  kinds: ReadonlyArray<{ kind: FieldKind; label: string }>;
  describe: (kind: ComponentKind) => Record<string, AnyDescription>;
  children: (field: FieldProperties) => ReactNode;
}

/** The fields of a form, in order: nine kinds, each with its own properties and a condition for showing it. */
export function FormFieldsProperty({
  path,
  description,
  value,
  onChange,
  kinds,
  describe,
  children,
}: FormFieldsPropertyProps) {
  const { problems, say } = use(FormContext);
  const fields = listOf(value as FormField[]);
  const labels = new Map(kinds.map(({ kind, label }) => [kind, label]));
  const titleOf = (field: FormField, index: number) => {
    const text = 'label' in field ? field.label : 'title' in field ? field.title : '';
    return [`${index + 1}. ${labels.get(field.type) ?? field.type}`, text].filter(Boolean).join(': ');
  };
  const change = (next: FormField[]) => {
    const removed = fields.filter((field) => 'alias' in field && !next.some((one) => one.id === field.id));
    const cleaned = removed.reduce((all, field) => withoutRulesOn(all, 'alias' in field ? field.alias : ''), next);
    if (cleaned !== next) say(t('studio.fieldRulesRemoved'));
    onChange(cleaned);
  };
  const changeOne = (before: FormField, after: FormField, index: number) => {
    const all = fields.with(index, after);
    const isRenamed = 'alias' in before && 'alias' in after && before.alias !== after.alias;
    onChange(isRenamed ? renamedRules(all, before.alias, after.alias) : all);
  };
  return (
    <EntryList
      label={description.label}
      error={problemAt(problems, path)}
      entries={fields}
      onChange={change}
      min={1}
      titleOf={titleOf}
      actions={
        <AddField
          kinds={kinds}
          isFull={fields.length >= MAX_FORM_FIELDS}
          onAdd={(kind) => onChange([...fields, newField(kind, unusedAlias(fields))])}
        />
      }
    >
      {(field, index) => (
        <ConditionFieldsContext value={{ fields, ownId: field.id }}>
          {children({
            models: modelOf(field.type),
            descriptions: field.type === 'Divider' ? dividerInForm : describe(field.type),
            values: field,
            onChange: (next) => changeOne(field, next, index),
            path: `${path}.${index}`,
          })}
        </ConditionFieldsContext>
      )}
    </EntryList>
  );
}

/** Selects the kind of field to add, with the button that adds it. */
function AddField({
  kinds,
  isFull,
  onAdd,
}: {
  kinds: FormFieldsPropertyProps['kinds'];
  isFull: boolean;
  onAdd: (kind: FieldKind) => void;
}) {
  const [kind, setKind] = useState<FieldKind>('TextField');
  const id = useId();
  return (
    <div id={id} role="group" aria-label={t('studio.fieldAddField')} className={styles.actions}>
      <Select
        label={t('studio.fieldFieldKind')}
        labelPosition="side"
        value={kind}
        onChange={setKind}
        options={kinds.map((one) => ({ value: one.kind, label: one.label }))}
      />
      <Button size="small" isDisabled={isFull} onPress={() => onAdd(kind)}>
        {t('studio.fieldAddField')}
      </Button>
    </div>
  );
}
