import type { ItemContent, ContentFields, FieldChange } from '@portico/contracts/studio/draft';
import { fieldsInForm } from '@portico/kinds/itemForms';
import type { ItemKind } from '@portico/kinds/items';
import { Skeleton } from '@portico/ui/Skeleton';
import { Suspense } from 'react';
import styles from '../controls/Field.module.css';
import { ownControls } from './ownControls.tsx';
import { PlainField, type ControlProps } from './PlainField.tsx';

/** The settings of an item: everything except its components. */
export function ItemPanel({
  itemId,
  kind,
  fields,
  trees,
  onChange,
}: {
  itemId: string;
  kind: ItemKind;
  fields: ContentFields;
  trees: ItemContent['trees'];
  onChange: (change: FieldChange) => void;
}) {
  const set: ControlProps['set'] = (name, value) => onChange({ do: 'field', name, value } as FieldChange);
  return (
    <div className={styles.group}>
      {fieldsInForm(kind).map(([name, description]) => {
        const Control = description.control ? ownControls[description.control] : PlainField;
        return (
          <Suspense key={name} fallback={<Skeleton shape="box" height="5rem" />}>
            <Control {...description} {...{ name, fields, trees, itemId, set, onChange }} />
          </Suspense>
        );
      })}
    </div>
  );
}
