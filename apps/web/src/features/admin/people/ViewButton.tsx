import {
  type AdminPersonDetails,
  startViewing,
  VIEWING_MINUTES,
  VIEWING_PREFIX,
} from '@portico/contracts/admin/people';
import { ApiError } from '@portico/client/ApiError';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmButton } from '../../../kit/ConfirmButton.tsx';
import { t } from '../../../locale/text.ts';
import { switchPerson } from '../../../sign-in/switchPerson.ts';
import { nameOf } from './personLabels.ts';
import { isReason, ReasonField } from './ReasonField.tsx';

/** Shows the portal in this tab as the person sees it; asks for the reason. Source: decisions/0347. */
export function ViewButton({ person }: { person: AdminPersonDetails }) {
  const [reason, setReason] = useState('');
  const name = nameOf(person);
  const begin = async () => {
    try {
      const { id } = await call(startViewing, { params: { userId: person.id }, body: { reason } });
      switchPerson(`${VIEWING_PREFIX}${id}`);
      return true;
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence'), { type: 'error' });
      return false;
    }
  };
  return (
    <ConfirmButton
      label={t('people.view')}
      title={t('people.viewTitle', { name })}
      text={
        <>
          <p>{t('people.viewText', { name, minutes: VIEWING_MINUTES })}</p>
          <ReasonField reason={reason} onChange={setReason} />
        </>
      }
      action={t('people.viewAction')}
      isActionDisabled={!isReason(reason)}
      onConfirm={begin}
    />
  );
}
