import type { FilingChangeKind, FilingName } from '@portico/contracts/studio/filing';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';

interface NameRowProps {
  name: FilingName;
  onUses: () => void;
  onChange: (kind: FilingChangeKind) => void;
}

/** A category or department with its uses, and what can be done with it. */
export function NameRow({ name: { name, isRetired, ...facts }, onUses, onChange }: NameRowProps) {
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <bdi>{name}</bdi>
        </p>
        <p className={rows.facts}>{factsOf({ ...facts, isRetired })}</p>
      </div>
      <div className={rows.tools}>
        <Button size="small" aria-label={t('filing.usesOf', { name })} onPress={onUses}>
          {t('filing.uses')}
        </Button>
        {!isRetired && (
          <ActionMenu
            label={t('filing.actionsOf', { name })}
            size="small"
            actions={[
              { label: t('filing.rename'), onAction: () => onChange('Rename') },
              { label: t('filing.merge'), onAction: () => onChange('Merge') },
              { label: t('filing.retire'), onAction: () => onChange('Retire') },
            ]}
          />
        )}
      </div>
    </li>
  );
}

function factsOf({
  published,
  unpublished,
  hasRule,
  people,
  isRetired,
  formerNames,
}: Omit<FilingName, 'name'>): string {
  return [
    isRetired && t('filing.retired'),
    t('filing.published', { count: published }),
    unpublished > 0 && t('filing.unpublished', { count: unpublished }),
    people > 0 && t('filing.people', { count: people }),
    hasRule && t('filing.rule'),
    formerNames.length > 0 && t('filing.formerly', { names: formerNames.join(', ') }),
  ]
    .filter(Boolean)
    .join(' · ');
}
