import type { ContentComponent } from '@portico/kinds/content';
import { memo, use, useCallback, useMemo } from 'react';
import { t } from '../../locale/text.ts';
import { PropertyForm } from '../fields/form/PropertyForm.tsx';
import { problemsOf } from '../fields/problems.ts';
import { componentLabel } from '../componentKinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { PickersContext, type Pickers } from '../Pickers.ts';
import { historyKeys } from './useEditorKeys.ts';
import styles from './Editor.module.css';

interface ComponentPropertiesProps {
  component: ContentComponent;
  session: Pick<DraftSession, 'edit' | 'undo' | 'redo'>;
}

const MemoizedForm = memo(PropertyForm);

/**
 * The properties of the selected component. The form must always get its current state: it reports whole components, so
 * a stale state would overwrite later edits.
 */
export function ComponentProperties({ component, session }: ComponentPropertiesProps) {
  const pickers = use(PickersContext);
  const problems = useMemo(() => problemsOf(component), [component]);
  const change = useCallback(
    (next: ContentComponent) => session.edit([{ do: 'set', component: next }], `set ${next.id}`),
    [session],
  );
  return (
    <section aria-labelledby="properties-title" className={styles.properties} data-writes={component.id}>
      <h2 id="properties-title" className={styles.panelTitle}>
        {t('studio.propertiesOf', { kind: componentLabel(component.type) })}
      </h2>
      <div role="presentation" data-properties onKeyDown={historyKeys(session)}>
        <MemoizedForm
          key={component.id}
          component={component}
          pickers={pickers as Pickers}
          problems={problems}
          onUndo={session.undo}
          onRedo={session.redo}
          onChange={change}
        />
      </div>
    </section>
  );
}
