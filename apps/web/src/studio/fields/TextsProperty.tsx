import { use, useId } from 'react';
import type { ListItem } from '@portico/kinds/parts';
import type { InlineText, RichText } from '@portico/kinds/richText';
import { InlineTextEditor } from '../text/InlineTextEditor.tsx';
import { ListEditor } from '../text/ListEditor.tsx';
import { RichTextEditor } from '../text/RichTextEditor.tsx';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';

const EMPTY_RICH: RichText = { type: 'doc', content: [] };
const EMPTY_INLINE: InlineText = [];
const EMPTY_ITEMS: ListItem[] = [];

/** Whether a formatted text is empty; an optional empty text is left out. */
const isBlank = (text: RichText) => text.content.every((block) => (block.content ?? []).length === 0);

/** Formatted text, in the same editor as on the canvas. */
export function TextsProperty({ path, model, description, value, onChange, owner, onOwnerChange }: PropertyProps) {
  const { problems, onUndo, onRedo } = use(FormContext);
  const id = useId();
  const label = description.label;
  const error = problemAt(problems, path);
  const help = description.help;
  const editorProps = {
    label,
    isField: true,
    describedBy: [help && `${id}help`, error && `${id}error`].filter(Boolean).join(' ') || undefined,
    onUndo,
    onRedo,
  };
  return (
    <LabeledPart label={label} help={help} helpId={`${id}help`} error={error} errorId={`${id}error`}>
      {model.kind === 'rich' && (
        <RichTextEditor
          {...editorProps}
          value={(value as RichText | undefined) ?? EMPTY_RICH}
          onChange={(next) => onChange(model.isOptional && isBlank(next) ? undefined : next)}
        />
      )}
      {model.kind === 'inline' && (
        <InlineTextEditor
          {...editorProps}
          value={(value as InlineText | undefined) ?? EMPTY_INLINE}
          onChange={onChange}
        />
      )}
      {model.kind === 'listItems' && (
        <ListEditor
          {...editorProps}
          items={(value as ListItem[] | undefined) ?? EMPTY_ITEMS}
          ordered={owner['ordered'] === true}
          start={owner['start'] as number | undefined}
          onChange={({ items, ordered }) => onOwnerChange({ items, ordered })}
        />
      )}
    </LabeledPart>
  );
}
