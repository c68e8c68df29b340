import { fromLocal, toLocal } from '@portico/contracts/zonedTime';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { DateInput } from '@portico/ui/DateInput';
import { t } from '../../locale/text.ts';
import { zoneLabel } from './zonedTime.ts';

interface InstantFieldProps {
  label: string;
  value: string | null;
  timeZone: string;
  onChange: (value: string | null) => void;
  help?: string | undefined;
}

/** A date and time in a time zone, which the help names. Empty means null. */
export function InstantField({ label, value, timeZone, onChange, help }: InstantFieldProps) {
  return (
    <DateInput
      type="datetime-local"
      label={label}
      help={[help, t('studio.timesIn', { zone: zoneLabel(timeZone) })].filter(Boolean).join(' ')}
      min={FIRST_DAY}
      max={LAST_DAY}
      value={value === null ? '' : toLocal(value, timeZone)}
      onChange={(local) => {
        const instant = local === '' ? null : fromLocal(local, timeZone);
        if (instant !== undefined) onChange(instant);
      }}
    />
  );
}
