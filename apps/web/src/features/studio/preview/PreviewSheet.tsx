import { ContentTree } from '@portico/content/ContentTree';
import type { Draft } from '@portico/contracts/studio/draft';
import { t } from '../../../locale/text.ts';
import { portalLink } from '../../../kit/PortalLink.tsx';
import { treeLabel } from '../editor/trees.ts';
import styles from './PreviewSheet.module.css';

export type PreviewWidth = '390' | '820' | '1440';
export type PreviewTheme = 'light' | 'dark';

interface PreviewSheetProps {
  draft: Draft;
  width?: PreviewWidth;
  /** The theme of the portal unless it is given. */
  theme?: PreviewTheme | undefined;
  /** Level of the title, and of the parts below it one more. */
  headingLevel?: 1 | 2;
}

/** What readers will see of an item, drawn as the portal draws it. Nothing in it is saved or sent. */
export function PreviewSheet({ draft, width = '1440', theme, headingLevel = 2 }: PreviewSheetProps) {
  const { fields, trees } = draft;
  const Title = `h${headingLevel}` as const;
  const Part = `h${headingLevel === 1 ? 2 : 3}` as const;
  const extra = (['preEventData', 'postEventData'] as const).filter((name) => trees[name].length > 0);
  return (
    <div className={styles.stage} data-theme={theme}>
      <article className={styles.sheet} data-width={width}>
        <Title className={styles.title}>{fields.header || t('studio.untitled')}</Title>
        {fields.description !== '' && <p className={styles.description}>{fields.description}</p>}
        <ContentTree components={trees.components} renderLink={portalLink} />
        {extra.map((name) => (
          <section key={name} className={styles.extra}>
            <Part>{treeLabel(name)}</Part>
            <ContentTree components={trees[name]} renderLink={portalLink} />
          </section>
        ))}
      </article>
    </div>
  );
}
