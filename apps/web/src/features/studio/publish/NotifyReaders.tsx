import type { Audience } from '@portico/contracts/audience';
import { PUBLICATION_BANNER_DAYS, type NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { useQuery } from '@tanstack/react-query';
import { t, type TextKey } from '../../../locale/text.ts';
import { audienceCountQuery } from '../audience/audience.queries.ts';

const channels = {
  Notice: 'studio.notifyNotice',
  Banner: 'studio.notifyBanner',
  Mail: 'studio.notifyMail',
} as const satisfies Record<NotifyChannel, TextKey>;

interface NotifyReadersProps {
  audience: Audience;
  chosen: NotifyChannel[];
  onChange: (chosen: NotifyChannel[]) => void;
}

/** Chooses how readers are notified once they see it, with the number of people that each way reaches. */
export function NotifyReaders({ audience, chosen, onChange }: NotifyReadersProps) {
  const { data } = useQuery(audienceCountQuery(audience));
  const label = (channel: NotifyChannel, people: number | undefined) => {
    const how = t(channels[channel], { days: PUBLICATION_BANNER_DAYS });
    return people === undefined ? how : t('studio.notifyPeople', { how, count: people });
  };
  const hasMail = data !== undefined && data.reachedByMail !== null;
  return (
    <CheckboxGroup
      label={t('studio.notifyReaders')}
      help={data?.reachedByMail === null ? t('studio.notifyHelpNoMail') : t('studio.notifyHelp')}
      options={[
        { value: 'Notice', label: label('Notice', data?.reached) },
        { value: 'Banner', label: label('Banner', data?.reached) },
        ...(hasMail ? [{ value: 'Mail', label: label('Mail', data.reachedByMail ?? undefined) }] : []),
      ]}
      values={chosen}
      onChange={(values) => onChange(values as NotifyChannel[])}
    />
  );
}
