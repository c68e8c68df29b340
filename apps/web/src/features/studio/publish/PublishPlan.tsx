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

const MAX_NOTE_LENGTH = 500;

/** When and how the item is published, with a note by its author. */
export interface Plan {
  when: 'now' | 'later' | 'release';
  goesLiveAt: string | null;
  release: ChosenRelease;
  note: string;
  notifyBy: NotifyChannel[];
}

export const isComplete = ({ when, goesLiveAt, release, note }: Plan): boolean =>
  note.trim().length <= MAX_NOTE_LENGTH &&
  (when === 'now' ||
    (when === 'later' ? goesLiveAt !== null && Date.parse(goesLiveAt) > Date.now() : isChosen(release)));

/** Chooses when the item is published (now, on a date or with a release) and how readers are notified. */
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
        count={{ typed: note.trim().length, max: MAX_NOTE_LENGTH }}
      />
    </>
  );
}
