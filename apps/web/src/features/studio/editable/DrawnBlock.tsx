import { useMemo, type MouseEvent } from 'react';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { BrokenBlock } from '@portico/kinds/page/BrokenBlock';
import { ContentSlots } from '@portico/kinds/page/ContentSlots';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { t } from '../../../locale/text.ts';
import { kindLabel } from '../fields/descriptions.ts';
import styles from './editable.module.css';

/** Properties without which there is nothing to render. */
const essential: Partial<Record<ComponentKind, string>> = {
  ImageGallery: 'images',
  Tile: 'title',
  IconsList: 'items',
  ContactLink: 'name',
  HeadshotName: 'name',
  HeadshotDetails: 'name',
  FileList: 'files',
  Video: 'source',
  Form: 'title',
  TextField: 'label',
  TextArea: 'label',
  DropDownList: 'label',
};

/** Kinds that make sense only inside a form. */
const onlyInForms: ReadonlySet<ComponentKind> = new Set<ComponentKind>([
  'SingleChoice',
  'MultiChoice',
  'Checkbox',
  'FileUpload',
  'TitleAndDescription',
]);

function lacksEssential(component: ContentComponent): boolean {
  const name = essential[component.type];
  if (name === undefined) return false;
  const value: unknown = Reflect.get(component, name);
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The placeholder of a component that can't be rendered yet. */
function Placeholder({ component }: { component: ContentComponent }) {
  const isOutsideForm = onlyInForms.has(component.type);
  return (
    <div className={styles.missing}>
      <span className={styles.name}>{t(kindLabel(component.type))}</span>
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
  if (onlyInForms.has(component.type) || lacksEssential(component)) return <Placeholder component={component} />;
  return (
    <BrokenBlock value={<Placeholder component={component} />}>
      <ContentSlots value={noSlots}>
        <div onClickCapture={preventNavigation}>
          <ContentTree components={tree} />
        </div>
      </ContentSlots>
    </BrokenBlock>
  );
}
