import { CalloutFrame } from '@portico/kinds/page/CalloutFrame';
import { ContentLink } from '@portico/kinds/page/ContentLink';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { MAX_CALLOUT_TITLE } from '@portico/kinds/components/callout/shape';
import { forms } from '@portico/kinds/componentForms';
import { t } from '../../locale/text.ts';
import { LineEditor } from '../text/LineEditor.tsx';
import { RichTextEditor } from '../text/RichTextEditor.tsx';
import { shared, type EditableProps } from './editableProps.ts';
import styles from './editable.module.css';

const { callout } = blockStyles;

/** A callout whose title and text are edited in place. */
export function EditableCallout(props: EditableProps<'Callout'>) {
  const { component, onChange, focusAt, onBackspaceAtStart } = props;
  const { title, body, link, kind } = component;
  const isEmpty = !title && !link && (body?.content ?? []).every(({ content = [] }) => content.length === 0);
  return (
    <CalloutFrame
      kind={kind}
      label={title ?? kind}
      isEdited
      title={
        <div className={styles.besideKind}>
          <LineEditor
            {...shared(props)}
            label={forms.Callout.properties.title.label}
            placeholder={t('studio.editOptionalTitle')}
            maxLength={MAX_CALLOUT_TITLE}
            value={title ?? ''}
            onChange={(next) => {
              const { id, type } = component;
              onChange({ id, type, kind, ...(next !== '' && { title: next }), body, ...(link && { link }) });
            }}
          />
        </div>
      }
    >
      <RichTextEditor
        {...shared(props)}
        label={forms.Callout.properties.body.label}
        placeholder={t('studio.editText')}
        focusAt={focusAt}
        value={body ?? { type: 'doc', content: [] }}
        onChange={(next) => onChange({ ...component, body: next })}
        onBackspaceAtStart={isEmpty ? onBackspaceAtStart : undefined}
      />
      {link && (
        <p className={callout['more']}>
          <ContentLink href={link.href} openInNewTab={link.openInNewTab}>
            {link.text}
          </ContentLink>
        </p>
      )}
    </CalloutFrame>
  );
}
