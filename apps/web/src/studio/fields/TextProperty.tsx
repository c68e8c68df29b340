import { use, useState } from 'react';
import { z } from 'zod/mini';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { cleanCodeWhileTyping, withoutInvisible } from '@portico/kinds/typedText';
import { DateInput } from '@portico/ui/DateInput';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';

/** Single-line fields with a limit this high or higher show no count. */
const MIN_UNCOUNTED_LIMIT = 2500;
/** Single-line fields show their length once it reaches this share of the limit. */
const NEAR_LIMIT = 0.8;

/** A text of one or more lines, with its limit. Text over the limit is not cut off but reported as an error. */
export function TextProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const [hasBlurred, setHasBlurred] = useState(false);
  if (model.kind !== 'text') return null;
  const text = typeof value === 'string' ? value : '';
  const { max, isOptional, isRequired, format } = model;
  const isEmail = description.isEmail === true;
  const isFormatted = isEmail || format === 'regex';
  /** Copied addresses and numbers often contain characters that nobody sees or types. */
  const tidy = (entered: string) => {
    // After a blank, the number may continue.
    const typed = cleanCodeWhileTyping(entered).trimStart();
    return z.safeParse(model.schema, typed).success ? typed : withoutInvisible(entered);
  };
  const change = (next: string) => onChange(next === '' && isOptional ? undefined : next);
  const isTooLong = max !== undefined && text.length > max;
  const isMalformed = hasBlurred && text !== '' && !isTooLong && !z.safeParse(model.schema, text).success;
  const error = isTooLong
    ? t('studio.fieldTooLong', { count: text.length - max })
    : isMalformed
      ? (description.wrong ?? t('studio.fieldWrong'))
      : problemAt(problems, path);
  const help = description.help;
  const inputProps = {
    label: description.label,
    error,
    isRequired,
    value: text,
    onChange: (entered: string) => change(isFormatted ? tidy(entered) : entered),
    onBlur: () => {
      setHasBlurred(true);
      if (isFormatted && text !== text.trim()) change(text.trim());
    },
  };
  if (description.isLong)
    return (
      <TextArea
        {...inputProps}
        help={help}
        rows={3}
        count={max === undefined ? undefined : { typed: text.length, max }}
      />
    );
  const isNearLimit = max !== undefined && max < MIN_UNCOUNTED_LIMIT && text.length >= max * NEAR_LIMIT;
  if (format === 'date') return <DateInput {...inputProps} help={help} min={FIRST_DAY} max={LAST_DAY} />;
  return (
    <TextInput
      {...inputProps}
      type={isEmail ? 'email' : 'text'}
      help={isNearLimit ? t('studio.fieldCount', { typed: text.length, max }) : help}
    />
  );
}
