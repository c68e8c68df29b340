import { use } from 'react';
import type { ComponentOf } from '@portico/kinds/content';
import type { RichText } from '@portico/kinds/richText';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { Button } from '@portico/ui/Button';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import { MAX_LINK_DESCRIPTION } from '@portico/kinds/components/link/shape';
import { MAX_ATTRIBUTION } from '@portico/kinds/components/quote/shape';
import { MAX_LINK_TEXT } from '@portico/kinds/parts';
import { forms } from '@portico/kinds/componentForms';
import { t } from '../../locale/text.ts';
import { LineEditor } from '../text/LineEditor.tsx';
import { ListEditor } from '../text/ListEditor.tsx';
import { PickersContext } from '../Pickers.ts';
import { RichTextEditor } from '../text/RichTextEditor.tsx';
import { paragraphs, shared, type EditableProps } from './editableProps.ts';
import styles from './editable.module.css';

const { header, quote, link } = blockStyles;

const EMPTY: RichText = { type: 'doc', content: [] };

const isBlank = (text: RichText) => text.content.every(({ content = [] }) => content.length === 0);

/** A line of plain text as rich text. */
const asText = (line: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) }],
});

/** A heading. Enter moves the text after the caret into a new paragraph. */
export function EditableHeader(props: EditableProps<'Header'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onSplit, onBackspaceAtStart, onSlash } = props;
  const Heading = `h${component.level}` as 'h2';
  return (
    <Heading className={header['header']} data-level={component.level}>
      <LineEditor
        {...shared(props)}
        label={forms.Header.properties.text.label}
        placeholder={t('studio.editHeading')}
        maxLength={MAX_HEADING}
        focusAt={focusAt}
        value={component.text}
        onChange={(text) => onChange({ ...component, text })}
        onEnterAtEnd={onEnterAtEnd}
        onSplit={onSplit && ((before, after) => onSplit({ ...component, text: before }, paragraphs(asText(after))))}
        onBackspaceAtStart={component.text === '' ? onBackspaceAtStart : undefined}
        onSlash={onSlash}
      />
    </Heading>
  );
}

/** Paragraphs. Enter at the end adds a component after this one; Enter elsewhere splits it in two. */
export function EditableBodyText(props: EditableProps<'BodyText'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onSplit, onBackspaceAtStart, onSlash } = props;
  return (
    <RichTextEditor
      {...shared(props)}
      label={forms.BodyText.properties.body.label}
      placeholder={t('studio.editText')}
      focusAt={focusAt}
      value={component.body ?? EMPTY}
      onChange={(body) => onChange({ ...component, body })}
      onEnterAtEnd={onEnterAtEnd}
      onSplit={onSplit && ((before, after) => onSplit({ ...component, body: before }, paragraphs(after)))}
      onBackspaceAtStart={isBlank(component.body ?? EMPTY) ? onBackspaceAtStart : undefined}
      onSlash={onSlash}
    />
  );
}

/** A list. Enter in an empty last entry ends it. */
export function EditableList(props: EditableProps<'BulletedList'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onBackspaceAtStart } = props;
  const { items, ordered, start } = component;
  const isEmpty = items.length <= 1 && !items[0]?.content.length && !items[0]?.items?.length;
  return (
    <ListEditor
      {...shared(props)}
      label={forms.BulletedList.properties.items.label}
      focusAt={focusAt}
      items={items}
      ordered={ordered}
      start={start}
      onChange={(next) => onChange({ ...component, items: next.items, ordered: next.ordered })}
      onEnterAtEnd={onEnterAtEnd}
      onBackspaceAtStart={isEmpty ? onBackspaceAtStart : undefined}
    />
  );
}

/** A quote with its attribution. */
export function EditableQuote(props: EditableProps<'Quote'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onBackspaceAtStart } = props;
  const isEmpty = isBlank(component.body ?? EMPTY) && !component.attribution;
  return (
    <figure className={quote['quote']}>
      <blockquote className={quote['words']}>
        <RichTextEditor
          {...shared(props)}
          label={forms.Quote.properties.body.label}
          placeholder={t('studio.editQuote')}
          focusAt={focusAt}
          value={component.body ?? EMPTY}
          onChange={(body) => onChange({ ...component, body })}
          onBackspaceAtStart={isEmpty ? onBackspaceAtStart : undefined}
        />
      </blockquote>
      <figcaption className={quote['attribution']}>
        <div className={styles.besideKind}>
          <LineEditor
            {...shared(props)}
            label={forms.Quote.properties.attribution.label}
            placeholder={forms.Quote.properties.attribution.label}
            maxLength={MAX_ATTRIBUTION}
            value={component.attribution ?? ''}
            onChange={(attribution) => onChange(withLine(component, 'attribution', attribution))}
            onEnterAtEnd={onEnterAtEnd}
          />
        </div>
      </figcaption>
    </figure>
  );
}

/** Sets an optional line of text, or removes it if it is empty. */
function withLine<Kind extends 'Quote' | 'Link'>(
  component: ComponentOf<Kind>,
  name: 'attribution' | 'description',
  line: string,
): ComponentOf<Kind> {
  const rest = Object.fromEntries(Object.entries(component).filter(([other]) => other !== name));
  return { ...rest, ...(line !== '' && { [name]: line }) } as ComponentOf<Kind>;
}

/** A link on its own line: its text and description are edited in place, its address is chosen in a dialog. */
export function EditableLink(props: EditableProps<'Link'>) {
  const { component, onChange, focusAt, onEnterAtEnd, onBackspaceAtStart } = props;
  const { link: pick } = use(PickersContext);
  const choose = async () => {
    const href = await pick?.(component.href || undefined);
    if (href !== undefined) onChange({ ...component, href });
  };
  return (
    <div className={link['block']}>
      <div className={styles.link}>
        <LineEditor
          {...shared(props)}
          label={forms.Link.properties.text.label}
          placeholder={forms.Link.properties.text.label}
          maxLength={MAX_LINK_TEXT}
          focusAt={focusAt}
          value={component.text}
          onChange={(text) => onChange({ ...component, text })}
          onEnterAtEnd={onEnterAtEnd}
          onBackspaceAtStart={component.text === '' && !component.description ? onBackspaceAtStart : undefined}
        />
      </div>
      <div className={link['description']}>
        <LineEditor
          {...shared(props)}
          label={forms.Link.properties.description.label}
          placeholder={forms.Link.properties.description.label}
          maxLength={MAX_LINK_DESCRIPTION}
          value={component.description ?? ''}
          onChange={(description) => onChange(withLine(component, 'description', description))}
          onEnterAtEnd={onEnterAtEnd}
        />
      </div>
      {!component.href && (
        <div className={styles.missing}>
          {t('studio.editNoAddress')}
          {pick && (
            <Button size="small" onPress={() => void choose()}>
              {t('studio.textChooseLink')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
