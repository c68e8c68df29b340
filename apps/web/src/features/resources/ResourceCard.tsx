import type { ResourceSummary } from '@portico/contracts/resources';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { t } from '../../locale/text.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { ForEditors } from '../../kit/EditLink.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './ResourceCard.module.css';
import { ResourceFacts } from './ResourceFacts.tsx';

/** A resource in a list. The whole panel is a link. `brief` omits description and categories. */
export function ResourceCard({
  resource,
  variant = 'panel',
  headingLevel = 2,
}: {
  resource: ResourceSummary;
  variant?: 'panel' | 'brief';
  headingLevel?: 2 | 3;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card as="article" isInteractive className={`${styles.card} ${styles[variant]}`}>
      <Heading className={styles.title}>
        <PortalLink href={`/resources/${resource.id}`} className={cardLinkClass}>
          {resource.header}
        </PortalLink>
      </Heading>
      {variant === 'panel' && resource.description !== '' && (
        <p className={styles.description}>{resource.description}</p>
      )}
      <div className={styles.foot}>
        <MetaLine>
          <ResourceFacts resource={resource} />
        </MetaLine>
        {variant === 'panel' && resource.categories.length > 0 && (
          <ul className={styles.categories} aria-label={t('shared.categories')}>
            {resource.categories.map((name) => (
              <li key={name}>
                <CategoryChip name={name} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ForEditors itemId={resource.id} title={resource.header} />
    </Card>
  );
}
