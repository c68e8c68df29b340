import { use, useState } from 'react';
import { z } from 'zod/mini';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';

/** From this length on the limit is shown. */
const LONG = 250;
/** From this share of the limit on, a short text shows how much of it is used. */
const NEAR = 0.8;

/** A text of one line or several, with its limit. Nothing is cut off; what does not fit is said. */
export function TextProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const [isLeft, setIsLeft] = useState(false);
  if (model.kind !== 'text') return null;
  const text = typeof value === 'string' ? value : '';
  const { max, isOptional, isRequired, format } = model;
  const isTooLong = max !== undefined && text.length > max;
  const isMisshaped = isLeft && text !== '' && !isTooLong && !z.safeParse(model.schema, text).success;
  const error = isTooLong
    ? t('studio.fieldTooLong', { count: text.length - max })
    : isMisshaped
      ? t(description.wrong ?? 'studio.fieldWrong')
      : problemAt(problems, path);
  const help = description.help && t(description.help);
  const own = {
    label: t(description.label),
    error,
    isRequired,
    value: text,
    onChange: (next: string) => onChange(next === '' && isOptional ? undefined : next),
    onBlur: () => setIsLeft(true),
  };
  if (description.isLong)
    return (
      <TextArea
        {...own}
        help={help}
        rows={3}
        count={max === undefined ? undefined : { typed: text.length, most: max }}
      />
    );
  const isNearEnd = max !== undefined && max < LONG * 10 && text.length >= max * NEAR;
  return (
    <TextInput
      {...own}
      type={format === 'date' ? 'date' : format === 'email' ? 'email' : 'text'}
      help={isNearEnd ? t('studio.fieldCount', { typed: text.length, most: max }) : help}
    />
  );
}
