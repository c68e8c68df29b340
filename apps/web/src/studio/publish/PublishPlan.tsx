import type { Audience } from '@portico/kinds/audience';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextArea } from '@portico/ui/TextArea';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { audienceCountQuery } from '../audience/audience.queries.ts';
import { InstantField } from '../controls/InstantField.tsx';
import { ownZone } from '../controls/zonedTime.ts';
import { ReleaseChoice } from '../releases/ReleaseChoice.tsx';
import { NotifyReaders } from '../controls/NotifyReaders.tsx';
import { MAX_NOTE_LENGTH, type Plan } from './plan.ts';

/** Chooses when the item is published (now, on a date or with a release) and how readers are notified. */
export function PublishPlan({
  plan,
  audience,
  untilThen,
  onChange,
}: {
  plan: Plan;
  audience: Audience;
  /** What readers see until a later date. */
  untilThen: string;
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
          help={untilThen}
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
