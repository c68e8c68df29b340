import { MAX_CHANGE_REASON } from '@portico/contracts/studio/materialChange';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextArea } from '@portico/ui/TextArea';
import { t } from '../../locale/text.ts';
import { type Plan } from './plan.ts';

/** Asks whether people who have confirmed the item must confirm it again. */
export function MaterialChange({
  plan,
  confirmed,
  onChange,
}: {
  plan: Plan;
  /** How many have confirmed it. */
  confirmed: number;
  onChange: (plan: Plan) => void;
}) {
  const { isMaterial, reason } = plan;
  return (
    <>
      <RadioList
        label={t('duties.materialLabel')}
        value={isMaterial === undefined ? '' : isMaterial ? 'yes' : 'no'}
        options={[
          { value: 'no', label: t('duties.materialNo') },
          { value: 'yes', label: t('duties.materialYes', { count: confirmed }) },
        ]}
        onChange={(chosen) => onChange({ ...plan, isMaterial: chosen === 'yes' })}
      />
      {isMaterial && (
        <TextArea
          label={t('duties.materialReason')}
          help={t('duties.materialReasonHelp')}
          rows={2}
          isRequired
          value={reason}
          count={{ typed: reason.trim().length, max: MAX_CHANGE_REASON }}
          onChange={(text) => onChange({ ...plan, reason: text })}
        />
      )}
    </>
  );
}
