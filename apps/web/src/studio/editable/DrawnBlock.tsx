import { useMemo, type MouseEvent } from 'react';
import { shapeOf, type ContentComponent } from '@portico/kinds/content';
import { BrokenBlock } from '@portico/kinds/page/BrokenBlock';
import { ContentSlots } from '@portico/kinds/page/ContentSlots';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { t } from '../../locale/text.ts';
import { componentLabel } from '../componentKinds.ts';
import styles from './editable.module.css';

function lacksEssential(component: ContentComponent): boolean {
  const name = shapeOf(component)?.needs;
  if (!name) return false;
  const value: unknown = Reflect.get(component, name);
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The placeholder of a component that can't be rendered yet. */
function Placeholder({ component }: { component: ContentComponent }) {
  const isOutsideForm = shapeOf(component)?.isOnlyInForms;
  return (
    <div className={styles.missing}>
      <span className={styles.name}>{componentLabel(component.type)}</span>
      {isOutsideForm ? t('studio.editOnlyInForms') : t('studio.editIncomplete')}
    </div>
  );
}

/** No slots: forms and checklists render read-only on the canvas. */
const noSlots = {};

/** Links on the canvas don't navigate. */
function preventNavigation(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
}

/** A component as readers will see it, or its placeholder. */
export function DrawnBlock({ component }: { component: ContentComponent }) {
  const tree = useMemo(() => [component], [component]);
  if (shapeOf(component)?.isOnlyInForms || lacksEssential(component)) return <Placeholder component={component} />;
  return (
    <BrokenBlock value={<Placeholder component={component} />}>
      <ContentSlots value={noSlots}>
        <div data-drawn onClickCapture={preventNavigation}>
          <ContentTree components={tree} />
        </div>
      </ContentSlots>
    </BrokenBlock>
  );
}
