import { newComponentId } from '@portico/kinds/contentBase';
import { MAX_WIDGETS } from '@portico/kinds/itemParts';
import type { Widget, WidgetKind } from '@portico/kinds/items/home/schemas';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useMemo, useState } from 'react';
import { t } from '../../locale/text.ts';
import { EntryList } from '../fields/EntryList.tsx';
import fieldStyles from '../fields/fields.module.css';
import { FormContext } from '../fields/formContext.ts';
import type { ControlProps } from './PlainField.tsx';

const MAX_WIDGET_TITLE = 60;

const kindLabel = (kind: WidgetKind): string => t(kind === 'Todo' ? 'homeDesk.widgetTodo' : 'homeDesk.widgetCalendar');

/** The sections of the bar beside every page, in their order. */
export function WidgetsControl({ label, fields: { widgets }, set }: ControlProps) {
  const [said, say] = useState('');
  const context = useMemo(() => ({ problems: [], say }), []);
  const change = (next: Widget[]) => set('widgets', next);
  const add = (kind: WidgetKind) => change([...widgets, { id: newComponentId(), kind, title: kindLabel(kind) }]);
  const isFull = widgets.length >= MAX_WIDGETS;
  return (
    <FormContext value={context}>
      <EntryList
        label={label}
        help={t('homeDesk.widgetsHelp')}
        entries={widgets}
        onChange={change}
        titleOf={({ title }) => title}
        actions={
          <>
            <Button size="small" isDisabled={isFull} onPress={() => add('EventsCalendar')}>
              {t('homeDesk.addCalendar')}
            </Button>
            <Button size="small" isDisabled={isFull} onPress={() => add('Todo')}>
              {t('homeDesk.addTodo')}
            </Button>
          </>
        }
      >
        {(widget, _, onChange) => (
          <>
            <p className={fieldStyles.help}>{kindLabel(widget.kind)}</p>
            <TextField
              label={t('homeDesk.widgetTitle')}
              value={widget.title}
              maxLength={MAX_WIDGET_TITLE}
              onChange={(title) => title !== '' && onChange({ ...widget, title })}
            />
          </>
        )}
      </EntryList>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </FormContext>
  );
}
