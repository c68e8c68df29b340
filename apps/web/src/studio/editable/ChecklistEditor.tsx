import { newComponentId } from '@portico/kinds/contentBase';
import { use, useEffect, useRef } from 'react';
import type { InlineText } from '@portico/kinds/richText';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { ChecklistFrame } from '@portico/kinds/page/ChecklistFrame';
import { MAX_CHECKLIST_ITEMS } from '@portico/kinds/components/checklist/shape';
import { t } from '../../locale/text.ts';
import { FormContext } from '../fields/formContext.ts';
import { InlineTextEditor } from '../text/InlineTextEditor.tsx';
import { shared, type EditableProps } from './editableProps.ts';

const { checklist } = blockStyles;

/** A checklist: Enter adds an entry, Backspace in an empty one removes it. People's marks stay with their entries. */
export function EditableChecklist(props: EditableProps<'Checklist'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onBackspaceAtStart, onArrowOut } = props;
  const { items } = component;
  const { say } = use(FormContext);
  const frame = useRef<HTMLDivElement>(null);
  /** The entry to focus once it is rendered. */
  const entryToFocus = useRef<string>(undefined);
  const focus = (id: string | undefined) => {
    const editor = frame.current?.querySelector<HTMLElement>(`[data-entry="${id}"] [role="textbox"]`);
    editor?.focus();
    return Boolean(editor);
  };
  useEffect(() => {
    if (entryToFocus.current !== undefined && focus(entryToFocus.current)) entryToFocus.current = undefined;
  });

  const replace = (
    index: number,
    contents: Array<{ id: string; content: InlineText }>,
    focused: string | undefined,
  ) => {
    entryToFocus.current = focused;
    onChange({ ...component, items: items.toSpliced(index, 1, ...contents) });
  };
  const split = (index: number, before: InlineText, after: InlineText) => {
    const item = items[index];
    if (!item || items.length >= MAX_CHECKLIST_ITEMS) return;
    const added = newComponentId();
    replace(
      index,
      [
        { ...item, content: before },
        { id: added, content: after },
      ],
      added,
    );
  };
  const backspace = (index: number) => {
    const [item, previous] = [items[index], items[index - 1]];
    if (!item || item.content.length > 0) return;
    if (!previous) {
      if (items.length === 1 && !component.title) onBackspaceAtStart?.();
      return;
    }
    replace(index, [], previous.id);
    say(t('studio.fieldRemoved', { title: t('studio.fieldEntryNumber', { n: index + 1 }) }));
  };
  const leave = (index: number, direction: 'up' | 'down') => {
    if (!focus(items[index + (direction === 'up' ? -1 : 1)]?.id)) onArrowOut?.(direction);
  };
  const enter = (index: number, content: InlineText) => {
    const isLast = index === items.length - 1;
    if (isLast && content.length === 0 && items.length > 1 && onEnterAtEnd) {
      replace(index, [], undefined);
      onEnterAtEnd();
    } else split(index, content, []);
  };

  return (
    <div ref={frame}>
      <ChecklistFrame component={component} headingLevel={2}>
        {items.map((item, index) => (
          <li key={item.id} className={checklist['item']} data-entry={item.id}>
            <span className={checklist['box']} aria-hidden="true" />
            <div dir="auto" className={checklist['words']}>
              <InlineTextEditor
                {...shared(props)}
                label={t('studio.fieldEntryNumber', { n: index + 1 })}
                placeholder={t('studio.editEntry')}
                focusAt={index === (focusAt === 'end' ? items.length - 1 : 0) ? focusAt : undefined}
                value={item.content}
                onChange={(content) => onChange({ ...component, items: items.with(index, { ...item, content }) })}
                onEnterAtEnd={() => enter(index, item.content)}
                onSplit={(before, after) => split(index, before, after)}
                onBackspaceAtStart={() => backspace(index)}
                onArrowOut={(direction) => leave(index, direction)}
              />
            </div>
          </li>
        ))}
      </ChecklistFrame>
    </div>
  );
}
