import { MAX_CHANGE_REASON } from '@portico/contracts/studio/materialChange';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextArea } from '@portico/ui/TextArea';
import { t } from '../../locale/text.ts';
import { type Plan } from './plan.ts';
import { SectionMarks, type SectionChanges } from './SectionMarks.tsx';

/** Asks what must be confirmed again, of each section that changed or else of the item, and why. */
export function MaterialChange({
  plan,
  confirmed,
  changes,
  onChange,
}: {
  plan: Plan;
  /** How many have confirmed it. */
  confirmed: number;
  changes: SectionChanges;
  onChange: (plan: Plan) => void;
}) {
  const { isMaterial, reason } = plan;
  return (
    <>
      {changes.sections.length > 0 ? (
        <SectionMarks changes={changes} marks={plan.marks} onChange={(marks) => onChange({ ...plan, marks })} />
      ) : (
        <RadioList
          label={t('duties.materialLabel')}
          value={isMaterial === undefined ? '' : isMaterial ? 'yes' : 'no'}
          options={[
            { value: 'no', label: t('duties.materialNo') },
            { value: 'yes', label: t('duties.materialYes', { count: confirmed }) },
          ]}
          onChange={(chosen) => onChange({ ...plan, isMaterial: chosen === 'yes' })}
        />
      )}
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
