import { MAX_BANNER_TEXT, MAX_BANNER_TITLE } from '@portico/kinds/itemParts';
import { Switch } from '@portico/ui/Switch';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import type { ControlProps } from './PlainField.tsx';

/** The banner of the dashboard. */
export function BannerControl({ fields, set }: ControlProps) {
  const banner = fields.notificationBanner;
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
          <TextField
            label={t('studio.bannerTitle')}
            help={t('studio.bannerHelp')}
            value={banner.title}
            maxLength={MAX_BANNER_TITLE}
            // A changed message gets a new id, so that people who closed the old one see it.
            onChange={(title) =>
              title !== '' && set('notificationBanner', { ...banner, id: crypto.randomUUID(), title })
            }
          />
          <TextField
            label={t('studio.bannerText')}
            value={banner.text ?? ''}
            maxLength={MAX_BANNER_TEXT}
            onChange={(text) => set('notificationBanner', { ...banner, id: crypto.randomUUID(), text })}
          />
        </>
      )}
    </>
  );
}
