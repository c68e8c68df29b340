import type { ComponentOf, ContentComponent } from '@portico/kinds/content';
import { MAX_PART_TITLE } from '@portico/kinds/components/expand-collapse/shape';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { t } from '../../locale/text.ts';
import { LineEditor } from '../text/LineEditor.tsx';
import styles from './Canvas.module.css';
import { useActions, useCanvasView, type Caret } from './commands/CanvasContext.ts';

interface PartTitleProps {
  component: ComponentOf<'ExpandCollapse'>;
  onChange: (next: ContentComponent) => void;
  caret: Caret | undefined;
}

/** The title of an expandable section. On the canvas it is always expanded. */
export function PartTitle({ component, onChange, caret }: PartTitleProps) {
  const { undo, redo } = useActions();
  const { isReadOnly } = useCanvasView();
  return (
    <div className={styles.partTitle}>
      <ChevronDown aria-hidden="true" />
      {isReadOnly ? (
        component.title
      ) : (
        <LineEditor
          label={t('studio.partTitle')}
          value={component.title}
          onChange={(title) => onChange({ ...component, title })}
          placeholder={t('studio.partTitle')}
          maxLength={MAX_PART_TITLE}
          focusAt={caret}
          onUndo={undo}
          onRedo={redo}
        />
      )}
    </div>
  );
}
