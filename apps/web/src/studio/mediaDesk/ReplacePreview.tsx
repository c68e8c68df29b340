import type { MediaEntry } from '@portico/contracts/studio/media';
import type { ReplacementEffect, ReplacementPlace } from '@portico/contracts/studio/mediaReplacement';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t, type TextKey } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import page from '../Sections.module.css';
import { mediaHref } from './mediaAddress.ts';
import styles from './mediaDesk.module.css';
import { mediaQuery, replacementQuery } from './mediaDesk.queries.ts';
import { factsLabel, nameLabel } from './mediaLabels.ts';
import { useReplacement } from './useReplacement.ts';

const effects: Record<ReplacementEffect, TextKey> = {
  Draft: 'mediaDesk.effectDraft',
  Published: 'mediaDesk.effectPublished',
  Approval: 'mediaDesk.effectApproval',
  OtherChanges: 'mediaDesk.effectOtherChanges',
  Nothing: 'mediaDesk.effectNothing',
};

/** Everything that replacing changes, item by item, and the button that does it in those that are chosen. */
export function ReplacePreview({ entry, withId }: { entry: MediaEntry; withId: string }) {
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(replacementQuery(entry.id, withId));
  const { data: other } = useQuery({ ...mediaQuery(withId), throwOnError: false });
  const { replace, isPending, refusal } = useReplacement(entry.id, withId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const back = mediaHref({}, { media: entry.id });
  if (!data && error)
    return (
      <>
        <LoadError title={t('mediaDesk.previewNotLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
        <p>
          <PortalLink href={back}>{t('mediaDesk.chooseOther')}</PortalLink>
        </p>
      </>
    );
  if (!data) return <Skeleton shape="box" height="8rem" />;
  const changed = data.places.filter(({ effect, itemId }) => effect !== 'Nothing' && !left.has(itemId));
  const published = changed.filter(({ effect }) => effect === 'Published').length;
  const toggle = (itemId: string, isOn: boolean) =>
    setLeft((before) => new Set(isOn ? [...before].filter((each) => each !== itemId) : [...before, itemId]));
  const send = async () => {
    if (await replace(changed)) void navigate({ to: back, replace: true, resetScroll: false });
  };
  return (
    <>
      {other && <Other entry={other.entry} />}
      {data.places.length > 0 ? (
        <ul className={rows.rows} aria-label={t('mediaDesk.replacePlaces')}>
          {data.places.map((place) => (
            <PlaceChange
              key={place.itemId}
              place={place}
              isOn={!left.has(place.itemId)}
              onToggle={(isOn) => toggle(place.itemId, isOn)}
            />
          ))}
        </ul>
      ) : (
        <p>{t('mediaDesk.replaceNowhere')}</p>
      )}
      {data.refused > 0 && <p className={rows.facts}>{t('mediaDesk.replaceRefused', { count: data.refused })}</p>}
      {data.isUsedElsewhere && <p className={rows.facts}>{t('mediaDesk.replaceElsewhere')}</p>}
      <p role="status">{changed.length > 0 && t('mediaDesk.replaceSummary', { count: changed.length, published })}</p>
      {refusal !== undefined && (
        <Banner tone="danger" isLive>
          {refusal}
        </Banner>
      )}
      <div className={rows.tools}>
        <Button variant="primary" pending={isPending} isDisabled={changed.length === 0} onPress={() => void send()}>
          {t('mediaDesk.replaceNow')}
        </Button>
        <PortalLinkButton href={back}>{t('mediaDesk.chooseOther')}</PortalLinkButton>
      </div>
    </>
  );
}

function Other({ entry }: { entry: MediaEntry }) {
  const width = entry.widths[0];
  return (
    <div className={page.section}>
      <p>
        {t('mediaDesk.replacedBy')}{' '}
        <PortalLink href={mediaHref({}, { media: entry.id })}>{nameLabel(entry)}</PortalLink>
      </p>
      {width !== undefined && <img src={imageUrl(entry, width)} alt={entry.alt ?? ''} className={styles.large} />}
      <p className={rows.facts}>{factsLabel(entry)}</p>
    </div>
  );
}

interface PlaceChangeProps {
  place: ReplacementPlace;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

function PlaceChange({ place, isOn, onToggle }: PlaceChangeProps) {
  const { itemId, title, effect, uses, keptTexts, droppedFocuses, endsApproval } = place;
  const name = title || t('studio.untitled');
  const facts = [
    ...(uses > 0 ? [t('mediaDesk.uses', { count: uses })] : []),
    ...(keptTexts > 0 ? [t('mediaDesk.keptTexts', { count: keptTexts })] : []),
    ...(droppedFocuses > 0 ? [t('mediaDesk.droppedFocuses', { count: droppedFocuses })] : []),
    ...(endsApproval ? [t('mediaDesk.endsApproval')] : []),
  ];
  return (
    <li className={rows.row}>
      {effect !== 'Nothing' && (
        <input
          type="checkbox"
          className={styles.choose}
          checked={isOn}
          aria-label={t('mediaDesk.replaceIn', { name })}
          onChange={(event) => onToggle(event.target.checked)}
        />
      )}
      <div className={rows.what}>
        <PortalLink href={`/studio/${itemId}`}>{name}</PortalLink>
        <p className={rows.facts}>{facts.join(' · ')}</p>
      </div>
      <div className={rows.labels}>
        <StatusLabel tone={effect === 'Published' ? 'accent' : 'neutral'}>{t(effects[effect])}</StatusLabel>
      </div>
    </li>
  );
}
