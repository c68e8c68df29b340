import { Button } from '@portico/ui/Button';
import { Switch } from '@portico/ui/Switch';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../locale/text.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import { dailyEmailQuery, useSetDailyEmail } from './dailyEmail.queries.ts';
import styles from './DailyEmailSetting.module.css';

/** The daily email switch. The link in each such email (`DAILY_EMAIL_PATH`) highlights and focuses it. */
export function DailyEmailSetting() {
  const [show] = valuesOf(useSearch({ strict: false }), 'show');
  const isRequested = show === 'daily-email';
  const { data: setting, isError, refetch } = useQuery(dailyEmailQuery());
  const change = useSetDailyEmail();
  const control = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const isShown = setting !== undefined && (setting.isAvailable || isRequested);
  useEffect(() => {
    if (isShown && isRequested) control.current?.focus();
  }, [isShown, isRequested]);

  if (isError && !setting)
    return (
      <p role="alert" className={styles.setting}>
        {t('notifications.dailyEmailNotLoaded')}
        <Button size="small" onPress={() => void refetch()}>
          {t('shared.tryAgain')}
        </Button>
      </p>
    );
  if (!isShown) return null;
  return (
    <div className={styles.setting} data-requested={isRequested || undefined} data-print="hidden">
      <Switch ref={control} isSelected={setting.isOn} onChange={change.mutate} describedBy={helpId}>
        {t('notifications.dailyEmail')}
      </Switch>
      <p id={helpId} className={styles.help}>
        {t('notifications.dailyEmailHelp')}
      </p>
      <VisuallyHidden role="status">
        {change.isSuccess && t(change.data.isOn ? 'notifications.dailyEmailOn' : 'notifications.dailyEmailOff')}
      </VisuallyHidden>
    </div>
  );
}
