import { ContentComponent } from '@portico/kinds/content';
import { useParams } from '@tanstack/react-router';
import { memo, use, useCallback, useMemo } from 'react';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { PropertyForm } from '../fields/form/PropertyForm.tsx';
import { componentLabel } from '../componentKinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { PickersContext, type Pickers } from '../Pickers.ts';
import { historyKeys } from './useEditorKeys.ts';
import styles from './Editor.module.css';
import type { Problem } from '../fields/formContext.ts';

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
      {component.type === 'Confirmation' && <WhoConfirmed />}
    </section>
  );
}

function WhoConfirmed() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  return (
    <p className={styles.afterForm}>
      <PortalLink href={`/studio/confirmations/${itemId}`}>{t('studio.confirmationsOf')}</PortalLink>
    </p>
  );
}

/**
 * Why a component can't be published yet, by path: missing values and custom rules. Controls report malformed input.
 */
function problemsOf(component: ContentComponent): Problem[] {
  const issues = ContentComponent.safeParse(component).error?.issues ?? [];
  return issues.flatMap(({ path, code, message }): Problem[] => {
    const dottedPath = path.join('.');
    if (code === 'custom') return [{ path: dottedPath, message }];
    const value = path.reduce<unknown>((data, key) => (data as Record<PropertyKey, unknown> | null)?.[key], component);
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty && dottedPath !== '' ? [{ path: dottedPath, message: t('studio.fieldNeeded') }] : [];
  });
}
