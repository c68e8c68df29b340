import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { REVIEW_AHEAD_DAYS, saveOwnership, type Ownership } from '@portico/contracts/studio/owners';
import { Button } from '@portico/ui/Button';
import { DateInput } from '@portico/ui/DateInput';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { useToday } from '../../dates/useToday.ts';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { OwnerPicker } from './OwnerPicker.tsx';
import { ownershipQuery } from './owners.queries.ts';
import { ReviewAnswers } from './ReviewAnswers.tsx';
import { dayLabel } from './reviewDay.ts';
import field from '../controls/Field.module.css';
import rows from '../../kit/list/Rows.module.css';

type Change = Partial<Pick<Ownership, 'reviewOn'>> & { ownerId?: string | null };

interface OwnerSectionProps {
  itemId: string;
  title: string;
  /** The review was answered, which may have changed the draft. */
  onAnswered: () => void;
}

/** Who answers for an item, when it has to be reviewed, and the answers when it is due. */
export function OwnerSection({ itemId, title, onAnswered }: OwnerSectionProps) {
  const { data, error, refetch, isFetching } = useQuery(ownershipQuery(itemId));
  useReloadOn('studio', ownershipQuery(itemId));
  return (
    <section aria-labelledby="owner-title" className={field.group}>
      <h3 id="owner-title" className={field.groupTitle}>
        {t('owners.section')}
      </h3>
      {error && !data && (
        <LoadError title={t('owners.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {data && <Parts key={itemId} {...{ itemId, title, onAnswered }} ownership={data} />}
    </section>
  );
}

function Parts({ itemId, title, onAnswered, ownership }: OwnerSectionProps & { ownership: Ownership }) {
  const cache = useQueryClient();
  const today = useToday();
  const { owner, reviewOn, isDue, mayChange, confirmedAt, confirmedBy } = ownership;
  const send = async (from: Ownership, change: Change): Promise<void> => {
    const before = { ownerId: from.owner?.id ?? null, reviewOn: from.reviewOn };
    try {
      const body = { version: from.version, ...before, ...change };
      const saved = await call(saveOwnership, { params: { itemId }, body });
      showToast(t('owners.saidSaved'), {
        type: 'success',
        duration: 10_000,
        action: { label: t('owners.undo'), onPress: () => void send(saved, before) },
      });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
    void cache.invalidateQueries({ queryKey: studioKey });
  };
  const set = (change: Change) => void send(ownership, change);
  return (
    <>
      {owner ? (
        <p className={rows.tools}>
          <strong dir="auto">{owner.name}</strong>
          {owner.email !== owner.name && <span className={rows.facts}>{owner.email}</span>}
          {owner.hasLeft && <StatusLabel tone="warning">{t('owners.hasLeft')}</StatusLabel>}
          {mayChange && (
            <Button size="small" onPress={() => set({ ownerId: null })}>
              {t('owners.noOwner')}
            </Button>
          )}
        </p>
      ) : (
        <p>{t('owners.nobody')}</p>
      )}
      <p className={field.help}>{t('owners.ownerHelp')}</p>
      {mayChange && <OwnerPicker label={t('owners.find')} itemId={itemId} onPick={({ id }) => set({ ownerId: id })} />}
      {mayChange ? (
        <ReviewDate key={reviewOn} reviewOn={reviewOn} onSave={(day) => set({ reviewOn: day })} />
      ) : (
        reviewOn !== null && <p>{`${t('owners.reviewOn')}: ${dayLabel(reviewOn)}`}</p>
      )}
      {confirmedAt !== null && (
        <p className={field.help}>
          {confirmedBy === null
            ? t('owners.confirmedOn', { day: newsDateLabel(confirmedAt) })
            : t('owners.confirmedBy', { name: confirmedBy, day: newsDateLabel(confirmedAt) })}
        </p>
      )}
      {isDue && reviewOn !== null && (
        <>
          <p>{t(reviewOn < today ? 'owners.isLate' : 'owners.isDue', { day: dayLabel(reviewOn) })}</p>
          {mayChange && <ReviewAnswers {...{ itemId, title, reviewOn, onAnswered }} />}
        </>
      )}
    </>
  );
}

function ReviewDate({ reviewOn, onSave }: { reviewOn: string | null; onSave: (day: string | null) => void }) {
  const [day, setDay] = useState(reviewOn ?? '');
  return (
    <form
      className={field.group}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(day === '' ? null : day);
      }}
    >
      <DateInput
        label={t('owners.reviewOn')}
        help={t('owners.reviewHelp', { days: REVIEW_AHEAD_DAYS })}
        value={day}
        min={FIRST_DAY}
        max={LAST_DAY}
        onChange={setDay}
      />
      {day !== (reviewOn ?? '') && <Button type="submit">{t('owners.saveDate')}</Button>}
    </form>
  );
}
