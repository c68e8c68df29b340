import { useState } from 'react';
import { TextInput } from '../text-field/TextInput.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';

export default { title: 'ErrorSummary' };

export function TwoErrors() {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  return (
    <>
      <ErrorSummary
        title="2 answers need your attention"
        headingLevel={2}
        errors={[
          { id: 'amount', label: 'Amount', message: 'Enter a number.' },
          { id: 'reason', label: 'Why do you need it?', message: 'Fill this in.' },
        ]}
      />
      <TextInput id="amount" label="Amount" error="Enter a number." value={amount} onChange={setAmount} />
      <TextInput id="reason" label="Why do you need it?" error="Fill this in." value={reason} onChange={setReason} />
    </>
  );
}
