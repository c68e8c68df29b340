import { PUBLICATION_BANNER_DAYS, type NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { t, type TextKey } from '../../locale/text.ts';

const channels = {
  Notice: 'studio.notifyNotice',
  Banner: 'studio.notifyBanner',
  Mail: 'studio.notifyMail',
} as const satisfies Record<NotifyChannel, TextKey>;

interface NotifyReadersProps {
  /** How many people are reached; undefined until counted. `reachedByMail` is null without a mail server. */
  count: { reached: number; reachedByMail: number | null } | undefined;
  chosen: NotifyChannel[];
  onChange: (chosen: NotifyChannel[]) => void;
}

/** Chooses how readers are notified once the item is visible, with the number of people that each channel reaches. */
export function NotifyReaders({ count, chosen, onChange }: NotifyReadersProps) {
  const label = (channel: NotifyChannel, people: number | undefined) => {
    const how = t(channels[channel], { days: PUBLICATION_BANNER_DAYS });
    return people === undefined ? how : t('studio.notifyPeople', { how, count: people });
  };
  const hasMail = count !== undefined && count.reachedByMail !== null;
  return (
    <CheckboxGroup
      label={t('studio.notifyReaders')}
      help={count?.reachedByMail === null ? t('studio.notifyHelpNoMail') : t('studio.notifyHelp')}
      options={[
        { value: 'Notice', label: label('Notice', count?.reached) },
        { value: 'Banner', label: label('Banner', count?.reached) },
        ...(hasMail ? [{ value: 'Mail', label: label('Mail', count.reachedByMail ?? undefined) }] : []),
      ]}
      values={chosen}
      onChange={(values) => onChange(values as NotifyChannel[])}
    />
  );
}
