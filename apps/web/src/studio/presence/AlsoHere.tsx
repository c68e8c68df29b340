import { findComponent } from '@portico/authoring/tree/find';
import type { ItemContent } from '@portico/contracts/studio/draft';
import type { StudioPerson } from '@portico/contracts/studio/studio';
import { Avatar } from '@portico/ui/Avatar';
import { Button } from '@portico/ui/Button';
import { Tooltip } from '@portico/ui/Tooltip';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { componentLabel } from '../componentKinds.ts';
import { excerpt } from '../excerpt.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { ALL_FIELDS, type SessionState } from '../session/sessionState.ts';
import { TITLE } from './caretPlaces.ts';
import styles from './Presence.module.css';
import { useFollowing } from './useFollowing.ts';
import { useOwnCaret } from './useOwnCaret.ts';

interface AlsoHereProps {
  session: DraftSession;
  state: SessionState;
}

/** The other people who have the item open, where they are, and a button for each to go along with them. */
export function AlsoHere({ session, state: { people, view } }: AlsoHereProps) {
  useOwnCaret(session);
  const others = onePerName(people);
  const [followed, setFollowed] = useState<string | null>(null);
  const person = others.find(({ name }) => name === followed);
  useFollowing(person, () => setFollowed(null));
  return (
    <>
      <ul className={styles.people} aria-label={t('studio.people')}>
        {others.map(({ name, focus }) => {
          const label = followLabel(name, placeLabel(view, focus));
          return (
            <li key={name}>
              <Tooltip text={label} isLabel>
                <Button
                  variant="quiet"
                  isIconOnly
                  aria-pressed={name === followed}
                  onPress={() => setFollowed(name === followed ? null : name)}
                >
                  <Avatar name={name} size={28} />
                  <VisuallyHidden>{label}</VisuallyHidden>
                </Button>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      <span role="status" className={styles.following}>
        {followed !== null && t(person ? 'studio.following' : 'studio.followedLeft', { name: followed })}
      </span>
    </>
  );
}

/** Someone can have several tabs; the first one that is in something counts. */
function onePerName(people: readonly StudioPerson[]): StudioPerson[] {
  const byName = new Map<string, StudioPerson>();
  for (const person of people)
    if (!person.isSelf && (byName.get(person.name)?.focus ?? null) === null) byName.set(person.name, person);
  return [...byName.values()];
}

const followLabel = (name: string, place: string): string =>
  place === '' ? t('studio.followPerson', { name }) : t('studio.followPersonIn', { name, place });

/** What a person is in, such as "Heading “Dates”"; empty if they are in nothing. */
function placeLabel(draft: ItemContent, focus: string | null): string {
  if (focus === TITLE) return t('studio.title');
  if (focus === ALL_FIELDS) return t('studio.itemSettings');
  const component = focus === null ? undefined : findComponent(draft, focus)?.component;
  if (!component) return '';
  const [kind, text] = [componentLabel(component.type), excerpt(component)];
  return text === '' ? kind : t('studio.blockWithText', { kind, text });
}
