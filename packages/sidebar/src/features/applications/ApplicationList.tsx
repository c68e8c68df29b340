import { type CSSProperties, useEffect, useState } from 'react';
import AppWindow from 'lucide-react/icons/app-window';
import Plus from 'lucide-react/icons/plus';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { PersonalStorage } from '@portico/client/personalStorage';
import { ADD_APPLICATION, type ApplicationName } from '@portico/contracts/applications';
import { categoryHue } from '@portico/ui/categoryHue';
import { IconTile } from '@portico/ui/IconTile';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { EmptyState } from '@portico/ui/EmptyState';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import type { ApplicationCard } from './applicationCards.ts';
import styles from './ApplicationList.module.css';
import { t } from '../../panelText.ts';

/**
 * Cards that open applications in a new tab, favorites first. A card without an address is inactive and says so.
 * Source: spec §2 Applications panel.
 */
export function ApplicationList({ cards, storage }: { cards: readonly ApplicationCard[]; storage: PersonalStorage }) {
  const [favorites, setFavorite] = useFavorites(storage);
  if (cards.length === 0) {
    return (
      <EmptyState headingLevel={3} icon={<AppWindow />} title={t('noApplications')} description={t('requestAccess')} />
    );
  }
  const isFavorite = ({ name }: ApplicationCard) => favorites.includes(name);
  const sortedCards = [...cards.filter(isFavorite), ...cards.filter((card) => !isFavorite(card))];
  return (
    <ul className={styles.cards}>
      {sortedCards.map((card) => (
        <OneApplication
          key={card.name}
          card={card}
          isFavorite={isFavorite(card)}
          onFavorite={(starred) => setFavorite(card.name, starred)}
        />
      ))}
    </ul>
  );
}

interface OneApplicationProps {
  card: ApplicationCard;
  isFavorite: boolean;
  onFavorite: (isFavorite: boolean) => void;
}

function OneApplication({ card: { name, accessLevel, href }, isFavorite, onFavorite }: OneApplicationProps) {
  const isAddCard = name === ADD_APPLICATION;
  return (
    <Card as="li" className={styles.card} data-access={accessLevel} isInteractive={href !== undefined}>
      <span data-category style={{ '--hue': categoryHue(name) } as CSSProperties}>
        <IconTile className={isAddCard ? undefined : styles.monogram}>
          {isAddCard ? <Plus /> : monogramOf(name)}
        </IconTile>
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {href === undefined ? (
            name
          ) : (
            <a href={href} target="_blank" rel="noopener" className={cardLinkClass}>
              {name}
              <VisuallyHidden> {t('newTab')}</VisuallyHidden>
            </a>
          )}
        </h3>
        <p className={styles.purpose}>{purposeOf(name)}</p>
        {accessLevel === 'ActionRequired' && (
          <StatusLabel tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
            {t('actionRequired')}
          </StatusLabel>
        )}
        {href === undefined && <p className={styles.purpose}>{t('addressMissing')}</p>}
      </div>
      {!isAddCard && (
        <button
          type="button"
          className={styles.star}
          aria-pressed={isFavorite}
          aria-label={t('favorite', { name })}
          onClick={() => onFavorite(!isFavorite)}
        >
          <Star aria-hidden="true" />
        </button>
      )}
    </Card>
  );
}

const FAVORITES = 'favorite-applications';

function readFavorites(storage: PersonalStorage): string[] {
  const favorites = storage.read(FAVORITES);
  return Array.isArray(favorites) ? favorites.filter((name) => typeof name === 'string') : [];
}

/** Names of the applications that the user starred in this browser, and a function that toggles one. */
function useFavorites(storage: PersonalStorage): [readonly string[], (name: string, isFavorite: boolean) => void] {
  const [names, setNames] = useState(() => readFavorites(storage));
  useEffect(() => storage.onChange(FAVORITES, () => setNames(readFavorites(storage))), [storage]);
  const change = (name: string, isFavorite: boolean) => {
    const others = readFavorites(storage).filter((one) => one !== name);
    const next = isFavorite ? [...others, name] : others;
    storage.write(FAVORITES, next);
    setNames(next);
  };
  return [names, change];
}

type Listed = Exclude<ApplicationName, 'SalesForce ExperienceCloud'>;

const purposes: Record<Listed, Parameters<typeof t>[0]> = {
  'Red Oak': 'purposeRedOak',
  Orion: 'purposeOrion',
  Fidelity: 'purposeFidelity',
  'WealthSuite (Fidelity & Schwab)': 'purposeWealthSuite',
  'WealthSuite (LPL)': 'purposeWealthSuiteLpl',
  'LPL ClientWorks': 'purposeClientWorks',
  Redtail: 'purposeRedtail',
  eMoney: 'purposeEmoney',
  'Fin.Link': 'purposeFinLink',
  'Schwab Advisor Center': 'purposeSchwab',
  'Add new application to list': 'purposeAdd',
  'Compensation System': 'purposeCompensation',
};

/** What people use an application for, in a few words. */
const purposeOf = (name: ApplicationName): string => t(purposes[name as Listed]);

/** "RO" for Red Oak, "SA" for Schwab Advisor Center. */
function monogramOf(name: string): string {
  const [first = '', second] = name.split(/\P{L}+/u);
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase();
}
