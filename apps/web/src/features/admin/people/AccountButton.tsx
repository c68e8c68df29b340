import { type AdminPersonDetails, disableAccount, enableAccount } from '@portico/contracts/admin/people';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import { t } from '../../../locale/text.ts';
import { useAdminAction } from '../useAdminAction.ts';
import { nameOf } from './personLabels.ts';
import { isReason, ReasonField } from './ReasonField.tsx';

/** Disables the account, or enables it again; asks for the reason. Absent if neither is possible. */
export function AccountButton({ person }: { person: AdminPersonDetails }) {
  const [reason, setReason] = useState('');
  const act = useAdminAction();
  const name = nameOf(person);
  const { disable, enable } = person.allowed;
  if (!disable && !enable) return null;
  const input = { params: { userId: person.id }, body: { reason } };
  const question = (
    <>
      <p>{disable ? t('people.disableText', { name }) : t('people.enableText', { name })}</p>
      <ReasonField reason={reason} onChange={setReason} />
    </>
  );
  const save = async () => {
    const isDone = await act(
      () => call(disable ? disableAccount : enableAccount, input),
      disable ? t('people.accountDisabled', { name }) : t('people.accountEnabled', { name }),
    );
    if (isDone) setReason('');
    return isDone;
  };
  return (
    <ConfirmButton
      key={disable ? 'disable' : 'enable'}
      actionVariant={disable ? 'danger' : 'primary'}
      label={disable ? t('people.disable') : t('people.enable')}
      ariaLabel={disable ? t('people.disableOf', { name }) : t('people.enableOf', { name })}
      title={disable ? t('people.disableTitle') : t('people.enableTitle')}
      text={question}
      isActionDisabled={!isReason(reason)}
      onConfirm={save}
    />
  );
}
