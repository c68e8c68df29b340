import type { AuditEntry } from '@portico/contracts/admin/audit';
import type { ReactNode } from 'react';
import rows from '../../../kit/list/Rows.module.css';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';
import { momentLabel } from '../adminLabels.ts';
import styles from './Audit.module.css';
import {
  actionLabel,
  actorLabel,
  areaLabel,
  detailLabel,
  detailValue,
  numberLabel,
  objectLabel,
} from './auditLabels.ts';
import { auditHref } from './auditSearch.ts';

/** What happened in one line, and all that the entry says about it. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const name = objectLabel(entry);
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{actionLabel(entry.action)}</p>
        {name !== undefined && (
          <p dir="auto">
            <ObjectName object={entry.object} name={name} />
          </p>
        )}
        <p className={rows.facts}>{t('audit.by', { name: actorLabel(entry), moment: momentLabel(entry.at) })}</p>
        <details className={styles.details}>
          <summary aria-label={t('audit.detailsOf', { number: numberLabel(entry.id) })}>{t('audit.details')}</summary>
          <Details entry={entry} />
        </details>
      </div>
    </div>
  );
}

function ObjectName({ object, name }: { object: AuditEntry['object']; name: string }) {
  if (object?.page === 'Item') return <PortalLink href={`/studio/${object.id}`}>{name}</PortalLink>;
  if (object?.page === 'Person') return <PortalLink href={`/admin/people?person=${object.id}`}>{name}</PortalLink>;
  return name;
}

function Details({ entry }: { entry: AuditEntry }) {
  const { id, at, action, actor, object, details } = entry;
  return (
    <dl className={styles.facts}>
      <Fact name={t('audit.number')}>{numberLabel(id)}</Fact>
      <Fact name={t('audit.time')}>{at}</Fact>
      <Fact name={t('audit.code')}>{action}</Fact>
      {actor && (
        <Fact name={t('audit.doneBy')}>
          {actor.id}{' '}
          <PortalLink href={auditHref({ actorId: actor.id })}>
            {t('audit.moreBy', { name: actor.name ?? t('audit.oneActor') })}
          </PortalLink>
        </Fact>
      )}
      {object && (
        <Fact name={t('audit.about')}>
          {object.id === null
            ? areaLabel(object.kind)
            : t('audit.aboutId', { kind: areaLabel(object.kind), id: object.id })}{' '}
          {object.id !== null && (
            <PortalLink href={auditHref({ objectId: object.id })}>
              {t('audit.moreAbout', { name: objectLabel(entry) ?? t('audit.oneObject') })}
            </PortalLink>
          )}
        </Fact>
      )}
      {Object.entries(details).map(([name, value]) => (
        <Fact key={name} name={detailLabel(name)}>
          {detailValue(value)}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
