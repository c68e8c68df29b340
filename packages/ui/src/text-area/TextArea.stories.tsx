import { useState } from 'react';
import { TextArea } from './TextArea.tsx';

export default { title: 'TextArea' };

const MAX_LENGTH = 100;

function Sample({ initial, error }: { initial: string; error?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <TextArea
      label="Reason"
      help="A sentence or two."
      value={value}
      onChange={setValue}
      error={error}
      count={{ typed: value.length, max: MAX_LENGTH }}
    />
  );
}

export const Empty = () => <Sample initial="" />;

export const TooLong = () => <Sample initial={'Because. '.repeat(12)} error="Shorten this to 100 characters." />;
