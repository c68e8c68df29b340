import { form as callout } from '@portico/kinds/components/callout/form';
import { MAX_BANNER_TEXT, MAX_BANNER_TITLE } from '@portico/kinds/itemParts';
import type { NotificationBanner } from '@portico/kinds/items/home/schemas';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { Switch } from '@portico/ui/Switch';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import { AddressField } from '../fields/HrefProperty.tsx';
import type { ControlProps } from './PlainField.tsx';

const kinds = Object.keys(callout.properties.kind.options) as Array<NotificationBanner['kind']>;

/** The banner of the dashboard. */
export function BannerControl({ fields, set }: ControlProps) {
  const banner = fields.notificationBanner;
  // A changed message gets a new id, so that people who closed the old one see it.
  const change = (changed: Partial<NotificationBanner>) =>
    banner && set('notificationBanner', { ...banner, ...changed, id: crypto.randomUUID() });
  return (
    <>
      <Switch
        isSelected={banner !== null}
        onChange={(isOn) =>
          set(
            'notificationBanner',
            isOn ? { id: crypto.randomUUID(), kind: 'Info', title: t('studio.bannerDefault') } : null,
          )
        }
      >
        {t('studio.hasBanner')}
      </Switch>
      {banner && (
        <>
          <Select
            label={t('homeDesk.bannerKind')}
            value={banner.kind}
            options={kinds.map((kind) => ({ value: kind, label: callout.properties.kind.options[kind] }))}
            onChange={(kind) => change({ kind })}
          />
          <TextField
            label={t('studio.bannerTitle')}
            help={t('studio.bannerHelp')}
            value={banner.title}
            maxLength={MAX_BANNER_TITLE}
            onChange={(title) => title !== '' && change({ title })}
          />
          <TextField
            label={t('studio.bannerText')}
            value={banner.text ?? ''}
            maxLength={MAX_BANNER_TEXT}
            onChange={(text) => change({ text })}
          />
          <BannerLink banner={banner} onChange={(link) => change({ link })} />
        </>
      )}
    </>
  );
}

const MAX_LINK_TEXT = 100;

function BannerLink({
  banner: { link },
  onChange,
}: {
  banner: NotificationBanner;
  onChange: (link: NotificationBanner['link']) => void;
}) {
  if (!link)
    return (
      <div>
        <Button size="small" onPress={() => onChange({ text: t('homeDesk.bannerLinkDefault'), href: '/news' })}>
          {t('homeDesk.addLink')}
        </Button>
      </div>
    );
  return (
    <>
      <TextField
        label={t('homeDesk.bannerLinkText')}
        value={link.text}
        maxLength={MAX_LINK_TEXT}
        onChange={(text) => text !== '' && onChange({ ...link, text })}
      />
      <AddressField
        label={t('homeDesk.bannerLinkAddress')}
        href={link.href}
        onChange={(href) => href !== '' && onChange({ ...link, href })}
      />
      <div>
        <Button size="small" onPress={() => onChange(null)}>
          {t('homeDesk.removeLink')}
        </Button>
      </div>
    </>
  );
}
