import { emptyRule, isForEveryone } from '@portico/authoring/audience';
import type { ContentComponent } from '@portico/kinds/content';
import { MAX_ENTRY_AUDIENCES } from '@portico/kinds/itemParts';
import type { EntryAudience } from '@portico/kinds/items/home/schemas';
import { useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import { AudienceField } from '../audience/AudienceField.tsx';
import { excerpt } from '../excerpt.ts';
import styles from '../fields/fields.module.css';
import type { ControlProps } from './PlainField.tsx';

interface Entry {
  id: string;
  title: string;
}

/** The callouts and galleries of the page, in its order. */
function entriesOf(components: readonly ContentComponent[]): Entry[] {
  const counts = { Callout: 0, ImageGallery: 0 };
  return components.flatMap((component) => {
    if (component.type !== 'Callout' && component.type !== 'ImageGallery') return [];
    counts[component.type] += 1;
    const number = counts[component.type];
    if (component.type === 'ImageGallery') return [{ id: component.id, title: t('homeDesk.carousel', { number }) }];
    return [{ id: component.id, title: excerpt(component) || t('homeDesk.unnamedCallout', { number }) }];
  });
}

/** Who sees each callout and carousel of a home page. */
export function EntryAudiencesControl({ label, fields: { entryAudiences }, trees, set }: ControlProps) {
  const labelId = useId();
  const entries = entriesOf(trees.components);
  const isOnPage = ({ entryId }: EntryAudience) => entries.some(({ id }) => id === entryId);
  const removed = entryAudiences
    .filter((entry) => !isOnPage(entry))
    .map(({ entryId }) => ({ id: entryId, title: t('homeDesk.removedEntry') }));
  const change = (changed: EntryAudience) => {
    const others = entryAudiences.filter(({ entryId }) => entryId !== changed.entryId);
    const next = isForEveryone(changed) ? others : [...others, changed];
    // The audience of a removed entry stays, in case its removal is undone.
    set('entryAudiences', next.length > MAX_ENTRY_AUDIENCES ? next.filter(isOnPage) : next);
  };
  return (
    <div role="group" aria-labelledby={labelId} className={styles.entries}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      <p className={styles.help}>{t(entries.length === 0 ? 'homeDesk.noEntries' : 'homeDesk.entriesHelp')}</p>
      <ul className={styles.list}>
        {[...entries, ...removed].map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            stored={
              entryAudiences.find(({ entryId }) => entryId === entry.id) ?? {
                entryId: entry.id,
                audience: [],
                audienceRule: emptyRule,
              }
            }
            onChange={change}
          />
        ))}
      </ul>
    </div>
  );
}

interface EntryRowProps {
  entry: Entry;
  stored: EntryAudience;
  onChange: (changed: EntryAudience) => void;
}

function EntryRow({ entry: { title }, stored, onChange }: EntryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <button
          type="button"
          className={styles.entryTitle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title} · {t(isForEveryone(stored) ? 'homeDesk.forEveryone' : 'homeDesk.forSome')}
        </button>
      </div>
      {isOpen && (
        <div id={id} className={styles.entryBody}>
          <AudienceField
            label={t('homeDesk.whoSees', { title })}
            audience={stored}
            onChange={({ name, value }) => onChange({ ...stored, [name]: value })}
          />
        </div>
      )}
    </li>
  );
}
