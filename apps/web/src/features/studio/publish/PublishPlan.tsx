import type { Audience } from '@portico/contracts/audience';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextArea } from '@portico/ui/TextArea';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../locale/text.ts';
import { audienceCountQuery } from '../audience/audience.queries.ts';
import { InstantField } from '../item/InstantField.tsx';
import { ownZone } from '../item/zonedTime.ts';
import { isChosen, ReleaseChoice, type ChosenRelease } from '../releases/ReleaseChoice.tsx';
import { NotifyReaders } from './NotifyReaders.tsx';

const MAX_NOTE = 500;

/** When readers get it, and what its author says about it. */
export interface Plan {
  when: 'now' | 'later' | 'release';
  goesLiveAt: string | null;
  release: ChosenRelease;
  note: string;
  notifyBy: NotifyChannel[];
}

export const isComplete = ({ when, goesLiveAt, release, note }: Plan): boolean =>
  note.trim().length <= MAX_NOTE &&
  (when === 'now' ||
    (when === 'later' ? goesLiveAt !== null && Date.parse(goesLiveAt) > Date.now() : isChosen(release)));

/** Chooses when readers get it, now, at a date, or together with other items, and how they are notified. */
export function PublishPlan({
  plan,
  audience,
  onChange,
}: {
  plan: Plan;
  audience: Audience;
  onChange: (plan: Plan) => void;
}) {
  const { when, goesLiveAt, release, note } = plan;
  return (
    <>
      <RadioList
        label={t('releases.when')}
        value={when}
        options={[
          { value: 'now', label: t('releases.whenNow') },
          { value: 'later', label: t('releases.whenLater') },
          { value: 'release', label: t('releases.whenRelease') },
        ]}
        onChange={(chosen) => onChange({ ...plan, when: chosen as Plan['when'] })}
      />
      {when === 'later' && (
        <InstantField
          label={t('releases.goesLiveAt')}
          value={goesLiveAt}
          timeZone={ownZone()}
          onChange={(at) => onChange({ ...plan, goesLiveAt: at })}
          help={t('releases.goesLiveHelp')}
        />
      )}
      {when === 'release' && (
        <ReleaseChoice value={release} onChange={(chosen) => onChange({ ...plan, release: chosen })} />
      )}
      <NotifyReaders
        count={useQuery(audienceCountQuery(audience)).data}
        chosen={plan.notifyBy}
        onChange={(notifyBy) => onChange({ ...plan, notifyBy })}
      />
      <TextArea
        label={t('releases.note')}
        help={t('releases.noteHelp')}
        rows={2}
        value={note}
        onChange={(text) => onChange({ ...plan, note: text })}
        count={{ typed: note.trim().length, most: MAX_NOTE }}
      />
    </>
  );
}
