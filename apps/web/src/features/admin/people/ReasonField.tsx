import { MAX_ACCOUNT_REASON } from '@portico/contracts/admin/people';
import { TextArea } from '@portico/ui/TextArea';
import { t } from '../../../locale/text.ts';

export const isReason = (reason: string): boolean => {
  const { length } = reason.trim();
  return length > 0 && length <= MAX_ACCOUNT_REASON;
};

/** Why an administrator does something with an account. */
export function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <TextArea
      label={t('people.reason')}
      help={t('people.reasonHelp')}
      isRequired
      rows={2}
      value={reason}
      count={{ typed: reason.trim().length, max: MAX_ACCOUNT_REASON }}
      onChange={onChange}
    />
  );
}
